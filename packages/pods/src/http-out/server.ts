/**
 * One interface of the HTTP client pod: what all its channels share, namely base URL, credentials,
 * bounded connections, and whether the server can be reached.
 */
import type { Clock } from "@hubwart/core";
import { ConnectionCheck, NO_CONNECTION, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { PodContext } from "@hubwart/runtime/pod";
import type { SocketOptions } from "@hubwart/runtime/socket";
import { type Answer, HttpClient, HttpFailure } from "../shared/http/request.ts";
import { type Attempt, basicHeader, type Credentials, Digest, FixedHeader } from "./credentials.ts";
import { parseHeaders } from "./headers.ts";
import { OAuth } from "./oauth.ts";
import { Reach, type Standing } from "./reach.ts";
import type { HttpOutIface } from "./schema.ts";
import { SlowLane } from "./slow-lane.ts";
import { texts } from "./texts.ts";

export interface Ask {
  method: string;
  /** Below the base URL, with query. */
  path: string;
  contentType?: string | undefined;
  body?: string | undefined;
  /** See `Outgoing`. */
  statusOnly?: boolean;
}

const LARGEST_TOKEN_ANSWER = 64 * 1024;

export class TargetServer {
  readonly #id: string;
  readonly #config: HttpOutIface;
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #context: PodContext;
  readonly #client: HttpClient;
  readonly #credentials: Credentials;
  readonly #lane: SlowLane;
  readonly #reach = new Reach();
  #reached: boolean | undefined;
  #lastError = "";

  constructor(id: string, config: HttpOutIface, context: PodContext) {
    this.#id = id;
    this.#config = config;
    this.#base = config.url.replace(/\/+$/, "");
    this.#headers = parseHeaders(config.headers ?? "");
    this.#context = context;
    const { clock, scope } = context;
    const common = {
      verify: config.verify,
      ca: config.ca,
      cert: config.cert,
      key: config.key,
      timeoutMs: config.timeout,
      clock,
      signal: scope.signal,
    };
    this.#client = new HttpClient({
      ...common,
      connections: config.connections,
      redirects: config.redirects,
      largestAnswer: config.max_size * 1024,
    });
    this.#lane = new SlowLane(config.connections);
    this.#credentials = credentialsOf(
      config,
      () => new HttpClient({ ...common, connections: 1, redirects: 0, largestAnswer: LARGEST_TOKEN_ANSWER }),
      clock,
    );
    scope.add(() => this.#client.end());
    scope.add(() => this.#credentials.end());
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
      ...(https ? { tls: this.#tls() } : {}),
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
            throw new Error(`${this.#refusal(answer)}.`);
          }
          return answer;
        },
        (answer) => `${statusText(answer)}.`,
      );
    }
    return check.result;
  }

  #tls(): NonNullable<SocketOptions["tls"]> {
    const { ca, cert, key, verify } = this.#config;
    return { verify, ca, ...(cert === undefined || key === undefined ? {} : { cert, key }) };
  }

  /** Rejects with an HttpFailure; any status is an answer. */
  async ask(ask: Ask): Promise<Answer> {
    const what = `${ask.method} ${ask.path}`;
    try {
      const answer = await this.#lane.run(what, () => this.#askTwice(ask, what));
      const refusal = answer.status === 401 ? this.#refusal(answer) : undefined;
      this.#state(
        refusal === undefined ? this.#reach.answered(what) : this.#reach.failed(what, refusal, false),
      );
      return answer;
    } catch (error) {
      if (error instanceof HttpFailure) {
        const { message, sent, unreachable } = error;
        this.#state(unreachable ? this.#reach.failed(what, message, !sent) : this.#reach.answered(what));
      }
      throw error;
    }
  }

  /** A 401 says that nothing was done, so what was asked may be asked again. */
  async #askTwice(ask: Ask, what: string): Promise<Answer> {
    const credentials = this.#credentials;
    let answer: Answer | undefined;
    for (let again = false; ; again = true) {
      const attempt = await credentials.attempt();
      answer = await this.#send(ask, attempt);
      if (answer.status !== 401) {
        credentials.accepted(what);
        return answer;
      }
      const worth = !answer.open && (await credentials.refused(attempt, answer.challenge, what));
      if (!worth || again) return answer;
    }
  }

  #send({ method, path, contentType, body, statusOnly }: Ask, attempt: Attempt): Promise<Answer> {
    return this.#client.request({
      method,
      url: this.url(path),
      headers: this.#headers,
      authorize: (verb, url) => attempt.header(verb, url),
      contentType,
      body,
      statusOnly,
    });
  }

  #refusal({ status }: Answer): string {
    return (status === 401 ? this.#credentials.problem : undefined) ?? texts.signInRefused(status);
  }

  #state({ error, reached }: Standing): void {
    if (this.#context.scope.ended || (reached === this.#reached && error === this.#lastError)) return;
    if (reached && this.#reached !== true) this.#context.log.info(texts.reachable(new URL(this.#base).host));
    if (error !== "") this.#context.log.warn(error);
    this.#reached = reached;
    this.#lastError = error;
    this.#context.connection(this.#id, {
      state: reached,
      active: reached ? 1 : 0,
      ...(error === "" ? {} : { error }),
    });
  }
}

/** `client` makes the one that fetches tokens. */
function credentialsOf(config: HttpOutIface, client: () => HttpClient, clock: Clock): Credentials {
  const { auth, client_auth, client_id = "", client_secret = "", password = "", scope } = config;
  const { token = "", token_url = "", user = "" } = config;
  switch (auth) {
    case "none":
      return new FixedHeader(undefined);
    case "basic":
      return new FixedHeader(basicHeader(user, password));
    case "bearer":
      return new FixedHeader(`Bearer ${token}`);
    case "digest":
      return new Digest(user, password);
    case "oauth2":
      return new OAuth(
        {
          tokenUrl: token_url,
          clientId: client_id,
          clientSecret: client_secret,
          scope,
          inForm: client_auth === "form",
        },
        client(),
        clock,
      );
  }
}

/** German; what a status that is no success means for the channel. */
export function statusText({ status, statusText }: Answer): string {
  const phrase = /^[\x20-\x7e]{1,60}$/.test(statusText) ? ` ${statusText}` : "";
  return texts.answersWith(status, phrase);
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
