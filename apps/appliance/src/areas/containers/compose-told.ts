/** What add-ons are told, put together: settings of each, users of the broker, rules of the proxy. */
import { CATALOGUE } from "@hubwart/containers";
import type { Logger } from "@hubwart/core";
import { complaining } from "../../complaining.ts";
import type { AppContext } from "../../context.ts";
import type { Crashes } from "./crashes.ts";
import { InfluxAccess } from "./influx.ts";
import type { Lanes } from "./lanes.ts";
import type { EngineLink } from "./link.ts";
import { BrokerUsers } from "./mosquitto/users.ts";
import { Ngrok } from "./ngrok.ts";
import { Parameters } from "./parameters.ts";
import { composeProxy, type Proxy } from "./proxy/compose.ts";
import { Tailscale } from "./tailscale.ts";
import type { Wanted } from "./wanted.ts";

/** What every part of the area goes by. */
export interface Ground {
  link: EngineLink;
  wanted: Wanted;
  lanes: Lanes;
  crashes: Crashes;
  log: Logger;
}

export interface Told {
  tailscale: Tailscale;
  ngrok: Ngrok;
  influx: InfluxAccess;
  parameters: Parameters;
  users: BrokerUsers;
  proxy: Proxy;
}

/** How often the broker is told again of users where that failed. */
const USERS_MS = 60_000;

export async function composeTold(app: AppContext, ground: Ground): Promise<Told> {
  const { clock, config, scope, store } = app;
  const { lanes, link, log, wanted } = ground;
  const tailscale = new Tailscale(store, clock);
  const ngrok = new Ngrok(store, clock, config.httpPort);
  const influx = new InfluxAccess(store, clock, config.productSlug);
  const parameters = new Parameters({ app, link, wanted, lanes, tailscale, ngrok, influx });
  const users = new BrokerUsers({ store, clock, apply: (given) => parameters.applyUsers(given) });
  const followUsers = complaining(log, CATALOGUE.mosquitto.title, () => users.follow());
  const follow = () => {
    if (wanted.active("mosquitto")) void followUsers();
  };
  scope.add(clock.every(USERS_MS, follow));
  scope.add(
    link.onFound(() => {
      users.doubt();
      follow();
    }),
  );
  const proxy = await composeProxy({
    app,
    link,
    wanted,
    log,
    apply: (rules) => parameters.applyRules(rules),
    trial: (rule) => parameters.tryRule(rule),
  });
  parameters.serve({ users, ...proxy });
  return { tailscale, ngrok, influx, parameters, users, proxy };
}
