/**
 * Files that a hub sends on to its central: piece by piece, each answered with how far it is there, so that a connection that breaks costs one
 * piece. They go over the subject on which a hub asks: `head\nbytes`, the head as JSON; an offer has no bytes.
 *
 * Nothing is held for it at the hub: a file that the central does not have yet lies where it lies anyway.
 */
import * as z from "zod/mini";

/** Backups of the device; parts of its recorded history. */
export const FILE_KINDS = ["backups", "history"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const FILE_LIMITS = {
  /** Bytes of a piece. */
  piece: 256 * 1024,
  /** Bytes of a file. */
  file: 64 * 1024 ** 3,
  /** Characters of what is said about one, and of why one is refused. */
  about: 4_000,
} as const;

const whole = z.int().check(z.minimum(0));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A hub has a file; also asked again while the central checks what it got. */
export const fileOffer = z.object({
  v: z.literal(1),
  ask: z.literal("file"),
  kind: z.enum(FILE_KINDS),
  /** As the hub keeps it; no path. */
  name: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/)),
  /** Bytes. */
  size: whole.check(z.minimum(1), z.maximum(FILE_LIMITS.file)),
  sha256,
  /** What else is to be known of it, in the kind's own way. */
  about: z.optional(z.string().check(z.maxLength(FILE_LIMITS.about))),
});
export type FileOffer = z.output<typeof fileOffer>;

/** `at`: where in the file its bytes begin. */
export const filePiece = z.object({ v: z.literal(1), ask: z.literal("piece"), sha256, at: whole });
export type FilePiece = z.output<typeof filePiece>;

export const fileAnswer = z.object({
  v: z.literal(1),
  /** So many bytes are there; all of them and not stored: they are being checked. */
  at: whole,
  /** Checked, kept, and on the disk. */
  stored: z.boolean(),
  /** `never`: this file is not taken; `later`: there is no room, or the central has to recover. */
  refused: z.optional(z.enum(["never", "later"])),
  why: z.optional(z.string().check(z.maxLength(FILE_LIMITS.about))),
});
export type FileAnswer = z.output<typeof fileAnswer>;

export const withBytes = (head: FilePiece, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`, "utf8"), bytes]);

const NEWLINE = 0x0a;

/** Head and bytes of a message; without a newline it is all head. */
export function partedMessage(data: Uint8Array): { head: string; bytes: Uint8Array } {
  const end = data.indexOf(NEWLINE);
  const head = end < 0 ? data : data.subarray(0, end);
  return {
    head: Buffer.from(head).toString("utf8"),
    bytes: end < 0 ? new Uint8Array() : data.subarray(end + 1),
  };
}
