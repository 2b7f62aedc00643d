/** One small JSON request to a service of the manufacturer, or of this device. */
import { urlToHttpOptions } from "node:url";
import { ask } from "@hubwart/core/http";

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

/** Rejects when there is no whole answer within the time. */
export async function smallRequest(options: SmallRequest): Promise<SmallAnswer> {
  const url = new URL(options.url);
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (options.bearer !== undefined) headers["authorization"] = `Bearer ${options.bearer}`;
  const reply = await ask({
    tls: url.protocol === "https:",
    to: urlToHttpOptions(url),
    method: options.method,
    headers,
    ...(body === undefined ? {} : { body }),
    within: options.timeout,
    most: LARGEST_ANSWER,
  });
  return { status: reply.status, json: readJson(reply.body) };
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
