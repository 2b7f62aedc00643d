/**
 * One HTTP exchange with a target on this device or beside it: bounded in time and size, with Node's own
 * client, because `fetch` brings a whole HTTP stack into memory.
 */
import { request as httpRequest } from "node:http";
import { address, netErrorText } from "@hubwart/pods/net-errors";
import { EXCHANGE_MS, TargetError } from "./target.ts";

export interface Exchange {
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
}

export interface ExchangeAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The first 64 KiB. */
  text: string;
}

const LARGEST_ANSWER = 64 * 1024;

export function exchange(options: Exchange): Promise<ExchangeAnswer> {
  const { host, port, method, path, body, signal } = options;
  const shown = options.shown ?? address(host, port);
  const headers: Record<string, string> = { accept: "application/json", ...options.headers };
  if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_MS)]);
    const outgoing = httpRequest(
      { host, port, method, path, headers, agent: false, signal: limit },
      (incoming) => {
        const parts: Buffer[] = [];
        let size = 0;
        incoming.on("data", (part: Buffer) => {
          size += part.length;
          if (size <= LARGEST_ANSWER) parts.push(part);
        });
        incoming.on("error", fail);
        incoming.on("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        });
      },
    );
    function fail(error: Error): void {
      const timedOut = limit.aborted && !signal.aborted;
      const cause = timedOut ? Object.assign(new Error("timeout"), { code: "ETIMEDOUT" }) : error;
      reject(new TargetError(netErrorText(cause, shown)));
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
