/**
 * A token by OAuth 2 client credentials (RFC 6749 §4.4): fetched when it is first needed, renewed before it expires and
 * once after a 401.
 *
 * Invariants: one fetch at a time, whoever waits for it; after a failure, and for a URL that refuses new tokens too, the next one is
 * fetched only after a growing pause. A token serves the other URLs until a new one is there. No message holds secret, token or the server's own words.
 */
import { Backoff, type Clock } from "@hubwart/core";
import { Pause } from "@hubwart/runtime/pause";
import { type Answer, type HttpClient, HttpFailure } from "../shared/http/request.ts";
import type { Attempt, Credentials } from "./credentials.ts";
import { texts } from "./texts.ts";

export interface OAuthSettings {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string | undefined;
  /** Where id and secret stand: in the header, or in the form. */
  inForm: boolean;
}

interface Token {
  text: string;
  /** Monotonic ms from which on a new one is fetched. */
  renewAt: number;
}

/** Of a token that does not say how long it holds. */
const HOLDS_S = 3_600;
const LONGEST_S = 30 * 86_400;
const EARLY_MS = 60_000;
/** A path may hold the value that is sent, so there is no end of URLs. */
const MOST_DOUBTS = 1_000;
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

export class OAuth implements Credentials {
  problem: string | undefined;
  readonly #settings: OAuthSettings;
  readonly #client: HttpClient;
  readonly #clock: Clock;
  readonly #backoff = new Backoff(1_000, 300_000);
  readonly #host: string;
  #token: Token | undefined;
  #fetching: Promise<Token> | undefined;
  /** Monotonic ms before which nothing is fetched, and why. */
  #notBefore = Number.NEGATIVE_INFINITY;
  /** URLs whose refusals led to a new token, until they are answered. */
  readonly #doubts = new Map<string, Pause>();
  #failure: HttpFailure | undefined;

  constructor(settings: OAuthSettings, client: HttpClient, clock: Clock) {
    this.#settings = settings;
    this.#client = client;
    this.#clock = clock;
    this.#host = new URL(settings.tokenUrl).host;
  }

  async attempt(): Promise<Attempt> {
    const now = this.#clock.monotonic();
    let token = this.#token;
    if (!token || token.renewAt <= now) {
      if (now < this.#notBefore && this.#failure) throw this.#failure;
      token = await this.#fetch();
    }
    const { text } = token;
    return { header: () => `Bearer ${text}`, sent: text };
  }

  async refused({ sent }: Attempt, _challenge: string | undefined, what: string): Promise<boolean> {
    // Somebody else has fetched a new one meanwhile.
    if (this.#token && this.#token.text !== sent) return true;
    const now = this.#clock.monotonic();
    const doubt = this.#doubts.get(what) ?? new Pause(1_000, 300_000);
    if (now < Math.max(doubt.until, this.#notBefore)) return false;
    // If the new one is refused as well, it is not the token's age.
    doubt.grow(now);
    if (this.#doubts.size >= MOST_DOUBTS) this.#doubts.clear();
    this.#doubts.set(what, doubt);
    try {
      await this.#fetch();
      return true;
    } catch (error) {
      // The others go on with the one there is.
      if (this.#token && this.#token.renewAt > this.#clock.monotonic()) return false;
      throw error;
    }
  }

  accepted(what: string): void {
    this.#doubts.delete(what);
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  #fetch(): Promise<Token> {
    this.#fetching ??= this.#ask()
      .then((token) => {
        this.#token = token;
        this.#failure = undefined;
        this.#backoff.reset();
        return token;
      })
      .catch((error: unknown) => {
        if (error instanceof HttpFailure) {
          this.#failure = error;
          this.#notBefore = this.#clock.monotonic() + Math.max(this.#backoff.next(), error.retryAfter ?? 0);
        }
        throw error;
      })
      .finally(() => {
        this.#fetching = undefined;
      });
    return this.#fetching;
  }

  async #ask(): Promise<Token> {
    const { clientId, clientSecret, inForm, scope, tokenUrl } = this.#settings;
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    if (scope !== undefined) form.set("scope", scope);
    if (inForm) {
      form.set("client_id", clientId);
      form.set("client_secret", clientSecret);
    }
    const asked = this.#clock.monotonic();
    const answer = await this.#client.request({
      method: "POST",
      url: new URL(tokenUrl),
      headers: {
        accept: "application/json",
        ...(inForm ? {} : { authorization: basic(clientId, clientSecret) }),
      },
      contentType: "application/x-www-form-urlencoded",
      body: form.toString(),
    });
    return this.#tokenOf(answer, asked);
  }

  #tokenOf(answer: Answer, asked: number): Token {
    const body = fields(answer.text);
    const text = body["access_token"];
    if (answer.status < 200 || answer.status > 299) {
      const error = body["error"];
      const said = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? ` ${error}` : "";
      throw new HttpFailure(texts.noToken(this.#host, answer.status, said), true, {
        retryAfter: answer.retryAfter,
      });
    }
    const kind = body["token_type"];
    if (
      typeof text !== "string" ||
      !TOKEN.test(text) ||
      (typeof kind === "string" && !/^bearer$/i.test(kind))
    ) {
      throw new HttpFailure(texts.unusableToken(this.#host), true);
    }
    const told = Number(body["expires_in"] ?? HOLDS_S);
    const holds = (Number.isFinite(told) ? Math.min(Math.max(told, 1), LONGEST_S) : HOLDS_S) * 1000;
    return { text, renewAt: asked + holds - Math.min(EARLY_MS, holds / 4) };
  }
}

/** RFC 6749 §2.3.1: both are form-encoded before they are joined. */
function basic(id: string, secret: string): string {
  const coded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
  return `Basic ${Buffer.from(`${coded(id)}:${coded(secret)}`).toString("base64")}`;
}

function fields(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
