/**
 * The token Prometheus shows for /metrics. Only its hash is stored; it opens nothing else, and no session opens
 * /metrics.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import { common } from "../../texts.ts";

/** SHA-256; anything else is no token: a backup without a password leaves it out. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const setting = defineSetting({
  name: "metrics.token",
  schema: z.nullable(z.object({ hash, created: z.number() })),
  fallback: null,
  tells: (token) => (token ? [{ about: "accounts", name: common.prometheusToken, mark: token.hash }] : []),
});

/** Bits of chance: 256. */
const BYTES = 32;

export class MetricsToken {
  readonly #store: Store;
  readonly #clock: Clock;
  #lastUsed = 0;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  info(): { has_token: boolean; created: number; last_used: number } {
    const stored = this.#store.settings.read(setting);
    return {
      has_token: stored !== null,
      created: stored?.created ?? 0,
      last_used: stored === null ? 0 : this.#lastUsed,
    };
  }

  /** A new token, told this once; the former one ends. */
  create(): string {
    const token = randomBytes(BYTES).toString("base64url");
    this.#write({ hash: digest(token).toString("hex"), created: this.#clock.now() });
    return token;
  }

  revoke(): void {
    this.#write(null);
  }

  /** Whether the header `Authorization` carries the token (RFC 6750). */
  admits(authorization: string | undefined): boolean {
    const given = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(authorization ?? "")?.[1];
    const stored = this.#store.settings.read(setting);
    if (given === undefined || stored === null) return false;
    if (!timingSafeEqual(digest(given), Buffer.from(stored.hash, "hex"))) return false;
    this.#lastUsed = this.#clock.now();
    return true;
  }

  #write(value: { hash: string; created: number } | null): void {
    this.#lastUsed = 0;
    this.#store.settings.write(setting, value, this.#clock.now());
  }
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}
