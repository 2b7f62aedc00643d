/**
 * What the booted system itself says of its settings, asked by its own tools. Two looks that are equal mean that nothing
 * changed in between.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Appliance } from "./appliance.ts";

/** Of `ip -json`; what a filter leaves out stays in the list as an empty object. */
interface Link {
  ifname?: string;
  addr_info?: { local: string; prefixlen: number; dynamic?: boolean }[];
}
interface Route {
  dst: string;
  gateway?: string;
  dev: string;
  prefsrc?: string;
}

const NETWORK_FOLDER = "etc/systemd/network";

/** Files of the network service with owner, mode and every byte; addresses, routes and name servers as they are used. */
export async function networkNow(device: Appliance) {
  const json = async <T>(args: string[]) =>
    JSON.parse(await device.must("ip", ["-4", "-json", ...args])) as T[];
  const links = await json<Link>(["addr", "show", "scope", "global"]);
  const routes = await json<Route>(["route", "show"]);
  return {
    files: await networkFiles(device),
    addresses: links.flatMap(({ ifname = "", addr_info = [] }) =>
      addr_info.map(({ local, prefixlen, dynamic }) =>
        [ifname, `${local}/${prefixlen}`, ...(dynamic ? ["dynamic"] : [])].join(" "),
      ),
    ),
    routes: routes
      .map(({ dst, gateway = "", dev, prefsrc = "" }) => [dst, gateway, dev, prefsrc].join(" "))
      .toSorted(),
    dns: (await device.must("resolvectl", ["dns"])).split("\n").map((line) => line.trim()),
    up: await adaptersUp(device),
  };
}

/** Name → owner, mode and content (base64). */
export async function networkFiles(device: Appliance): Promise<Record<string, string>> {
  const folder = path.join(device.root, NETWORK_FOLDER);
  const files: Record<string, string> = {};
  for (const name of (await readdir(folder)).toSorted()) {
    const file = path.join(folder, name);
    const { uid, mode } = await stat(file);
    files[name] = `${uid} ${(mode & 0o7777).toString(8)} ${(await readFile(file)).toString("base64")}`;
  }
  return files;
}

/** Adapters that are switched on. */
export async function adaptersUp(device: Appliance): Promise<string[]> {
  const links = JSON.parse(await device.must("ip", ["-json", "link", "show", "up"])) as Link[];
  return links.flatMap(({ ifname = "lo" }) => (ifname === "lo" ? [] : [ifname]));
}

/** Everything below /etc with the time of its last change, and what of it holds now. */
export async function systemNow(device: Appliance) {
  const files = await device.must("bash", ["-c", "find /etc -xdev -printf '%p %m %u %s %l %C@\\n' | sort"]);
  return {
    etc: createHash("sha256").update(files).digest("hex"),
    hostname: await device.must("hostname"),
    zone: await device.must("timedatectl", ["show", "--value", "--property=Timezone"]),
    ssh: await device.must("systemctl", [
      "show",
      "--property=ActiveState,UnitFileState",
      "ssh.service",
      "ssh.socket",
    ]),
    network: await networkNow(device),
  };
}

/** What the health banner shows. */
export async function findings(device: Appliance): Promise<{ code: string; level: number; text: string }[]> {
  const { health } = (await device.api.get("/info")).body as {
    health: { findings: { code: string; level: number; text: string }[] };
  };
  return health.findings;
}

/** Name servers of one adapter, in their order. */
export async function dnsOf(device: Appliance, adapter: string): Promise<string[]> {
  const text = await device.must("resolvectl", ["dns", adapter]);
  return text
    .slice(text.indexOf(":") + 1)
    .trim()
    .split(/\s+/)
    .filter(Boolean);
}
