/**
 * One interface of the HTTP client pod: what all its channels share, namely base URL, credentials,
 * bounded connections, and whether the server can be reached.
 */
import { ConnectionCheck, NO_CONNECTION, STEP } from "../base/check.ts";
import type { CheckResult } from "../base/methods.ts";
import type { PodContext } from "../base/pod.ts";
import { parseHeaders } from "./headers.ts";
import { type Answer, HttpClient, HttpFailure } from "./request.ts";
import type { HttpOutIface } from "./schema.ts";

export interface Ask {
  method: string;
  /** Below the base URL, with query. */
  path: string;
  contentType?: string | undefined;
  body?: string | undefined;
}

export class TargetServer {
  readonly #id: string;
  readonly #config: HttpOutIface;
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #context: PodContext;
  readonly #client: HttpClient;
  #reached: boolean | undefined;
  #lastError = "";

  constructor(id: string, config: HttpOutIface, context: PodContext) {
    this.#id = id;
    this.#config = config;
    this.#base = config.url.replace(/\/+$/, "");
    this.#headers = { ...parseHeaders(config.headers ?? ""), ...credentials(config) };
    this.#context = context;
    this.#client = new HttpClient({
      verify: config.verify,
      ca: config.ca,
      connections: config.connections,
      timeoutMs: config.timeout,
      redirects: config.redirects,
      largestAnswer: config.max_size * 1024,
      clock: context.clock,
      signal: context.scope.signal,
    });
    context.scope.add(() => this.#client.end());
  }

  url(path: string): URL {
    return new URL(
      path === "" || path.startsWith("/") || path.startsWith("?")
        ? this.#base + path
        : `${this.#base}/${path}`,
    );
  }

  /** `ask`: what a poll would ask; without one the base URL is fetched, because a test must change nothing. */
  async check(ask: Ask | undefined, signal: AbortSignal): Promise<CheckResult> {
    const check = new ConnectionCheck(this.#context.clock);
    const { hostname, port, protocol } = this.url("");
    const https = protocol === "https:";
    const socket = await check.connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (https ? 443 : 80),
      ...(https ? { tls: { verify: this.#config.verify, ca: this.#config.ca } } : {}),
      signal,
    });
    socket?.destroy();
    if (!socket) check.skip(STEP.protocol, NO_CONNECTION);
    else {
      await check.step(
        STEP.protocol,
        async () => {
          const answer = await this.ask(ask ?? { method: "GET", path: "" });
          if (answer.status === 401 || answer.status === 403) {
            throw new Error(`Der Server lehnt die Anmeldung ab (${answer.status}).`);
          }
          return answer;
        },
        (answer) => `${statusText(answer)}.`,
      );
    }
    return check.result;
  }

  /** Rejects with an HttpFailure; any status is an answer. */
  async ask({ method, path, contentType, body }: Ask): Promise<Answer> {
    try {
      const answer = await this.#client.request({
        method,
        url: this.url(path),
        headers: this.#headers,
        contentType,
        body,
      });
      if (answer.status === 401) this.#state(false, "Der Server lehnt die Anmeldung ab (401)");
      else this.#state(true, "");
      return answer;
    } catch (error) {
      if (error instanceof HttpFailure)
        this.#state(!error.unreachable, error.unreachable ? error.message : "");
      throw error;
    }
  }

  #state(reached: boolean, error: string): void {
    if (this.#context.scope.ended || (reached === this.#reached && error === this.#lastError)) return;
    if (reached && this.#reached !== true)
      this.#context.log.info(`${new URL(this.#base).host} ist erreichbar`);
    if (!reached) this.#context.log.warn(error);
    this.#reached = reached;
    this.#lastError = error;
    this.#context.connection(
      this.#id,
      reached ? { state: true, active: 1 } : { state: false, active: 0, error },
    );
  }
}

function credentials({ auth, user, password, token }: HttpOutIface): Record<string, string> {
  switch (auth) {
    case "none":
      return {};
    case "basic":
      return { authorization: `Basic ${Buffer.from(`${user ?? ""}:${password ?? ""}`).toString("base64")}` };
    case "bearer":
      return { authorization: `Bearer ${token ?? ""}` };
  }
}

/** German; what a status that is no success means for the channel. */
export function statusText({ status, statusText }: Answer): string {
  const phrase = /^[\x20-\x7e]{1,60}$/.test(statusText) ? ` ${statusText}` : "";
  return `Der Server antwortet mit ${status}${phrase}`;
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
