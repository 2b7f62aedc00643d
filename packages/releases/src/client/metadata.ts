/** What verified metadata says, for us. Read from the files that tuf-js kept after it had verified them. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import {
  type Arch,
  type Channel,
  compareVersions,
  customSchema,
  type ReleaseInfo,
  targetName,
} from "../release.ts";

/** A release, and how its archive is found and proved. */
export interface Offer {
  release: ReleaseInfo;
  /** Its name in the metadata. */
  name: string;
  sha256: string;
}

const common = { version: z.number(), expires: z.string() };
const anySigned = z.object({ signed: z.object(common) });
const timestampFile = z.object({ signed: z.object({ ...common, issued: z.optional(z.string()) }) });
const targetsFile = z.object({ signed: z.object({ ...common, targets: z.record(z.string(), z.unknown()) }) });
const target = z.object({
  length: z.number().check(z.int(), z.positive()),
  hashes: z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  custom: customSchema,
});

export const ROLES = ["root", "timestamp", "snapshot", "targets"] as const;

export async function readOffers(folder: string, channel: Channel, arch: Arch): Promise<Offer[]> {
  const { signed } = z.parse(targetsFile, await readJson(folder, "targets"));
  return Object.entries(signed.targets)
    .flatMap(([name, entry]) => toOffer(name, entry, channel, arch) ?? [])
    .sort((a, b) => compareVersions(b.release.version, a.release.version));
}

/** Undefined for what is not for us: another channel or architecture, whatever its custom part claims, or a newer format. */
export function toOffer(name: string, entry: unknown, channel: Channel, arch: Arch): Offer | undefined {
  const parsed = z.safeParse(target, entry);
  if (!parsed.success) return undefined;
  const { length: size, hashes, custom } = parsed.data;
  if (custom.channel !== channel || custom.arch !== arch || name !== targetName(custom)) return undefined;
  const release = { ...custom, size, published: Date.parse(custom.published) };
  return { release, name, sha256: hashes.sha256 };
}

/** ms since the epoch: when the first of the roles expires. */
export async function readExpiry(folder: string): Promise<number> {
  const times: number[] = [];
  for (const role of ROLES) {
    times.push(Date.parse(z.parse(anySigned, await readJson(folder, role)).signed.expires));
  }
  return Math.min(...times);
}

/** ms since the epoch: when the manufacturer signed the newest timestamp that this device has. */
export async function readIssued(folder: string): Promise<number | undefined> {
  try {
    const { issued } = z.parse(timestampFile, await readJson(folder, "timestamp")).signed;
    const time = issued === undefined ? Number.NaN : Date.parse(issued);
    return Number.isNaN(time) ? undefined : time;
  } catch {
    return undefined;
  }
}

export async function readVersion(file: string): Promise<number> {
  return z.parse(anySigned, JSON.parse(await readFile(file, "utf8"))).signed.version;
}

async function readJson(folder: string, role: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(folder, `${role}.json`), "utf8"));
}
