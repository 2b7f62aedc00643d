/** A call of the central as a request at the hub's own edge. */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { API_PREFIX, type CallName, type CallSpec, calls, LEVELS, type Level } from "@hubwart/contract";
import type { RemoteLevel, RoutedCall, TransferOpened } from "@hubwart/fleet";

/** As it is now: what the site allows, and the central it belongs to. */
export interface Door {
  may: RemoteLevel;
  /** The central keeps people and certificates here. */
  entrust: boolean;
  central: string;
  /** Where the central is, for the change log. */
  address: string;
}
/** One that lets more through than reports. */
export type Opened = Door & { may: Level };

/** The one that includes less. */
export const lower = (may: Level, level: Level): Level =>
  LEVELS.find((each) => each === may || each === level) ?? "see";

export const specOf = (call: string): CallSpec | undefined =>
  Object.hasOwn(calls, call) ? calls[call as CallName] : undefined;

export function requestOf(asked: RoutedCall, spec: CallSpec, url: string, door: Door, token: string) {
  return {
    method: spec.method,
    url,
    remoteAddress: door.address,
    headers: {
      host: "localhost",
      authorization: `Bearer ${token}`,
      ...(asked.match !== undefined && { "if-match": asked.match }),
      ...(spec.method === "POST" && { "content-type": "application/json" }),
    },
    ...(spec.method === "POST" && { payload: asked.body ?? "{}" }),
  } as const;
}

/** Below the contract's prefix, and nothing else, whatever the parameters are. */
export function addressOf(spec: CallSpec, { params = {}, query = {} }: RoutedCall): string | undefined {
  let missing = false;
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? (params[name] ?? "") : "";
    // Encoded, these stay what they are, and lead to another address.
    if (value === "" || value === "." || value === "..") missing = true;
    return encodeURIComponent(value);
  });
  if (missing) return undefined;
  // Who asks is said by the header alone.
  const { auth_token: _token, ticket: _ticket, ...rest } = query;
  const text = new URLSearchParams(rest).toString();
  return API_PREFIX + path + (text === "" ? "" : `?${text}`);
}

/** The form that a browser would send (RFC 7578): fields first, then the file. @param file absolute path */
export async function formOf(field: string, { fields = {}, name = "datei" }: TransferOpened, file: string) {
  const boundary = randomBytes(24).toString("hex");
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`;
  const texts = Object.entries(fields).map(([key, value]) => `${part(`name="${key}"`)}\r\n${value}\r\n`);
  const before = Buffer.from(
    `${texts.join("")}${part(`name="${field}"; filename="${quoted(name)}"`)}content-type: application/octet-stream\r\n\r\n`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const { size } = await stat(file);
  async function* bytes() {
    yield before;
    yield* createReadStream(file);
    yield after;
  }
  return {
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(before.length + size + after.length),
    },
    payload: Readable.from(bytes(), { objectMode: false }),
  };
}

/** As browsers write it into a header. */
const quoted = (name: string): string => name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
