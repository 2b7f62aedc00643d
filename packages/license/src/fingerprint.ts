/**
 * What makes this device itself: a hash over its machine-id and the permanent addresses of its built-in
 * network adapters. It must stay the same when somebody plugs in an adapter, starts a tunnel or a
 * container: USB adapters count only where there is no other (single-board computers), virtual ones never.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";

export interface FingerprintSources {
  /** The first readable one counts (machine-id(5)). */
  machineIdFiles: readonly string[];
  /** Folder of the kernel's network adapters (sysfs-class-net). */
  netFolder: string;
}

export const SYSTEM_SOURCES: FingerprintSources = {
  machineIdFiles: ["/etc/machine-id", "/var/lib/dbus/machine-id"],
  netFolder: "/sys/class/net",
};

/** 64 hex digits; undefined when there is neither a machine-id nor a hardware address. */
export async function deviceFingerprint(sources = SYSTEM_SOURCES): Promise<string | undefined> {
  const machineId = await readMachineId(sources.machineIdFiles);
  const addresses = await hardwareAddresses(sources.netFolder);
  if (machineId === undefined && addresses.length === 0) return undefined;
  const text = ["hubwart-fingerprint-1", machineId ?? "", ...addresses].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

async function readMachineId(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const text = (await readText(file))?.trim();
    if (text !== undefined && /^[0-9a-f]{32}$/.test(text) && !/^0+$/.test(text)) return text;
  }
  return undefined;
}

async function hardwareAddresses(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const builtIn: string[] = [];
  const usb: string[] = [];
  for (const name of names) {
    const device = await realpath(path.join(folder, name, "device")).catch(() => undefined);
    const assigned = (await readText(path.join(folder, name, "addr_assign_type")))?.trim();
    const address = (await readText(path.join(folder, name, "address")))?.trim().toLowerCase();
    // 0: the adapter's own permanent address, not one that software chose.
    if (device === undefined || assigned !== "0" || address === undefined) continue;
    if (!/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(address) || /^(00:){5}00$/.test(address)) continue;
    (/\/usb\d/.test(device) ? usb : builtIn).push(address);
  }
  return (builtIn.length > 0 ? builtIn : usb).sort();
}

async function readText(file: string): Promise<string | undefined> {
  return await readFile(file, "utf8").catch(() => undefined);
}
