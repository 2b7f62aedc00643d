/**
 * Takes a release that the appliance's account hands over, trusting none of it: what the channel offers is judged by this
 * device's own root of trust and its own memory of the repository; the archive is copied to root's own place, judged and
 * unpacked there. Only then does it lie beside the others.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import path from "node:path";
import { type Clock, DeniedError, diskRoom } from "@hubwart/core";
import type { LicenseVerdict } from "@hubwart/license";
import {
  type Channel,
  licensedChannels,
  openRepository,
  ReleaseError,
  unpackRelease,
} from "@hubwart/releases";
import { texts } from "../texts.ts";
import type { ReleaseStore } from "./store.ts";

/** The other end of the connection: gives what is asked for, or anything else. */
export interface Giver {
  /** At most `most` bytes; undefined: it has none. */
  metadata(name: string, most: number): Promise<Buffer | undefined>;
  /** Exactly `size` bytes. */
  archive(size: number): AsyncIterable<Buffer>;
}

export interface TakeOptions {
  store: ReleaseStore;
  /** File: the root that came with the package. */
  trustedRoot: string;
  /** What a licence says here. */
  judge: (license: string) => Promise<LicenseVerdict>;
  clock: Clock;
  signal: AbortSignal;
}
export interface Wanted {
  channel: Channel;
  version: string;
  license: string;
}

/** Kept free beside what is known, bytes. */
const SPARE = 64 * 1024 * 1024;

export class NoRoomError extends Error {}

/** @throws ReleaseError, DeniedError, NoRoomError @returns the folder with the release, below `store.incoming` */
export async function takeRelease(wanted: Wanted, giver: Giver, options: TakeOptions): Promise<string> {
  const { store, trustedRoot, judge, clock, signal } = options;
  const verdict = await judge(wanted.license);
  if (!verdict.valid) throw new DeniedError(verdict.reason ?? texts.noLicense);
  if (!licensedChannels(verdict.meta).has(wanted.channel)) throw new DeniedError(texts.channelUnlicensed);
  const repository = await openRepository({
    url: "device:",
    channel: wanted.channel,
    trustedRoot,
    cacheFolder: store.repository,
    clock,
    source: (name, most) => giver.metadata(name, most),
  });
  await repository.refresh(signal);
  const { release, sha256 } = repository.signed(wanted);
  const { free } = await diskRoom(store.incoming);
  const needed = release.size + release.unpacked + SPARE;
  if (free < needed) throw new NoRoomError(`${needed} bytes are needed, ${free} are free`);
  const archive = path.join(store.incoming, "archive");
  await copyArchive(archive, giver.archive(release.size), sha256, signal);
  const folder = path.join(store.incoming, release.version);
  await unpackRelease(archive, folder, signal, release);
  return folder;
}

/** Hashed as it is written: what is unpacked then is this file, which nobody else can change. */
async function copyArchive(
  file: string,
  bytes: AsyncIterable<Buffer>,
  sha256: string,
  signal: AbortSignal,
): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    const hash = createHash("sha256");
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
    if (hash.digest("hex") !== sha256)
      throw new ReleaseError("damaged", "the archive has another content than signed");
  } finally {
    await handle.close();
  }
}
