/**
 * Everything that can be asked of the device service (`hostd`): a closed set. One connection carries one request and
 * one answer, each a line of JSON. Fields that are not named here are refused, in lists too.
 *
 *     { "verb": "save-hostname", "hostname": "keller" }   →   { "ok": true, "value": null }
 */
import {
  adapterProblems,
  hostname,
  LIMITS,
  networkAdapter,
  networkSettings,
  ntpSettings,
  sshSettings,
  zoneSettings,
} from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "../texts.ts";

/** Longest request, bytes. */
export const REQUEST_LIMIT = 64 * 1024;

const adapter = z.strictObject(networkAdapter.shape);
const trialId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

export const MATTERS = ["hostname", "zone", "ntp", "ssh", "network", "power"] as const;
export type Matter = (typeof MATTERS)[number];

export const request = z.discriminatedUnion("verb", [
  z.strictObject({
    verb: z.literal("read"),
    matter: z.enum(MATTERS),
    what: z.enum(["support", "configured", "active"]),
  }),
  z.strictObject({ verb: z.literal("devices") }),
  z.strictObject({ verb: z.literal("last-apply") }),
  z.strictObject({ verb: z.literal("settings-lost") }),
  z.strictObject({ verb: z.literal("save-hostname"), hostname: hostname() }),
  z.strictObject({ verb: z.literal("save-zone"), zone: zoneSettings.shape.zone }),
  z.strictObject({ verb: z.literal("save-ntp"), settings: z.strictObject(ntpSettings.shape) }),
  z.strictObject({ verb: z.literal("save-ssh"), settings: z.strictObject(sshSettings.shape) }),
  z.strictObject({
    verb: z.literal("save-network"),
    use: networkSettings.shape.use,
    interfaces: z.array(adapter).check(z.maxLength(64)),
  }),
  z.strictObject({
    verb: z.literal("trial-start"),
    interfaces: z.array(adapter).check(z.minLength(1), z.maxLength(64)),
    seconds: z.int().check(z.minimum(LIMITS.networkTestMin), z.maximum(LIMITS.networkTestMax)),
  }),
  z.strictObject({ verb: z.literal("trial-state") }),
  z.strictObject({ verb: z.literal("trial-confirm"), id: trialId }),
  z.strictObject({ verb: z.literal("trial-cancel"), id: trialId }),
  z.strictObject({ verb: z.literal("reboot") }),
]);
export type Request = z.output<typeof request>;

/** Those that change nothing; every other one leaves a line in the journal. */
export const READS: ReadonlySet<Request["verb"]> = new Set([
  "read",
  "devices",
  "last-apply",
  "settings-lost",
  "trial-state",
]);

export const answer = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({
    ok: z.literal(false),
    kind: z.enum(["invalid", "not-found", "conflict", "result", "unavailable", "denied", "defect"]),
    /** German, for people. */
    message: z.string(),
    fields: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
    code: z.optional(z.int()),
  }),
]);
export type Answer = z.output<typeof answer>;

/** @throws InvalidInputError that names the fields */
export function parseRequest(line: string): Request {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new InvalidInputError([{ field: "", message: texts.noJson }]);
  }
  const parsed = z.safeParse(request, value);
  if (!parsed.success) {
    throw new InvalidInputError(
      parsed.error.issues
        .slice(0, 20)
        .map((issue) => ({ field: issue.path.join(".").slice(0, 200), message: issue.message })),
    );
  }
  if ("interfaces" in parsed.data) checkAdapters(parsed.data.interfaces);
  return parsed.data;
}

/** @throws InvalidInputError that names the fields */
export function checkAdapters(interfaces: readonly z.output<typeof networkAdapter>[]): void {
  const problems = adapterProblems(interfaces);
  if (problems.length === 0) return;
  throw new InvalidInputError(
    problems.map(({ index, field, message }) => ({ field: `interfaces.${index}.${field}`, message })),
  );
}
