/** What each add-on is told: at its start, and while it runs. */
import { type AddOnId, type ProxyRule } from "@hubwart/containers";
import { NotFoundError, ResultError } from "@hubwart/core";
import type { AppContext } from "../../context.ts";
import type { InfluxAccess } from "./influx.ts";
import type { Lanes } from "./lanes.ts";
import type { EngineLink } from "./link.ts";
import type { BrokerUser, BrokerUsers } from "./mosquitto/users.ts";
import type { Ngrok } from "./ngrok.ts";
import type { Proxy } from "./proxy/compose.ts";
import { proxyParameters } from "./proxy/parameters.ts";
import type { Tailscale } from "./tailscale.ts";
import type { Wanted } from "./wanted.ts";

export interface ParametersParts {
  app: AppContext;
  link: EngineLink;
  wanted: Wanted;
  lanes: Lanes;
  tailscale: Tailscale;
  ngrok: Ngrok;
  influx: InfluxAccess;
}

interface Served extends Proxy {
  users: BrokerUsers;
}

export class Parameters {
  readonly #parts: ParametersParts;
  #served: Served | undefined;

  constructor(parts: ParametersParts) {
    this.#parts = parts;
  }

  /** Users and rules hand their changes to this, and are asked by it at a start. */
  serve(served: Served): void {
    this.#served = served;
  }

  async of(id: AddOnId): Promise<unknown> {
    const { app, wanted, tailscale, ngrok, influx } = this.#parts;
    switch (id) {
      case "caddyproxy":
        return this.#proxy(await this.#needed().rules.served());
      case "mosquitto":
        return broker(this.#needed().users.admitted());
      case "influxdb":
        return influx.read();
      case "grafana": {
        const { org, bucket, token } = influx.read();
        return wanted.active("influxdb") ? { influx: { org, bucket, token } } : {};
      }
      case "tailscale":
        return { token: tailscale.token, hostname: await hostname(app) };
      case "ngrok":
        return ngrok.parameters();
      case "grafana_ir":
      case "questdb":
        return {};
    }
  }

  /** As they are to be in force from now on. */
  applyRules(rules: readonly ProxyRule[]): Promise<void> {
    return this.#applyIfRunning("caddyproxy", () => this.#proxy(rules));
  }

  /** What a request of the rule printed on its way through a proxy of its own; undefined while the proxy does not run. */
  async tryRule(rule: ProxyRule): Promise<string | undefined> {
    const { lanes, link, wanted } = this.#parts;
    if (!wanted.active("caddyproxy") || !link.available) return undefined;
    try {
      return await lanes.run("caddyproxy", () =>
        link.get().command("caddyproxy", "try", this.#proxy([rule])),
      );
    } catch (error) {
      // It does not run, or comes from a version that knows no trial: how far it came until then is told.
      if (error instanceof NotFoundError || error instanceof ResultError) return undefined;
      throw error;
    }
  }

  /** Those that may sign in. */
  applyUsers(users: readonly BrokerUser[]): Promise<void> {
    return this.#applyIfRunning("mosquitto", () => broker(users));
  }

  /** What is not running gets its settings when it starts. */
  async #applyIfRunning(id: AddOnId, given: () => unknown): Promise<void> {
    const { lanes, link, wanted } = this.#parts;
    if (!wanted.active(id) || !link.available) return;
    try {
      await lanes.run(id, () => link.get().apply(id, given()));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }

  #proxy(rules: readonly ProxyRule[]): unknown {
    const { certificates, proof } = this.#needed();
    const { config, serverCertificate } = this.#parts.app;
    return proxyParameters(rules, serverCertificate.server, {
      uploaded: (id) => certificates.get(id)?.pair,
      console: { dial: `127.0.0.1:${config.httpPort}`, proof },
    });
  }

  #needed(): Served {
    if (this.#served) return this.#served;
    throw new Error("asked before the area is composed");
  }
}

const broker = (users: readonly BrokerUser[]) => ({
  users: users.map(({ usr, hash, read, write }) => ({ usr, hash, read, write })),
});

async function hostname({ host }: AppContext): Promise<string> {
  const name = await host.facts.hostname().catch(() => "");
  return name.replace(/[^A-Za-z0-9-]/g, "-").slice(0, 63) || "hub";
}
