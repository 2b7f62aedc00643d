/** What every chat service can do, and HTTP requests to those that speak it. */
import type { Clock } from "@hubwart/core";
import { type Answer, HttpClient, HttpFailure, type Outgoing } from "../shared/http/request.ts";
import type { Delivery, Letter } from "../shared/notify/outbound.ts";
import type { ChatIface } from "./schema.ts";
import { texts } from "./texts.ts";

export type Sent = Delivery & { answer?: string };

export interface Received {
  from: string;
  /** Where an answer goes. */
  room: string;
  text: string;
  /** ms since the epoch. */
  ts: number;
}

export interface Service {
  /** Characters of a message that the service takes; what is longer is cut. */
  readonly longest: number;
  /** Keeps a connection, which is watched even where nobody may give commands. */
  readonly lasting?: boolean;
  /** Never throws. */
  send(letter: Letter): Promise<Sent>;
  /** Who the service takes the pod for. @throws Error in German */
  whoAmI?(): Promise<string>;
  /** One round of waiting for messages, at most half a minute. @throws Error in German */
  receive?(): Promise<Received[]>;
  end(): Promise<void>;
}

export interface ServiceOptions {
  config: ChatIface;
  clock: Clock;
  signal: AbortSignal;
}

const REQUEST_MS = 20_000;
/** Of one round of waiting. */
export const POLL_S = 25;
const LARGEST_ANSWER = 1024 * 1024;
/** Of messages: anybody may write long ones. */
const LARGEST_NEWS = 8 * LARGEST_ANSWER;

export class Web {
  readonly host: string;
  readonly #sending: HttpClient;
  readonly #waiting: HttpClient;

  constructor(base: string, { clock, config, signal }: ServiceOptions) {
    this.host = new URL(base).host;
    const { ca, verify } = config;
    const options = {
      verify,
      ca,
      connections: 1,
      redirects: 0,
      clock,
      signal,
    };
    this.#sending = new HttpClient({ ...options, largestAnswer: LARGEST_ANSWER, timeoutMs: REQUEST_MS });
    const timeoutMs = (POLL_S + 15) * 1000;
    this.#waiting = new HttpClient({ ...options, largestAnswer: LARGEST_NEWS, timeoutMs });
  }

  /** @throws HttpFailure, whose message names neither path nor query */
  async json(
    outgoing: Omit<Outgoing, "contentType">,
    waits = false,
  ): Promise<{ answer: Answer; body: unknown }> {
    const client = waits ? this.#waiting : this.#sending;
    const answer = await client.request({ ...outgoing, contentType: "application/json" });
    return { answer, body: parsed(answer.text) };
  }

  async end(): Promise<void> {
    await Promise.all([this.#sending.end(), this.#waiting.end()]);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The field of an object, undefined for anything else. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

export function textField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
}

const LONGEST = 300;

/** A service's own words, on one line. */
export function plain(words: string): string {
  return words
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST);
}

/** A round of waiting that the service refused. */
export class Refused extends Error {
  /** ms */
  readonly wait: number;

  constructor(message: string, wait = 0) {
    super(message);
    this.wait = wait;
  }
}

/** @param words what the service says, if anything; `retryMs`: how long it asks to wait */
export function deliveryOf(status: number, host: string, words: string | undefined, retryMs?: number): Sent {
  const said = words === undefined || words === "" ? `HTTP ${status}` : plain(words);
  if (status >= 200 && status < 300) return { t: "sent", answer: said };
  const told = { answer: said };
  if (status === 429 || (status === 503 && retryMs !== undefined)) {
    const ms = retryMs === undefined ? {} : { ms: retryMs };
    return { t: "later", reason: texts.askedToWait(host, said), ...ms, ...told };
  }
  if (status === 401) return { t: "away", reason: texts.tokenRefused(host, said), ...told };
  if (status >= 500 || status === 408)
    return { t: "away", reached: true, reason: texts.disturbed(host, said), ...told };
  return { t: "refused", reason: texts.messageRefused(host, said), ...told };
}

/** The service has more to tell than is read at a time. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof HttpFailure && error.tooLarge;
}

export function failureOf(error: unknown): Sent {
  if (!(error instanceof HttpFailure)) throw error;
  return { t: "away", reached: error.sent, reason: error.message };
}
