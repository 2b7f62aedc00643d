/** Tunnels: settings, and what the agent has open (ngrok.com/docs/agent/api). */
import { isDeepStrictEqual } from "node:util";
import type { BodyOf, ngrokConfigSave } from "@hubwart/contract";
import { type Clock, InvalidInputError } from "@hubwart/core";
import { defineSetting, type Store, type Told } from "@hubwart/core/store";
import * as z from "zod/mini";
import { smallRequest } from "../../platform/vendor/small-request.ts";
import { resolveAddress } from "./proxy/targets.ts";
import { texts } from "./texts.ts";

const tunnel = z.object({
  proto: z.enum(["http", "https", "tcp"]),
  addr: z.string(),
  domain: z.optional(z.string()),
});
const setting = defineSetting({
  name: "ngrok.settings",
  schema: z.object({ authtoken: z.string(), api_key: z.string(), tunnels: z.array(tunnel) }),
  fallback: { authtoken: "", api_key: "", tunnels: [] },
  tells: ({ api_key, authtoken, tunnels }) => [
    ...tunnels.map(
      ({ addr, domain = "", proto }): Told => ({
        about: "targets",
        name: texts.tunnel(proto, addr),
        shows: domain,
      }),
    ),
    ...(authtoken === "" && api_key === ""
      ? []
      : [{ about: "accounts", name: texts.ngrokAccess, mark: [authtoken, api_key] } as const]),
  ],
});
type Settings = z.output<typeof setting.schema>;

const AGENT = "http://127.0.0.1:24040";
const ANSWER_MS = 3_000;
const agentTunnels = z.object({
  tunnels: z.array(z.object({ public_url: z.string(), config: z.object({ addr: z.string() }) })),
});
const agentStatus = z.object({ agent_version: z.string() });

export class Ngrok {
  readonly #store: Pick<Store, "settings">;
  readonly #clock: Clock;
  readonly #ownPort: number;

  constructor(store: Pick<Store, "settings">, clock: Clock, ownPort: number) {
    this.#store = store;
    this.#clock = clock;
    this.#ownPort = ownPort;
  }

  settings(): Settings {
    return this.#store.settings.read(setting);
  }

  /** Whether anything changed; secrets left out or empty are kept. */
  save({ authtoken, api_key, tunnels }: BodyOf<typeof ngrokConfigSave>): boolean {
    const before = this.settings();
    const next = {
      authtoken: authtoken || before.authtoken,
      api_key: api_key || before.api_key,
      tunnels: tunnels.map(({ proto, addr, domain }) => ({ proto, addr, ...(domain ? { domain } : {}) })),
    };
    const problems = next.tunnels.flatMap(({ addr }, index) => {
      const resolved = this.#resolve(addr);
      return "problem" in resolved ? [{ field: `tunnels.${index}.addr`, message: resolved.problem }] : [];
    });
    if (problems.length > 0) throw new InvalidInputError(problems);
    if (isDeepStrictEqual(before, next)) return false;
    this.#store.settings.write(setting, next, this.#clock.now());
    return true;
  }

  parameters(): object {
    const { authtoken, api_key, tunnels } = this.settings();
    return {
      authtoken,
      ...(api_key === "" ? {} : { api_key }),
      tunnels: tunnels.map((one) => {
        const resolved = this.#resolve(one.addr);
        return { ...one, addr: "dial" in resolved ? resolved.dial : one.addr };
      }),
    };
  }

  async open(): Promise<{ version: string; tunnels: { url: string; target: string }[] }> {
    const [status, tunnels] = await Promise.all([ask("/api/status"), ask("/api/tunnels")]);
    const version = z.safeParse(agentStatus, status);
    const found = z.safeParse(agentTunnels, tunnels);
    return {
      version: version.success ? version.data.agent_version : "",
      tunnels: found.success
        ? found.data.tunnels.map(({ public_url, config }) => ({ url: public_url, target: config.addr }))
        : [],
    };
  }

  /** `mqtt` is the broker, as the specification names it. */
  #resolve(addr: string) {
    return resolveAddress(addr.replace(/^mqtt:/, "mosquitto:"), { ownPort: this.#ownPort });
  }
}

async function ask(path: string): Promise<unknown> {
  try {
    return (await smallRequest({ url: `${AGENT}${path}`, method: "GET", timeout: ANSWER_MS })).json;
  } catch {
    return undefined;
  }
}
