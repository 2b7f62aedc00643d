/**
 * One HTTP request with everything bounded: duration, size of the answer, redirections.
 *
 *     const client = new HttpClient({ verify: true, ca: undefined, connections: 4 });
 *     const answer = await client.request({ method: "GET", url, headers: {}, ... });
 *
 * Rejects with an HttpFailure whose German message names the server but no query, credential or body.
 * `node:http` rather than fetch: an idle pod stays 14 MB smaller.
 */
import { Agent, type IncomingMessage, request as plainRequest, type RequestOptions } from "node:http";
import type { Agent as TlsAgent } from "node:https";
import type { Clock } from "@hubwart/core";
import { netErrorText } from "../base/net-errors.ts";

export interface Outgoing {
  method: string;
  url: URL;
  /** Sent to the first server only, never to the target of a redirection elsewhere. */
  headers: Record<string, string>;
  contentType?: string | undefined;
  body?: string | undefined;
}

export interface Answer {
  status: number;
  statusText: string;
  text: string;
}

export interface ClientOptions {
  verify: boolean;
  ca: string | undefined;
  /** Most sockets open to one server. */
  connections: number;
  timeoutMs: number;
  redirects: number;
  /** Bytes. */
  largestAnswer: number;
  clock: Clock;
  signal: AbortSignal;
}

/** The server could not be asked, or what it sent could not be used. */
export class HttpFailure extends Error {
  /** Whether the server was not reached at all. */
  readonly unreachable: boolean;
  constructor(message: string, unreachable: boolean) {
    super(message);
    this.unreachable = unreachable;
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
    for (let hop = 0; ; hop++) {
      const { answer, location } = await this.#once(next, true);
      if (location === undefined) return answer;
      if (hop === this.#options.redirects) {
        throw new HttpFailure(`${outgoing.url.host} leitet zu oft weiter`, false);
      }
      next = redirected(next, answer.status, location);
    }
  }

  async end(): Promise<void> {
    this.#agent.destroy();
    (await this.#tls)?.agent.destroy();
  }

  async #once(outgoing: Outgoing, again: boolean): Promise<{ answer: Answer; location: string | undefined }> {
    const { method, url, headers, contentType, body } = outgoing;
    const { send, agent } = await this.#transport(url);
    const options: RequestOptions = {
      method,
      agent,
      signal: this.#options.signal,
      headers: {
        Accept: "*/*",
        "Accept-Encoding": "identity",
        "User-Agent": "http_out",
        ...headers,
        ...(contentType === undefined ? {} : { "Content-Type": contentType }),
        ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
      },
    };
    return await new Promise((resolve, reject) => {
      let stop: () => void = () => undefined;
      const request = send(url, options, (response) => {
        this.#read(response, url).then((text) => {
          stop();
          const status = response.statusCode ?? 0;
          const answer = { status, statusText: response.statusMessage ?? "", text };
          const moves = [301, 302, 303, 307, 308].includes(status);
          resolve({ answer, location: moves ? response.headers.location : undefined });
        }, fail);
      });
      const fail = (error: unknown) => {
        stop();
        request.destroy();
        // The server closed a kept connection just when it was used again: the request never reached it.
        if (again && request.reusedSocket && isReset(error)) {
          resolve(this.#once(outgoing, false));
          return;
        }
        reject(error instanceof HttpFailure ? error : new HttpFailure(netErrorText(error, url.host), true));
      };
      request.on("error", fail);
      // Waiting for one of the bounded sockets is not the server's fault, so the time runs from then on.
      request.on("socket", () => {
        stop = this.#options.clock.after(this.#options.timeoutMs, () =>
          fail(
            new HttpFailure(`${url.host} antwortet nicht innerhalb von ${this.#options.timeoutMs} ms`, true),
          ),
        );
      });
      request.end(body);
    });
  }

  async #transport(url: URL): Promise<{ send: typeof plainRequest; agent: Agent }> {
    if (url.protocol === "http:") return { send: plainRequest, agent: this.#agent };
    this.#tls ??= import("node:https").then((https) => ({
      request: https.request,
      agent: new https.Agent({
        ...pooling(this.#options),
        rejectUnauthorized: this.#options.verify,
        ...(this.#options.ca === undefined ? {} : { ca: this.#options.ca }),
      }),
    }));
    const { request, agent } = await this.#tls;
    return { send: request, agent };
  }

  async #read(response: IncomingMessage, url: URL): Promise<string> {
    const encoding = response.headers["content-encoding"] ?? "identity";
    if (encoding !== "identity") {
      throw new HttpFailure(
        `${url.host} antwortet komprimiert (${encoding}), obwohl das nicht verlangt war`,
        false,
      );
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > this.#options.largestAnswer) {
        throw new HttpFailure(
          `Die Antwort von ${url.host} ist größer als ${this.#options.largestAnswer / 1024} KiB`,
          false,
        );
      }
      chunks.push(chunk);
    }
    return decoder(response.headers["content-type"]).decode(Buffer.concat(chunks, size));
  }
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

/** The charset that the answer declares, UTF-8 if none or an unknown one. */
function decoder(contentType: string | undefined): TextDecoder {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** The next request of a redirection (RFC 9110 §15.4). Credentials stay with the server they are meant for. */
function redirected(from: Outgoing, status: number, location: string): Outgoing {
  if (!URL.canParse(location, from.url)) {
    throw new HttpFailure(`${from.url.host} leitet auf eine ungültige Adresse weiter`, false);
  }
  const url = new URL(location, from.url);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new HttpFailure(`${from.url.host} leitet auf eine ungültige Adresse weiter`, false);
  }
  if (from.url.protocol === "https:" && url.protocol === "http:") {
    throw new HttpFailure(`${from.url.host} leitet von https auf unverschlüsseltes http weiter`, false);
  }
  const headers = url.origin === from.url.origin ? from.headers : {};
  const keeps = status === 307 || status === 308 || from.method === "GET";
  return keeps ? { ...from, url, headers } : { method: "GET", url, headers };
}
