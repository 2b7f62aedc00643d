/** What a release is called, where it lies in the repository, and which of two is newer. */
import * as z from "zod/mini";

export const CHANNELS = ["stable", "test", "rc", "dev"] as const;
export type Channel = (typeof CHANNELS)[number];
export const ARCHITECTURES = ["x64", "arm64"] as const;
export type Arch = (typeof ARCHITECTURES)[number];

/** Name of the licence's entry that lists its channels, by comma; without it the first one only. */
const LICENSED = "Update-Kanäle";

/** Channels that a licence includes, by what it says beside its dates. */
export function licensedChannels(meta: Readonly<Record<string, string>>): ReadonlySet<Channel> {
  const named = new Set((meta[LICENSED] ?? "").split(",").map((name) => name.trim()));
  const channels = CHANNELS.filter((channel) => named.has(channel));
  return new Set(channels.length === 0 ? ["stable"] : channels);
}

export interface ReleaseInfo {
  /** Semantic version without build metadata, e.g. `1.4.0` or `1.4.0-rc.1`. */
  version: string;
  arch: Arch;
  channel: Channel;
  /** Bytes to download. */
  size: number;
  /** Bytes on the disk once unpacked. */
  unpacked: number;
  /** German, plain text. */
  notes: string;
  /** ms since the epoch. */
  published: number;
}

/** Path of the repository below the address of the update service. */
export const REPOSITORY_PATH = "/v1/releases";

export const LONGEST_NOTES = 2_000;
export const versionSchema = z
  .string()
  .check(
    z.maxLength(60),
    z.regex(
      /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z]{1,20}(\.[0-9A-Za-z]{1,20}){0,3})?$/,
    ),
  );
export const archSchema = z.enum(ARCHITECTURES);
export const channelSchema = z.enum(CHANNELS);
export const notesSchema = z.string().check(z.maxLength(LONGEST_NOTES));

/** What the metadata says of a release beside its length and hash; signed with them. */
export const customSchema = z.object({
  version: versionSchema,
  arch: archSchema,
  channel: channelSchema,
  notes: notesSchema,
  published: z.iso.datetime(),
  unpacked: z.number().check(z.int(), z.nonnegative()),
});

/** Name of the release in the metadata: the folder alone says channel and architecture. */
export function targetName(release: Pick<ReleaseInfo, "channel" | "arch" | "version">): string {
  return `${release.channel}/${release.arch}/hubwart-${release.version}-${release.arch}.tar.br`;
}

/** Where a consistent snapshot keeps the file of a name (TUF 1.0, §7.2): the hash is part of the file's name. */
export function targetFile(name: string, sha256: string): string {
  const slash = name.lastIndexOf("/") + 1;
  return `${name.slice(0, slash)}${sha256}.${name.slice(slash)}`;
}

/** Below 0 if `a` is the older one (semver.org, §11). */
export function compareVersions(a: string, b: string): number {
  const [coreA, preA] = split(a);
  const [coreB, preB] = split(b);
  const core = compareParts(coreA.split("."), coreB.split("."));
  if (core !== 0) return core;
  if (preA === undefined || preB === undefined)
    return Number(preA === undefined) - Number(preB === undefined);
  return compareParts(preA.split("."), preB.split("."));
}

function split(version: string): [string, string | undefined] {
  const at = version.indexOf("-");
  return at === -1 ? [version, undefined] : [version.slice(0, at), version.slice(at + 1)];
}

function compareParts(a: string[], b: string[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const left = a[i];
    const right = b[i];
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    if (left === right) continue;
    const numbers = [left, right].map((part) => /^\d+$/.test(part));
    if (numbers[0] && numbers[1]) return Number(left) - Number(right);
    if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
