/** Access to the InfluxDB add-on, made once; Grafana and the status forwarding use it too. */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";

const setting = defineSetting({
  name: "influxdb.access",
  schema: z.object({
    password: z.string(),
    token: z.string(),
    /** The one before, which InfluxDB may still take: it is ended once the new one is stored here. */
    ending: z.optional(z.string()),
    /** Earlier ones that somebody may have typed elsewhere; they open nothing. */
    ended: z.optional(z.array(z.string())),
  }),
  fallback: { password: "", token: "" },
});

type Stored = z.output<(typeof setting)["schema"]>;
const MOST_ENDED = 10;

/** As `influx auth list --json` says it. */
const authorization = z.object({ id: z.string(), token: z.string() });

/** Runs one of the add-on's commands. @returns what it printed */
export type InfluxCommand = (
  name: "create-token" | "list-tokens" | "end-token",
  args: object,
) => Promise<string>;

export interface InfluxKeys {
  org: string;
  bucket: string;
  password: string;
  token: string;
}

export class InfluxAccess {
  readonly #store: Pick<Store, "settings">;
  readonly #clock: Clock;
  readonly #place: { org: string; bucket: string };

  constructor(store: Pick<Store, "settings">, clock: Clock, product: string) {
    this.#store = store;
    this.#clock = clock;
    const org = product.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 50);
    this.#place = { org, bucket: `${org.replaceAll("-", "_")}_state` };
    if (this.#stored.token !== "") return;
    const password = randomBytes(18).toString("base64url");
    this.#write({ password, token: randomBytes(48).toString("base64url") });
  }

  read(): InfluxKeys {
    const { password, token } = this.#stored;
    return { ...this.#place, password, token };
  }

  /** The present token for nothing and for one that was renewed since it was typed; any other as it is. */
  tokenFor(typed: string): string {
    const { ended = [], ending, token } = this.#stored;
    return typed === "" || typed === ending || ended.includes(typed) ? token : typed;
  }

  /**
   * Another token, and the end of the present one. The new one is stored before the old one ends: whatever happens in between,
   * the one that is stored works, and the next renewal ends what is left.
   */
  async renew(run: InfluxCommand): Promise<void> {
    await this.#endOld(run);
    const { token } = this.#stored;
    const made = authorization.parse(JSON.parse(await run("create-token", { token })));
    this.#write({ ...this.#stored, token: made.token, ending: token });
    await this.#endOld(run);
  }

  async #endOld(run: InfluxCommand): Promise<void> {
    const { ended = [], ending, ...rest } = this.#stored;
    if (ending === undefined) return;
    const { token } = rest;
    const all = z.array(authorization).parse(JSON.parse(await run("list-tokens", { token })));
    const old = all.find((each) => each.token === ending);
    if (old) await run("end-token", { token, id: old.id });
    this.#write({ ...rest, ended: [...ended, ending].slice(-MOST_ENDED) });
  }

  get #stored(): Stored {
    return this.#store.settings.read(setting);
  }

  /** What the running InfluxDB has taken. */
  setPassword(password: string): void {
    this.#write({ ...this.#stored, password });
  }

  #write(keys: Stored): void {
    this.#store.settings.write(setting, keys, this.#clock.now());
  }
}
