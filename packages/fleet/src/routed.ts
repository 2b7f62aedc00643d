/**
 * A call of a hub's own contract that somebody asks for at the central: the question on `hw.<hub>.call`, and the hub's answer. Who asks
 * and with which level is the central's word; the hub gives no more than its site allowed, whatever that word is.
 */
import { LEVELS } from "@hubwart/contract";
import { withinBounds } from "@hubwart/core";
import * as z from "zod/mini";
import { FLEET_LIMITS } from "./limits.ts";
import { transferOpened } from "./transfers.ts";

/** Names and values of a path and a query. */
const named = z.record(
  z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/)),
  z.string().check(z.maxLength(10_000)),
);

/** Names a stream that is watched from afar, among those of the same person. */
export const WATCH_ID = /^[A-Za-z0-9_-]{16,40}$/;
/** As a header of HTTP has it. */
const ETAG = /^[\x21-\x7e]{1,200}$/;

/** One line that can be read: no control characters, none that turn the direction of writing, no half characters. */
export const PERSON_NAME = /^\P{C}{1,60}$/u;

export const routedCall = z.object({
  v: z.literal(1),
  /** Name of the call in the contract of the hub. */
  call: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,59}$/)),
  /** Of the central. */
  person: z.object({
    id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
    name: z.string().check(z.regex(PERSON_NAME)),
  }),
  /** What the person may at the central. */
  level: z.enum(LEVELS),
  params: z.optional(named),
  query: z.optional(named),
  /** `If-Match`: a save is refused where somebody else was faster. */
  match: z.optional(z.string().check(z.regex(ETAG))),
  /** Of the event stream: the first call of a name opens it, each one brings what came since the one before. */
  watch: z.optional(z.string().check(z.regex(WATCH_ID))),
  /** Opens a file that comes, or one that goes: what is in it follows piece by piece (`transfers.ts`). */
  file: z.optional(transferOpened),
  /** JSON as text: the hub reads it as it reads that of any other caller. */
  body: z.optional(z.string().check(z.maxLength(FLEET_LIMITS.message))),
});
export type RoutedCall = z.output<typeof routedCall>;

export const routedAnswer = z.object({
  v: z.literal(1),
  /** As of HTTP. */
  status: z.int().check(z.minimum(200), z.maximum(599)),
  /** JSON as text, or what `type` says. */
  body: z.string().check(z.maxLength(FLEET_LIMITS.message)),
  /** Content type of text that is no JSON. */
  type: z.optional(z.string().check(z.regex(/^(text|application)\/[a-z-]{1,40}$/))),
  etag: z.optional(z.string().check(z.regex(ETAG))),
});
export type RoutedAnswer = z.output<typeof routedAnswer>;

/** As the edge of a hub says it. @param code of the contract */
export const routedRefusal = (status: number, code: number, message: string): RoutedAnswer => ({
  v: 1,
  status,
  body: JSON.stringify({ code, message }),
});

/** Both messages are flat: whoever nests them means harm. */
const FLAT = { depth: 3, members: 200 };

/** Undefined for what is none, is too long, or is nested. */
export function readRouted<S extends z.ZodMiniType>(schema: S, data: Uint8Array): z.output<S> | undefined {
  if (data.length > FLEET_LIMITS.message) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    return withinBounds(text, FLAT) ? z.safeParse(schema, JSON.parse(text)).data : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where the message would be too long. */
export function writeRouted(message: RoutedCall | RoutedAnswer): Uint8Array | undefined {
  const data = new TextEncoder().encode(JSON.stringify(message));
  return data.length > FLEET_LIMITS.message ? undefined : data;
}
