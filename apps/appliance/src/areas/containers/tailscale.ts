/** VPN service: its token, its state, and when its key ends. */

import type { AddOns } from "@hubwart/containers";
import type { AnswerOf, BodyOf, tailscaleConfigSave, tailscaleInfo } from "@hubwart/contract";
import { type Clock, ResultError } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

const setting = defineSetting({
  name: "tailscale.settings",
  schema: z.object({ token: z.string() }),
  fallback: { token: "" },
  tells: ({ token }) =>
    token === "" ? [] : [{ about: "accounts", name: texts.tailscaleAccess, mark: token }],
});

/** What `tailscale status --json` prints, as far as it is used. */
const status = z.object({
  BackendState: z.string(),
  Version: z._default(z.string(), ""),
  TailscaleIPs: z._default(z.nullable(z.array(z.string())), null),
  Self: z.optional(
    z.nullable(z.object({ HostName: z._default(z.string(), ""), KeyExpiry: z.optional(z.string()) })),
  ),
});
export type TailscaleState = Pick<
  AnswerOf<typeof tailscaleInfo>,
  "BackendState" | "Version" | "TailscaleIPs" | "Self"
>;

const WARN_MS = 14 * 86_400_000;
const LONGEST_TOKEN = /^[\x21-\x7e]{1,500}$/;

export class Tailscale {
  readonly #store: Pick<Store, "settings">;
  readonly #clock: Clock;
  #expiry: number | undefined;

  constructor(store: Pick<Store, "settings">, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  get token(): string {
    return this.#store.settings.read(setting).token;
  }

  /** Whether anything changed; a token that is left out or empty is kept. */
  save({ token }: BodyOf<typeof tailscaleConfigSave>): boolean {
    if (!token || token === this.token) return false;
    if (!LONGEST_TOKEN.test(token)) throw new ResultError(1002, texts.badToken);
    this.#store.settings.write(setting, { token }, this.#clock.now());
    return true;
  }

  async state(addOns: AddOns): Promise<TailscaleState> {
    const text = await addOns.command("tailscale", "status", {}).catch(() => "");
    const parsed = z.safeParse(status, json(text));
    // It has been started and does not answer yet.
    if (!parsed.success) return { BackendState: "NoState", Version: "", TailscaleIPs: [], Self: NOBODY };
    const { BackendState, Version, TailscaleIPs, Self } = parsed.data;
    this.#expiry = Self?.KeyExpiry === undefined ? undefined : Date.parse(Self.KeyExpiry);
    return {
      BackendState,
      Version,
      TailscaleIPs: TailscaleIPs ?? [],
      Self: { HostName: Self?.HostName ?? "", KeyExpiry: Self?.KeyExpiry ?? null },
    };
  }

  /** Once it no longer runs, its key is no matter. */
  forget(): void {
    this.#expiry = undefined;
  }

  findings(): Finding[] {
    const left = (this.#expiry ?? Number.POSITIVE_INFINITY) - this.#clock.now();
    if (!(left < WARN_MS)) return [];
    const when = new Date(this.#expiry ?? 0).toLocaleDateString("de-DE", { timeZone: "UTC" });
    const text = left <= 0 ? texts.keyEnded(when) : texts.keyEnding(when);
    return [{ code: "tailscale_key", level: 2, text, route: "/container/tailscale" }];
  }
}

const NOBODY = { HostName: "", KeyExpiry: null };

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
