/**
 * One small JSON request to a service of the manufacturer: bounded in time and size. With Node's own client,
 * because `fetch` brings a whole HTTP stack into memory for a request a day.
 */
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

export interface SmallRequest {
  url: string;
  method: "GET" | "POST";
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as `Authorization: Bearer`. */
  bearer?: string;
  /** ms for the whole exchange. */
  timeout: number;
}

export interface SmallAnswer {
  status: number;
  /** Parsed JSON; undefined if it is none. */
  json: unknown;
}

const LARGEST_ANSWER = 64 * 1024;

export class AnswerTooLargeError extends Error {}

/** Rejects when there is no whole answer within the time. */
export function smallRequest(options: SmallRequest): Promise<SmallAnswer> {
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (options.bearer !== undefined) headers.authorization = `Bearer ${options.bearer}`;
  const send = options.url.startsWith("https:") ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(
      options.url,
      { method: options.method, headers, agent: false, signal: AbortSignal.timeout(options.timeout) },
      (incoming) => {
        const parts: Buffer[] = [];
        let size = 0;
        incoming.on("data", (part: Buffer) => {
          size += part.length;
          if (size > LARGEST_ANSWER) outgoing.destroy(new AnswerTooLargeError());
          else parts.push(part);
        });
        incoming.on("error", reject);
        incoming.on("end", () => {
          resolve({ status: incoming.statusCode ?? 0, json: readJson(Buffer.concat(parts)) });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A configured address, as paths are appended to it. */
export const withoutSlash = (url: string) => url.replace(/\/+$/, "");

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
