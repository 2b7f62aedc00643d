import { Backoff } from "@hubwart/core";
import { texts } from "./texts.ts";

/** MQTT 5: use another server, server moved. */
export const MOVED: ReadonlySet<number> = new Set([0x9c, 0x9d]);

/** Version, client id, password, permission, ban, method of signing in, rate of connections. */
const LASTING: Record<4 | 5, ReadonlySet<number>> = {
  4: new Set([1, 2, 4, 5]),
  5: new Set([0x84, 0x85, 0x86, 0x87, 0x8a, 0x8c, 0x9f, ...MOVED]),
};

/**
 * Whether a refused sign-in would be refused again until somebody changes something. To repeat it every few seconds would
 * lock the account at many brokers.
 */
export function refusesFor(level: 4 | 5, code: number): boolean {
  return LASTING[code < 0x80 ? 4 : level].has(code);
}

/** Between two sign-ins that a broker refuses: most lock an account after some in a short time. */
export const refusedBackoff = (): Backoff => new Backoff(10_000, 300_000);

/** German reason, of a broker that is asked again after such a pause. */
export const askedMoreRarely = (why: string): string => texts.askedMoreRarely(why);

export function refusalText(level: 4 | 5, code: number): string {
  // A broker that knows only 3.1.1 answers a newer client with the old numbers.
  return (level === 4 || code < 0x80 ? texts.connect311[code] : undefined) ?? reasonText(code);
}

export function reasonText(code: number): string {
  return texts.mqtt5[code] ?? texts.otherReason(code.toString(16).padStart(2, "0"));
}
