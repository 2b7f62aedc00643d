/** Containers and add-ons: the engine's overview, the eight add-ons of the catalogue, the proxy's rules, the broker's users. */
import { ADD_ON_IDS } from "@hubwart/containers";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { chooseEngine } from "./choose-engine.ts";
import { composeTold, type Ground, type Told } from "./compose-told.ts";
import { composeWork, type Work } from "./compose-work.ts";
import { Crashes } from "./crashes.ts";
import { Lanes } from "./lanes.ts";
import { EngineLink } from "./link.ts";
import { containerLog } from "./logs.ts";
import { BrokerClients } from "./mosquitto/clients.ts";
import { PullTrust } from "./pull-trust.ts";
import { containerHandlers } from "./routes.ts";
import { Wanted } from "./wanted.ts";

const FIGURES_MS = 15_000;
/** How often the end of the VPN's key is looked for. */
const EXPIRY_MS = 60 * 60_000;

export async function compose(app: AppContext): Promise<Area> {
  const { clock, scope, store } = app;
  const log = app.log.module("container");
  const link = new EngineLink({ choose: () => chooseEngine(app), clock, scope, log });
  const ground: Ground = {
    link,
    wanted: new Wanted(store, clock),
    lanes: new Lanes(),
    crashes: new Crashes(clock),
    log,
  };
  const told = await composeTold(app, ground);
  const work = await composeWork(app, ground, told);
  follow(app, ground, told, work);
  const { saved, reconciler } = work;
  return {
    handlers: containerHandlers({
      serverCertificate: app.serverCertificate,
      ...ground,
      ...told,
      ...told.proxy,
      ...work,
      clients: new BrokerClients(link),
    }),
    backup: saved.backupParts(),
    ready: () => {
      // Updates that the last process left open are taken up by then; what they leave is the reconciler's.
      reconciler.start();
      saved.start();
    },
    findings: () => findings(ground, told, work),
    topics: topicsOf(app, ground, work),
    offers: offersOf(ground, told),
  };
}

/** What begins with the area and ends with its scope. */
function follow(app: AppContext, { link, log, wanted }: Ground, { tailscale }: Told, work: Work): void {
  const { authorities, clock, scope } = app;
  scope.add(link.onChange(() => work.overview.forget()));
  new PullTrust({ authorities, link, clock, scope, log }).start();
  link.start();
  scope.add(
    clock.every(EXPIRY_MS, () => {
      if (link.available && wanted.active("tailscale")) void tailscale.state(link.get());
    }),
  );
}

function findings({ crashes, link, wanted }: Ground, { proxy, tailscale }: Told, { saved }: Work) {
  return [
    ...link.findings(ADD_ON_IDS.filter((id) => wanted.active(id))),
    ...saved.findings(),
    ...crashes.findings(),
    ...proxy.certificates.findings(proxy.rules.certificatesInUse()),
    ...(wanted.active("tailscale") ? tailscale.findings() : []),
  ];
}

function topicsOf({ jobs }: AppContext, { link }: Ground, { overview }: Work): NonNullable<Area["topics"]> {
  return {
    containers: {
      read: () => overview.read(),
      every: FIGURES_MS,
      changes: (changed) => {
        const ends = [link.onChange(changed), jobs.onChange(changed)];
        return () => ends.forEach((end) => end());
      },
    },
  };
}

function offersOf({ link, wanted }: Ground, { influx, proxy }: Told): NonNullable<Area["offers"]> {
  return {
    containers: {
      log: (query) => containerLog(link, query),
      influx: () =>
        wanted.active("influxdb")
          ? { ...influx.read(), tokenFor: (typed) => influx.tokenFor(typed) }
          : undefined,
      proxyProof: () => proxy.proof,
    },
  };
}
