/**
 * One HTTP request with everything bounded: duration, size of the answer, redirections.
 *
 *     const client = new HttpClient({ verify: true, ca: undefined, connections: 4 });
 *     const answer = await client.request({ method: "GET", url, headers: {}, ... });
 *
 * A POST or PATCH leaves at most once, but for redirections that ask for it elsewhere. Rejects with an HttpFailure whose German message names the server but no query, credential or body.
 * `node:http` rather than fetch: an idle pod stays 14 MB smaller.
 */
import { Agent, type IncomingMessage, request as plainRequest } from "node:http";
import type { Agent as TlsAgent } from "node:https";
import { type Clock, tlsPeer, waitAsked } from "@hubwart/core";
import { netErrorText } from "@hubwart/runtime/net-errors";
import { decode } from "./charset.ts";
import { exchange, Lost, Unsendable } from "./exchange.ts";
import { ACCEPTED_CODINGS, BodyTooLarge, BodyUnreadable, readBody } from "./read-body.ts";
import { texts } from "./texts.ts";

const GATEWAY_TIMEOUT = 504;

export interface Outgoing {
  method: string;
  url: URL;
  /** Sent to the first server only, never to the target of a redirection elsewhere. */
  headers: Record<string, string>;
  /** `Authorization` of each request on the way, as long as the server stays the first one. */
  authorize?: ((method: string, url: URL) => string | undefined) | undefined;
  contentType?: string | undefined;
  body?: string | undefined;
  /** Only the status counts: what is wrong with the body of the answer is no failure. */
  statusOnly?: boolean | undefined;
}

export interface Answer {
  status: number;
  statusText: string;
  text: string;
  /** The body should have been UTF-8 and was not: in `text` U+FFFD stands for what is lost. */
  garbled: boolean;
  /** `WWW-Authenticate`. */
  challenge: string | undefined;
  /** How long the server asks to wait, ms. */
  retryAfter?: number | undefined;
  /** The request must not be sent again, whatever the status: see `HttpFailure.open`. */
  open: boolean;
  /** The status that made a POST a GET without saying what became of its body: whatever followed, it may not have been taken. */
  bodyLostBy?: number | undefined;
}

export interface ClientOptions {
  verify: boolean;
  ca: string | undefined;
  /** The client's own, PEM; both or none. */
  cert?: string | undefined;
  key?: string | undefined;
  /** Most sockets open to one server. */
  connections: number;
  timeoutMs: number;
  redirects: number;
  /** Bytes. */
  largestAnswer: number;
  clock: Clock;
  signal: AbortSignal;
}

interface FailureDetails {
  open?: boolean;
  retryAfter?: number | undefined;
  sent?: boolean;
  tooLarge?: boolean;
}

/** The server could not be asked, or what it sent could not be used. */
export class HttpFailure extends Error {
  /** Whether the server was not reached at all. */
  readonly unreachable: boolean;
  /** The request left, it must not be sent again, and nobody knows what became of it. */
  readonly open: boolean;
  /** The request, or a part of it, may have reached the server. */
  readonly sent: boolean;
  /** The answer had more than the allowed bytes. */
  readonly tooLarge: boolean;
  /** How long the server asks to wait, ms. */
  readonly retryAfter: number | undefined;
  constructor(
    message: string,
    unreachable: boolean,
    { open = false, retryAfter, sent = false, tooLarge = false }: FailureDetails = {},
  ) {
    super(message);
    this.retryAfter = retryAfter;
    this.unreachable = unreachable;
    this.open = open;
    this.sent = sent;
    this.tooLarge = tooLarge;
  }
}

export class HttpClient {
  readonly #options: ClientOptions;
  readonly #agent: Agent;
  #tls: Promise<{ agent: TlsAgent; request: typeof plainRequest }> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#agent = new Agent(pooling(options));
  }

  async request(outgoing: Outgoing): Promise<Answer> {
    let next = outgoing;
    let bodyLostBy: number | undefined;
    for (let hop = 0; ; hop++) {
      // Sent on to where the result is shown: what was asked for has been done.
      const done = next.method !== outgoing.method && !isRepeatable(outgoing.method);
      const { answer, location } = await this.#once(next).catch((error: unknown) => {
        throw done && error instanceof HttpFailure
          ? new HttpFailure(error.message, error.unreachable, { open: true, sent: true })
          : error;
      });
      if (location === undefined) return done ? { ...answer, open: true, bodyLostBy } : answer;
      if (hop === this.#options.redirects) {
        throw new HttpFailure(texts.forwardsTooOften(outgoing.url.host), false);
      }
      if (next.method === "POST" && answer.status === 302) bodyLostBy = answer.status;
      next = redirected(next, answer.status, location);
    }
  }

  async end(): Promise<void> {
    this.#agent.destroy();
    (await this.#tls)?.agent.destroy();
  }

  /** Over as many connections as it takes: one that was kept may have been closed by the server just then. */
  async #once(outgoing: Outgoing): Promise<{ answer: Answer; location: string | undefined }> {
    const { authorize, method, url } = outgoing;
    const { host } = url;
    const repeatable = isRepeatable(method);
    // Once: some servers count what they are shown, and an attempt may end before it left.
    const authorization = authorize?.(method, url);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#exchange(outgoing, authorization, repeatable);
      } catch (error) {
        if (error instanceof Unsendable) {
          throw new HttpFailure(texts.forbiddenCharacters(host), true);
        }
        if (!(error instanceof Lost)) throw error;
        const { cause, kept, sent, answered } = error;
        const stale = kept && !answered && (repeatable ? isReset(cause) : !sent);
        if (stale && attempt < this.#options.connections && !this.#options.signal.aborted) continue;
        const open = sent && !repeatable;
        if (cause instanceof HttpFailure) {
          const { message, tooLarge, unreachable } = cause;
          throw new HttpFailure(message, unreachable, { open, sent, tooLarge });
        }
        throw new HttpFailure(netErrorText(cause, host), true, { open, sent });
      }
    }
  }

  async #exchange(
    { method, url, headers, contentType, body, statusOnly }: Outgoing,
    authorization: string | undefined,
    repeatable: boolean,
  ): Promise<{ answer: Answer; location: string | undefined }> {
    const { send, agent } = await this.#transport(url);
    const { clock, signal, timeoutMs } = this.#options;
    const { response, content } = await exchange({
      send,
      url,
      options: {
        method,
        agent,
        signal,
        headers: {
          Accept: "*/*",
          "Accept-Encoding": ACCEPTED_CODINGS,
          "User-Agent": "http_out",
          ...headers,
          ...(authorization === undefined ? {} : { authorization }),
          ...(contentType === undefined ? {} : { "Content-Type": contentType }),
          ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
        },
      },
      body,
      repeatable,
      timeoutMs,
      clock,
      late: () => new HttpFailure(texts.noAnswerWithin(url.host, timeoutMs), true),
      read: (response) => this.#read(response, url),
      unread: statusOnly === true ? { text: "", garbled: false } : undefined,
    });
    const status = response.statusCode ?? 0;
    const moves = [301, 302, 303, 307, 308].includes(status);
    return {
      answer: {
        status,
        statusText: response.statusMessage ?? "",
        ...content,
        challenge: response.headers["www-authenticate"],
        retryAfter:
          status >= 400
            ? waitAsked({ headers: response.headers, text: content.text }, clock.now())
            : undefined,
        // A gateway that waited in vain handed the request on.
        open: status === GATEWAY_TIMEOUT && !repeatable,
      },
      location: moves ? response.headers.location : undefined,
    };
  }

  async #transport(url: URL): Promise<{ send: typeof plainRequest; agent: Agent }> {
    if (url.protocol === "http:") return { send: plainRequest, agent: this.#agent };
    this.#tls ??= import("node:https").then((https) => ({
      request: https.request,
      agent: new https.Agent({
        ...pooling(this.#options),
        ...tlsPeer(this.#options),
      }),
    }));
    const { request, agent } = await this.#tls;
    return { send: request, agent };
  }

  async #read(response: IncomingMessage, url: URL): Promise<Pick<Answer, "text" | "garbled">> {
    const { largestAnswer } = this.#options;
    try {
      const content = await readBody(response, largestAnswer);
      return decode(response.headers["content-type"], content);
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        throw new HttpFailure(texts.answerTooLarge(url.host, largestAnswer / 1024), false, {
          tooLarge: true,
        });
      }
      if (!(error instanceof BodyUnreadable)) throw error;
      const said = error.kind === "coding" ? texts.oddlyCompressed : texts.brokenCompression;
      throw new HttpFailure(texts.answerOf(url.host, said), false);
    }
  }
}

/** Whether the same request may be sent twice without doing more than once (RFC 9110 §9.2.2). */
export function isRepeatable(method: string): boolean {
  return method !== "POST" && method !== "PATCH";
}

function isReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function pooling({ connections }: ClientOptions) {
  return {
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    scheduling: "lifo",
  } as const;
}

/** The next request of a redirection (RFC 9110 §15.4). Credentials stay with the server they are meant for. */
function redirected(from: Outgoing, status: number, location: string): Outgoing {
  if (!URL.canParse(location, from.url)) {
    throw new HttpFailure(texts.redirectsNowhere(from.url.host), false);
  }
  const url = new URL(location, from.url);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new HttpFailure(texts.redirectsNowhere(from.url.host), false);
  }
  if (from.url.protocol === "https:" && url.protocol === "http:") {
    throw new HttpFailure(texts.redirectsUnencrypted(from.url.host), false);
  }
  const stays = url.origin === from.url.origin;
  const headers = stays ? from.headers : {};
  const authorize = stays ? from.authorize : undefined;
  // Only 303 says that the result is to be fetched; but a POST becomes a GET after 302 nearly everywhere.
  const keeps = from.method === "GET" || (status !== 303 && (status !== 302 || from.method !== "POST"));
  const { statusOnly } = from;
  return keeps
    ? { ...from, url, headers, authorize }
    : { method: "GET", url, headers, authorize, statusOnly };
}
