/** One HTTP exchange with a target on this device or beside it, and what it says of a refusal. */
import { AnswerTooLargeError, ask } from "../http/ask.ts";
import { address, netErrorText } from "../net-errors.ts";
import { texts } from "../texts.ts";
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

/** @throws TargetError */
export async function exchange(options: Exchange): Promise<ExchangeAnswer> {
  const { host, port, method, path, body, signal, tls = false, within = EXCHANGE_MS } = options;
  const shown = options.shown ?? address(host, port);
  try {
    const reply = await ask({
      tls,
      to: { host, port, path },
      method,
      headers: { accept: "application/json", ...options.headers },
      ...(body === undefined ? {} : { body }),
      signal,
      within,
      most: LARGEST_ANSWER,
      longest: LONGEST_ANSWER,
    });
    return { status: reply.status, headers: reply.headers, text: reply.body.toString("utf8") };
  } catch (error) {
    throw new TargetError(
      error instanceof AnswerTooLargeError ? texts.answersEndlessly(shown) : netErrorText(error, shown),
    );
  }
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
