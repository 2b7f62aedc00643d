/** The repository as it is published: read, signed again, and published in one step. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Metadata, MetadataKind, Root, Snapshot, Targets, Timestamp } from "@tufjs/models";
import { currentFolder, publishFiles } from "./generations.ts";
import type { Role, RoleKey } from "./keys.ts";

const DAY = 86_400_000;
/** ms that a signature counts. The service renews timestamp and snapshot by itself; root and targets need a person. */
export const LIFETIME: Record<Role, number> = {
  root: 2 * 365 * DAY,
  targets: 365 * DAY,
  snapshot: 30 * DAY,
  timestamp: 7 * DAY,
};

/** ms before its end that a signature is renewed: the timestamp every day, as devices see by it that we are there. */
export const RENEWED: Record<Role, number> = {
  root: LIFETIME.root / 2,
  targets: LIFETIME.targets / 2,
  snapshot: LIFETIME.snapshot / 2,
  timestamp: 6 * DAY,
};

export interface State {
  root: Root;
  targets: Targets;
  snapshot: Snapshot;
  timestamp: Timestamp;
}

/** Nothing yet: version 0 of all, to be signed. */
export function emptyState(): State {
  const common = { specVersion: "1.0.31", version: 0, expires: time(0) };
  return {
    root: new Root({ ...common, consistentSnapshot: true }),
    targets: new Targets(common),
    snapshot: new Snapshot({ ...common, meta: {} }),
    timestamp: new Timestamp(common),
  };
}

export async function readState(folder: string): Promise<State> {
  const read = async (name: string): Promise<never> =>
    JSON.parse(await readFile(path.join(currentFolder(folder), name), "utf8")) as never;
  const timestamp = Metadata.fromJSON(MetadataKind.Timestamp, await read("timestamp.json")).signed;
  const { version } = timestamp.snapshotMeta;
  const snapshot = Metadata.fromJSON(MetadataKind.Snapshot, await read(`${version}.snapshot.json`)).signed;
  const targetsFile = `${snapshot.meta["targets.json"]?.version ?? 0}.targets.json`;
  const targets = Metadata.fromJSON(MetadataKind.Targets, await read(targetsFile)).signed;
  const root = Metadata.fromJSON(MetadataKind.Root, await read("root.json")).signed;
  return { root, targets, snapshot, timestamp };
}

export interface Signing {
  /** What changed; those that speak of it are signed with it. */
  roles: readonly Role[];
  keyOf: (role: Role) => Promise<RoleKey>;
  /** Signs a new root too: the key that devices know so far. */
  oldRoot?: RoleKey;
  /** ms since the epoch. */
  now: number;
}

const KINDS = { root: Root, targets: Targets, snapshot: Snapshot, timestamp: Timestamp };

/** Gives what is signed its next version and a new time, and publishes all of it at once. */
export async function publishState(folder: string, state: State, signing: Signing): Promise<void> {
  const { roles, keyOf, oldRoot, now } = signing;
  const files = new Map<string, string>();
  const sign = async (role: Role, changes: Record<string, unknown>, extra: RoleKey[] = []) => {
    const version = state[role].version + 1;
    const content = { ...state[role].toJSON(), ...changes, version, expires: time(now + LIFETIME[role]) };
    const metadata = new Metadata<Root | Targets | Snapshot | Timestamp>(KINDS[role].fromJSON(content));
    for (const key of [...extra, await keyOf(role)]) metadata.sign(key.sign);
    const text = JSON.stringify(metadata.toJSON());
    files.set(role === "timestamp" ? "timestamp.json" : `${version}.${role}.json`, text);
    return { text, meta: metaOf(version, text) };
  };

  if (roles.includes("root")) {
    const { text } = await sign("root", {}, oldRoot ? [oldRoot] : []);
    files.set("root.json", text);
  }
  // Ours: devices tell by it how old what they see is.
  const stamp: Record<string, unknown> = { issued: time(now) };
  if (roles.includes("targets") || roles.includes("snapshot")) {
    const changed = roles.includes("targets") ? await sign("targets", {}) : undefined;
    const { meta } = await sign("snapshot", changed ? { meta: { "targets.json": changed.meta } } : {});
    stamp["meta"] = { "snapshot.json": meta };
  }
  await sign("timestamp", stamp);
  await publishFiles(folder, files);
}

/** TUF 1.0, §4.2.1: whole seconds, UTC. */
function time(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function metaOf(version: number, text: string) {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { version, length: bytes.length, hashes: { sha256 } };
}
