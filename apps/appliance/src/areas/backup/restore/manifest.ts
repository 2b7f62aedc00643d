/** What a backup says about itself, read from its beginning; the rest of the file is not looked at. */
import type { Readable } from "node:stream";
import {
  FORMAT,
  ForgedManifestError,
  fingerprintOf,
  LARGEST_MANIFEST,
  MANIFEST,
  type Manifest,
  parseManifest,
} from "@hubwart/archive";
import { CODES } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import { texts } from "../texts.ts";

const BLOCK = 512;

/** Reads `manifest.json`, which is the first file of the archive, and lets the stream go. @throws ResultError 1702 */
export async function readFirst(plain: Readable): Promise<Manifest> {
  // Joined twice and no more: a list may be long, and its pieces short.
  let pieces: Buffer[] = [];
  let length = 0;
  let size: number | undefined;
  try {
    for await (const chunk of plain) {
      pieces.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (size === undefined && length >= BLOCK) {
        pieces = [Buffer.concat(pieces)];
        size = sizeIn(pieces[0] ?? Buffer.alloc(0));
      }
      if (size !== undefined && length >= BLOCK + size)
        return parseManifest(Buffer.concat(pieces).toString("utf8", BLOCK, BLOCK + size));
    }
  } catch (error) {
    throw error instanceof ForgedManifestError ? refused(error.message, error) : noBackup(error);
  } finally {
    plain.destroy();
  }
  throw noBackup();
}

/** Of the first entry: IEEE 1003.1, ustar. */
function sizeIn(head: Buffer): number {
  const name = head.toString("latin1", 0, 100).replace(/\0.*$/s, "");
  const size = Number.parseInt(head.toString("latin1", 124, 136), 8);
  if (name !== MANIFEST || !(size >= 0 && size <= LARGEST_MANIFEST)) throw noBackup();
  return size;
}

export const refused = (message: string, cause?: unknown): ResultError =>
  new ResultError(CODES.backupRefused, message, cause === undefined ? {} : { cause });

const noBackup = (cause?: unknown) => refused(texts.noBackup, cause);

/** @throws ResultError 1702 for a backup of a newer release */
export function refuseNewer(about: Manifest, version: string): void {
  if (about.format <= FORMAT && !isNewer(about.version, version)) return;
  const why =
    about.version === version
      ? texts.newerFormat(about.format, FORMAT)
      : texts.newerVersion(about.version, version);
  throw refused(texts.updateFirst(why));
}

/** @throws ResultError 1702 for a backup of another product, whose parts only have the same names */
export function refuseOther(about: Manifest, product: string): void {
  if (about.product === product) return;
  throw refused(texts.otherProduct(about.product.slice(0, 100), product));
}

export interface Origin {
  /** `device`: another one signed it; `unknown`: nobody did. */
  from: "own" | "device" | "unknown";
  /** Of the key; empty without one. */
  fingerprint: string;
}

/** Of a manifest whose signature holds. */
export function originOf({ device }: Manifest, ownKey: string): Origin {
  if (!device) return { from: "unknown", fingerprint: "" };
  return { from: device.key === ownKey ? "own" : "device", fingerprint: fingerprintOf(device.key) };
}

function isNewer(one: string, other: string): boolean {
  const [a, b] = [numbers(one), numbers(other)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

const numbers = (version: string) =>
  (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? "999999.0.0").split(".").map(Number);
