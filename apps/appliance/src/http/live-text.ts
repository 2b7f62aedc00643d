/** An endless text on its way to a caller: compressed where he takes that, and each piece of it sent at once. */
import { pipeline, type Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";

/** A window of 16 KiB suits events that repeat one another, and costs 130 KiB a caller (zlib's manual: deflateInit2). */
const GZIP = { flush: constants.Z_SYNC_FLUSH, level: 4, windowBits: 14, memLevel: 7 } as const;

/** `Accept-Encoding` names gzip, and not to refuse it (RFC 9110 §12.5.3). */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  return /(^|,)\s*gzip\s*(;\s*q=(1|0?\.0*[1-9])[\d.]*\s*)?(,|$)/i.test(String(accepted ?? ""));
}

/** What ends one ends the other. */
export function gzipped(text: Readable): Readable {
  return pipeline(text, createGzip(GZIP), () => undefined);
}
