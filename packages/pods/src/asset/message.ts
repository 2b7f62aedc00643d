/**
 * What a field device says, held against its shape. One JSON object a message, its kind in `t`:
 *
 *     {"t":"hello","token":"…"}  or  {"t":"hello","user":"…","password":"…"}, with "resume":true after a break
 *     {"t":"values","seq":7,"values":{"temp":21.5},"ts":1700000000000,"quality":0}
 *     {"t":"ack","seq":3,"refused":{"setpoint":"too high"}}
 *     {"t":"ping"}
 */
import type { Quality } from "@hubwart/ipc";
import { texts } from "./texts.ts";

export type DeviceMessage =
  | { t: "hello"; credentials: { token: string } | { user: string; password: string }; resume: boolean }
  | {
      t: "values";
      seq: number | undefined;
      values: Record<string, unknown>;
      ts: number | undefined;
      quality: Quality;
    }
  | { t: "ack"; seq: number; refused: Record<string, unknown> }
  | { t: "ping" };

/** Of a message, in either direction. */
export const MESSAGE_BYTES = 64 * 1024;
export const MOST_VALUES = 1_000;
const LONGEST_TOKEN = 200;
const LONGEST_NAME = 100;
const LONGEST_PASSWORD = 1_024;

/** @returns a German text for what fits nothing */
export function deviceMessage(raw: unknown): DeviceMessage | string {
  if (!isObject(raw)) return texts.wantedObject;
  switch (raw["t"]) {
    case "hello":
      return hello(raw);
    case "values":
      return values(raw);
    case "ack": {
      const { seq, refused = {} } = raw;
      if (!isCount(seq) || !isObject(refused)) return texts.ackNeedsSeq;
      return { t: "ack", seq, refused };
    }
    case "ping":
      return { t: "ping" };
    default:
      return texts.unknownMessage;
  }
}

function hello({ token, user, password, resume }: Record<string, unknown>): DeviceMessage | string {
  const again = { t: "hello", resume: resume === true } as const;
  if (isText(token, LONGEST_TOKEN)) return { ...again, credentials: { token } };
  if (isText(user, LONGEST_NAME) && isText(password, LONGEST_PASSWORD)) {
    return { ...again, credentials: { user, password } };
  }
  return texts.helloNeeds;
}

function values(raw: Record<string, unknown>): DeviceMessage | string {
  const { seq, ts, quality = 0 } = raw;
  const given = raw["values"];
  if (!isObject(given)) return texts.valuesNeed;
  if (Object.keys(given).length > MOST_VALUES) return texts.mostValues(MOST_VALUES);
  if (seq !== undefined && !isCount(seq)) return texts.seqWhole;
  if (ts !== undefined && !isCount(ts)) return texts.tsTime;
  if (quality !== 0 && quality !== 1 && quality !== 2) return texts.qualityRange;
  return { t: "values", seq, values: given, ts, quality };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= most;
