/**
 * Downloads an archive beside its target, in as many pieces as the line needs, and puts it there when its length and
 * hash are those that were signed. What came stays in `<target>.part` over cuts of the line and of the power.
 */
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "@hubwart/core";
import { hashFile, isMissing, syncFolder, waitAsked } from "@hubwart/core";
import { ReleaseError } from "../errors.ts";
import { get, type HttpLimits, type Reply, statusDetail } from "./http.ts";

export interface DownloadOptions {
  url: string;
  size: number;
  sha256: string;
  limits: HttpLimits;
  clock: Clock;
  signal: AbortSignal;
  /** Bytes that are there, of `size`. */
  onBytes: (bytes: number) => void;
}

/** Tries that brought next to nothing, in a row. */
const POOR_TRIES = 5;
/** Bytes a try must bring to count as one that got on. */
const WORTH = 256 * 1024;
const FIRST_PAUSE = 500;
/** Whoever waits for a download waits no longer for a server that asks for it. */
const LONGEST_PAUSE = 60_000;

/** @throws ReleaseError `unreachable` or `damaged` */
export async function downloadFile(file: string, options: DownloadOptions): Promise<void> {
  if (await isWhole(file, options)) return;
  const part = `${file}.part`;
  const found = await sizeOf(part);
  if (found > options.size) await rm(part);
  await fetchAll(part, options);
  if (!(await isWhole(part, options))) {
    await rm(part, { force: true });
    // A part of before may be another release's, or have lost its end with the power.
    if (found === 0) throw new ReleaseError("damaged", "the archive has another content than signed");
    await fetchAll(part, options);
    if (!(await isWhole(part, options))) {
      await rm(part, { force: true });
      throw new ReleaseError("damaged", "the archive has another content than signed");
    }
  }
  await rename(part, file);
  await syncFolder(path.dirname(file));
}

/** Goes on until all bytes are there, or several tries brought nothing. */
async function fetchAll(part: string, options: DownloadOptions): Promise<void> {
  const { clock, signal, size } = options;
  let poor = 0;
  for (;;) {
    const before = await sizeOf(part);
    if (before === size) return;
    try {
      await fetchRest(part, before, options);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ReleaseError) || error.fault !== "unreachable") throw error;
      const gained = (await sizeOf(part)) - before;
      poor = gained >= WORTH ? 0 : poor + 1;
      if (poor >= POOR_TRIES) throw error;
      const asked = Math.min(error.retryAfter ?? 0, LONGEST_PAUSE);
      await pause(clock, Math.max(FIRST_PAUSE * 2 ** poor, asked), signal);
    }
  }
}

async function fetchRest(part: string, from: number, options: DownloadOptions): Promise<void> {
  const { url, size, limits, signal } = options;
  const reply = await get(url, from > 0 ? { range: `bytes=${from}-` } : {}, limits, signal);
  let at = from;
  try {
    at = beginning(reply, from, options);
  } catch (error) {
    await reply.body.return();
    throw error;
  }
  // A server without ranges sends all of it: what is there is written again.
  const handle = await open(part, at === 0 ? "w" : "r+", 0o600);
  try {
    for await (const chunk of reply.body) {
      if (at + chunk.length > size) {
        await rm(part, { force: true });
        throw new ReleaseError("damaged", `the archive is longer than the ${size} bytes signed`);
      }
      await handle.write(chunk, 0, chunk.length, at);
      at += chunk.length;
      options.onBytes(at);
    }
  } finally {
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  if (at < size) throw new ReleaseError("unreachable", `the line was cut after ${at} of ${size} bytes`);
}

/** The byte at which the answer begins. */
function beginning({ status, headers }: Reply, from: number, { clock, size, url }: DownloadOptions): number {
  if (status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers["content-range"] ?? "");
    if (range?.[1] !== String(from)) throw new ReleaseError("unreachable", "an answer for another range");
    if (range[2] !== "*" && Number(range[2]) !== size) throw wrongLength(range[2], size);
    return from;
  }
  if (status === 404) throw new ReleaseError("not-offered", "the repository does not have the archive");
  if (status !== 200)
    throw new ReleaseError("unreachable", `the server answered ${status}`, {
      detail: statusDetail(url, status),
      retryAfter: waitAsked({ headers, text: "" }, clock.now()),
    });
  const length = headers["content-length"];
  if (length !== undefined && Number(length) !== size) throw wrongLength(length, size);
  return 0;
}

function wrongLength(found: string | undefined, size: number): ReleaseError {
  return new ReleaseError("damaged", `the archive has ${found ?? "?"} bytes, signed are ${size}`);
}

async function isWhole(file: string, { size, sha256 }: DownloadOptions): Promise<boolean> {
  if ((await sizeOf(file)) !== size) return false;
  return (await hashFile(file)) === sha256;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", over);
      resolve();
    });
    signal.addEventListener("abort", over, { once: true });
  });
}
