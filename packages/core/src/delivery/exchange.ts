/**
 * One HTTP exchange with a target on this device or beside it: bounded in time and size, with Node's own
 * client, because `fetch` brings a whole HTTP stack into memory.
 */
import { request as plainRequest, type RequestOptions } from "node:http";
import { address, netErrorText } from "../net-errors.ts";
import { EXCHANGE_MS, TargetError } from "./target-error.ts";

export interface Exchange {
  /** With certificates that this process trusts (`trust.ts`). */
  tls?: boolean;
  host: string;
  port: number;
  method: "GET" | "POST";
  /** Path and query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  /** Shown in errors instead of the address. */
  shown?: string;
  /** For the whole exchange, ms. */
  within?: number;
}

export interface ExchangeAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The first 64 KiB. */
  text: string;
}

const LARGEST_ANSWER = 64 * 1024;
/** An answer that goes on for longer is broken off. */
const LONGEST_ANSWER = 16 * LARGEST_ANSWER;

export async function exchange(options: Exchange): Promise<ExchangeAnswer> {
  const { host, port, method, path, body, signal, tls, within = EXCHANGE_MS } = options;
  const shown = options.shown ?? address(host, port);
  const headers: Record<string, string> = { accept: "application/json", ...options.headers };
  if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
  const request = tls === true ? (await import("node:https")).request : plainRequest;
  return await new Promise((resolve, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(within)]);
    const asked: RequestOptions = { host, port, method, path, headers, agent: false, signal: limit };
    const outgoing = request(asked, (incoming) => {
      const parts: Buffer[] = [];
      let size = 0;
      incoming.on("data", (part: Buffer) => {
        if (size < LARGEST_ANSWER) parts.push(part);
        size += part.length;
        if (size > LONGEST_ANSWER) outgoing.destroy(new TargetError(`${shown} antwortet ohne Ende`));
      });
      incoming.on("error", fail);
      incoming.on("end", () => {
        const text = Buffer.concat(parts).subarray(0, LARGEST_ANSWER).toString("utf8");
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    function fail(error: Error): void {
      const timedOut = limit.aborted && !signal.aborted;
      const cause = timedOut ? Object.assign(new Error("timeout"), { code: "ETIMEDOUT" }) : error;
      reject(error instanceof TargetError ? error : new TargetError(netErrorText(cause, shown)));
    }
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

/** What a service says of its refusal: a field of its JSON, or its first line. */
export function saying(text: string, ...fields: string[]): string {
  try {
    const json: unknown = JSON.parse(text);
    for (const field of fields) {
      const value: unknown = typeof json === "object" && json !== null ? Reflect.get(json, field) : undefined;
      if (typeof value === "string" && value !== "") return value.slice(0, 300);
    }
  } catch {
    // Not JSON: the text itself.
  }
  return text.split("\n")[0]?.trim().slice(0, 300) ?? "";
}
