/**
 * What the appliance's account may ask of the release service of a device (`hostd releases`): a closed set. One
 * connection carries one request and one answer, lines of JSON; while a release is installed the service asks in between
 * for pieces, which come as a line with their size and so many bytes.
 *
 *     → {"verb":"install","channel":"stable","version":"1.2.0","license":"…"}
 *     ← {"need":"metadata","name":"2.root.json","most":65536}      → {"size":null}
 *     ← {"need":"archive","size":41000000}                         → {"size":41000000} and the bytes
 *     ← {"ok":true}
 *
 * Nothing that is handed over is trusted: the service judges each piece by its own root of trust and its own memory.
 */
import * as z from "zod/mini";
import { channelSchema, versionSchema } from "../release.ts";

/** Longest line in either direction, bytes. */
export const LINE_LIMIT = 32 * 1024;

export const deviceRequest = z.discriminatedUnion("verb", [
  /** Puts a release that the channel offers beside the running one. */
  z.strictObject({
    verb: z.literal("install"),
    channel: channelSchema,
    version: versionSchema,
    /** Of this device; it says which channels it may take. */
    license: z.string().check(z.maxLength(20_000)),
  }),
  /** Makes an installed, newer release the current one, on trial. */
  z.strictObject({ verb: z.literal("use"), version: versionSchema }),
  /** Ends the trial of this version: it stays. */
  z.strictObject({ verb: z.literal("confirm"), version: versionSchema }),
  /** Ends the trial of this version: what was before is current again. */
  z.strictObject({ verb: z.literal("back"), version: versionSchema }),
  /** Of an installed release that nothing runs from. */
  z.strictObject({ verb: z.literal("remove"), version: versionSchema }),
]);
export type DeviceRequest = z.output<typeof deviceRequest>;

const FAULTS = [
  "unreachable",
  "expired",
  "signature",
  "rollback",
  "inconsistent",
  "not-offered",
  "damaged",
  "archive",
  "device",
  "unknown",
] as const;

export const deviceMessage = z.union([
  z.object({ need: z.literal("metadata"), name: z.string(), most: z.int() }),
  z.object({ need: z.literal("archive"), size: z.int() }),
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    kind: z.enum([
      "invalid",
      "not-found",
      "denied",
      "conflict",
      "no-room",
      "release",
      "unavailable",
      "defect",
    ]),
    /** German where a person gets to see it. */
    message: z.string(),
    fault: z.optional(z.enum(FAULTS)),
  }),
]);
export type DeviceMessage = z.output<typeof deviceMessage>;
export type DeviceRefusal = Extract<DeviceMessage, { ok: false }>;

/** Names of metadata that are asked for (TUF 1.0, consistent snapshots). */
export const METADATA_NAME = /^(timestamp|\d{1,9}\.(root|snapshot|targets))\.json$/;
