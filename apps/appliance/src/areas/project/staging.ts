/** The place where uploads lie until they are a version: one private folder each, removed whatever happens. */

import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { pipe, ResultError, syncFile, wellFormed } from "@hubwart/core";
import { texts } from "./texts.ts";

/** For one upload; whoever asked for it removes it. */
export function newStagingFolder(staging: string): Promise<string> {
  return mkdtemp(path.join(staging, "upload-"));
}

export async function withStagingFolder<T>(
  staging: string,
  task: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await newStagingFolder(staging);
  try {
    return await named(() => task(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes received. Rejects with what the stream fails with. */
export async function receive(stream: Readable, file: string, signal: AbortSignal): Promise<number> {
  await pipe([stream, createWriteStream(file, { flags: "wx", mode: 0o600 })], signal);
  await syncFile(file);
  return (await stat(file)).size;
}

/** A full disk by name; everything else as it is. */
export async function named<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw isFull(error) ? fullError(error) : error;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

function fullError(cause: unknown): ResultError {
  return new ResultError(CODES.storageFull, texts.full, { cause });
}

/** What a person may see of a name that a browser sent: no folders, no control characters, not endless. */
export function displayName(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? "";
  const shown = last.replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  return wellFormed(shown.slice(0, 200)) || "projekt";
}
