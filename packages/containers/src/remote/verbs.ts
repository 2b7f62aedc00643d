/**
 * What can be asked of the add-ons over a socket: the verbs of `AddOns` as a closed set, each with a name of the catalogue.
 * Parameters are judged by the catalogue's own schema; no image, mount, port or command can be named.
 *
 *     { "verb": "start", "id": "mosquitto", "parameters": { "users": [] } }   →   { "ok": true, "value": null }
 *     { "verb": "pull", "id": "grafana" }   →   { "progress": { "done": 1, "total": 2 } } …   { "ok": true, "value": … }
 *
 * One connection carries one request and its answer, a line of JSON each; `pull`, `logs`, `watch` and `save` send lines before
 * it, and `load` takes lines after the request: `{ "chunk": base64 }` …, `{ "end": true }`. Whoever closes the connection calls
 * these off, and what still waits for its turn; the others are finished. To whoever only half closes it the answer may begin with a space.
 */
import { InvalidInputError } from "@hubwart/core";
import * as z from "zod/mini";
import { ADD_ON_IDS } from "../catalogue/ids.ts";

/** Longest request, bytes: 500 proxy rules with their headers, or 500 users with their topics. */
export const ADD_ON_REQUEST_LIMIT = 4 * 1024 * 1024;
const MOST_LINES = 100_000;
const MOST_AUTHORITIES = 100;
const LONGEST_AUTHORITY = 32 * 1024;

const id = z.enum(ADD_ON_IDS);
const plain = <V extends string>(verb: V) => z.strictObject({ verb: z.literal(verb), id });

export const addOnRequest = z.discriminatedUnion("verb", [
  z.strictObject({ verb: z.literal("overview") }),
  z.strictObject({ verb: z.literal("watch") }),
  z.strictObject({
    verb: z.literal("trust"),
    /** PEM. */
    authorities: z
      .array(z.string().check(z.maxLength(LONGEST_AUTHORITY)))
      .check(z.maxLength(MOST_AUTHORITIES)),
  }),
  plain("state"),
  plain("has-image"),
  plain("pull"),
  plain("stop"),
  plain("await-healthy"),
  plain("set-aside"),
  plain("put-back"),
  plain("drop-aside"),
  plain("reset"),
  z.strictObject({ verb: z.literal("save"), id, args: z.unknown() }),
  z.strictObject({ verb: z.literal("load"), id, args: z.unknown() }),
  z.strictObject({ verb: z.literal("start"), id, parameters: z.unknown(), keep: z.optional(z.boolean()) }),
  z.strictObject({ verb: z.literal("apply"), id, parameters: z.unknown() }),
  z.strictObject({
    verb: z.literal("command"),
    id,
    name: z.string().check(z.regex(/^[a-z-]{1,40}$/)),
    args: z.unknown(),
  }),
  z.strictObject({
    verb: z.literal("logs"),
    id,
    tail: z.int().check(z.minimum(0), z.maximum(MOST_LINES)),
    follow: z.boolean(),
    /** ms since the epoch. */
    since: z.optional(z.number().check(z.minimum(0), z.maximum(8.64e15))),
  }),
]);
export type AddOnRequest = z.output<typeof addOnRequest>;
export type AddOnVerb = AddOnRequest["verb"];

/** Those that change nothing; every other one leaves a line in the journal. */
export const ADD_ON_READS: ReadonlySet<AddOnVerb> = new Set([
  "overview",
  "watch",
  "state",
  "has-image",
  "await-healthy",
  "logs",
]);

/** What comes before the answer. */
export const addOnNews = z.union([
  z.object({ progress: z.object({ done: z.number(), total: z.number() }) }),
  z.object({ line: z.object({ ts: z.number(), stream: z.enum(["stdout", "stderr"]), text: z.string() }) }),
  z.object({ changed: z.string() }),
  z.object({ chunk: z.base64() }),
]);
export type AddOnNews = z.output<typeof addOnNews>;

/** Of an archive, bytes a line. */
export const ADD_ON_CHUNK = 32 * 1024;
/** What follows a request to load. */
export const addOnGiven = z.union([
  z.strictObject({ chunk: z.base64().check(z.maxLength(2 * ADD_ON_CHUNK)) }),
  z.strictObject({ end: z.literal(true) }),
]);

/** @throws InvalidInputError that names the fields */
export function parseAddOnRequest(value: unknown): AddOnRequest {
  const parsed = z.safeParse(addOnRequest, value);
  if (parsed.success) return parsed.data;
  throw new InvalidInputError(
    parsed.error.issues
      .slice(0, 20)
      .map((issue) => ({ field: issue.path.join(".").slice(0, 200), message: issue.message })),
  );
}
