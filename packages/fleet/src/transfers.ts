/**
 * A file of a hub that a person at the central asks for, or sends there: opened by a call (`file` of `routedCall`), then piece by piece, each
 * one asked for and answered, so that nobody holds more than a piece. A message is `head\nbytes`, the head as JSON; what the hub refuses is an
 * answer like any other, without a line break.
 */
import { LEVELS } from "@hubwart/contract";
import * as z from "zod/mini";

export const TRANSFER_LIMITS = {
  /** Bytes of a piece. */
  piece: 256 * 1024,
  /** Bytes of a file that comes from a site, and of one that goes there. */
  down: 256 * 1024 ** 2,
  up: 32 * 1024 ** 2,
  /** At one hub: files that come, files that go. */
  atOnce: 2,
  /** ms after which one of which nobody asks for the next piece ends at the hub, and after which it ends in any case. */
  idle: 30_000,
  whole: 900_000,
  /** ms between two pieces at one hub: other calls go on beside them. */
  pace: 100,
} as const;

/** Hard to guess: it is all that names one. */
export const TRANSFER_ID = /^[A-Za-z0-9_-]{22,40}$/;
const id = z.string().check(z.regex(TRANSFER_ID));
const whole = z.int().check(z.minimum(0), z.maximum(TRANSFER_LIMITS.down));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Of a call that opens one. What goes up says its name, its bytes, and the other fields of its form. */
export const transferOpened = z.object({
  id,
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^\P{C}+$/u))),
  size: z.optional(whole),
  fields: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/)),
      z.string().check(z.maxLength(10_000)),
    ),
  ),
});
export type TransferOpened = z.output<typeof transferOpened>;

/** `at`: bytes that went before. */
export const transferPiece = z.object({
  v: z.literal(1),
  file: id,
  does: z.enum(["read", "write", "end", "drop"]),
  person: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  level: z.enum(LEVELS),
  at: whole,
  /** Of all of it, with `end`. */
  sha256: z.optional(sha256),
});
export type TransferPiece = z.output<typeof transferPiece>;

/** The head of what `read` is answered. */
export const transferTold = z.object({
  v: z.literal(1),
  at: whole,
  last: z.boolean(),
  /** Of all of it, with the last. */
  sha256: z.optional(sha256),
});
export type TransferTold = z.output<typeof transferTold>;

/** What a hub answers to the call that opens a file which comes. */
export const transferOffer = z.object({ code: z.literal(0), name: z.string(), size: z.optional(whole) });

const NEWLINE = 0x0a;
const LONGEST_HEAD = 2_000;

export const pieceMessage = (head: TransferPiece | TransferTold, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`, "utf8"), bytes]);

/** Undefined for what is no such message: then it may be an ordinary call, or its answer. */
export function readPiece<S extends z.ZodMiniType>(
  schema: S,
  data: Uint8Array,
): { head: z.output<S> | undefined; bytes: Uint8Array } | undefined {
  const end = data.subarray(0, LONGEST_HEAD).indexOf(NEWLINE);
  if (end < 0) return undefined;
  const bytes = data.subarray(end + 1);
  if (bytes.length > TRANSFER_LIMITS.piece) return { head: undefined, bytes: new Uint8Array() };
  try {
    const head: unknown = JSON.parse(Buffer.from(data.subarray(0, end)).toString("utf8"));
    return { head: z.safeParse(schema, head).data, bytes };
  } catch {
    return { head: undefined, bytes: new Uint8Array() };
  }
}
