/**
 * The files for systemd-networkd (systemd.network(5), version 252): one a configured adapter, and no others.
 *
 * Their names begin with 10 so that they win over those of the distribution. No adapter is required for being online,
 * so an unplugged cable delays no start.
 */
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { type NetworkAdapter, type NetworkSettings, prefixLength } from "@hubwart/contract";
import { isMissing, syncFolder } from "@hubwart/core";
import { plainText, removeLeftovers, writePlainFile } from "./plain-file.ts";

const OWN = /^10-hubwart-([A-Za-z0-9][A-Za-z0-9_.:-]{0,14})\.network$/;

/** File name → content. */
export type NetworkFiles = ReadonlyMap<string, Buffer>;

export const fileOf = (device: string): string => {
  const name = `10-hubwart-${device}.network`;
  if (!OWN.test(name)) throw new Error(`not the name of an adapter: ${JSON.stringify(device)}`);
  return name;
};

export function renderNetwork(settings: NetworkSettings): NetworkFiles {
  if (!settings.use) return new Map();
  return new Map(
    settings.interfaces.map((adapter) => [fileOf(adapter.device), Buffer.from(renderAdapter(adapter))]),
  );
}

export function renderAdapter(adapter: NetworkAdapter): string {
  const lines = [
    "# Written by Hubwart; changes made here are lost.",
    "[Match]",
    `Name=${adapter.device}`,
    "",
  ];
  lines.push("[Link]", "RequiredForOnline=no");
  // Down for good, also when somebody or something else sets it up.
  if (!adapter.active) lines.push("ActivationPolicy=always-down");
  lines.push("", "[Network]");
  if (!adapter.active) lines.push("DHCP=no", "LinkLocalAddressing=no", "IPv6AcceptRA=no");
  else if (adapter.dhcp) lines.push("DHCP=ipv4");
  else {
    lines.push("DHCP=no", `Address=${adapter.ip}/${prefixLength(adapter.mask)}`);
    if (adapter.gw !== "") lines.push(`Gateway=${adapter.gw}`);
    for (const server of [adapter.dns1, adapter.dns2]) if (server !== "") lines.push(`DNS=${server}`);
  }
  return plainText(lines);
}

/** What lies there now, of our own files. */
export async function readOwnFiles(folder: string): Promise<NetworkFiles> {
  const files = new Map<string, Buffer>();
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names) {
    if (OWN.test(name)) files.set(name, await readFile(path.join(folder, name)));
  }
  return files;
}

/**
 * Makes our own files exactly `wanted`; those that are right already are not touched.
 * @returns names of the files that were written or removed
 */
export async function writeOwnFiles(folder: string, wanted: NetworkFiles): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await removeLeftovers(folder, (name) => OWN.test(name));
  const there = await readOwnFiles(folder);
  const changed: string[] = [];
  for (const [name, content] of wanted) {
    if (there.get(name)?.equals(content)) continue;
    if (!OWN.test(name)) throw new Error(`not a file of ours: ${JSON.stringify(name)}`);
    await writePlainFile(path.join(folder, name), content);
    changed.push(name);
  }
  for (const name of there.keys()) {
    if (wanted.has(name)) continue;
    await rm(path.join(folder, name), { force: true });
    changed.push(name);
  }
  if (changed.length > 0) await syncFolder(folder);
  return changed;
}

/** What a .network file says of the matters we know. */
export function parseAdapterFile(text: string): { dhcp: boolean; ip: string | undefined; dns: string[] } {
  const values = (key: string) =>
    text
      .split("\n")
      .filter((line) => line.startsWith(`${key}=`))
      .map((line) => line.slice(key.length + 1).trim());
  return {
    dhcp: values("DHCP").some((mode) => mode === "ipv4" || mode === "yes"),
    ip: values("Address")[0]?.split("/", 1)[0],
    dns: values("DNS"),
  };
}
