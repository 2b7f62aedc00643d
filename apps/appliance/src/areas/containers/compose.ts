/** Containers and add-ons: the engine's overview, the eight add-ons of the catalogue, the proxy's rules, the broker's users. */
import { ADD_ON_IDS, type AddOnId } from "@hubwart/containers";
import { ensureFolder } from "@hubwart/core";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { chooseEngine } from "./choose-engine.ts";
import { Crashes } from "./crashes.ts";
import { InfluxAccess } from "./influx.ts";
import { defineJobs } from "./jobs.ts";
import { Lanes } from "./lanes.ts";
import { EngineLink } from "./link.ts";
import { defineLoad } from "./load-job.ts";
import { containerLog } from "./logs.ts";
import { BrokerClients } from "./mosquitto/clients.ts";
import { BrokerUsers } from "./mosquitto/users.ts";
import { Ngrok } from "./ngrok.ts";
import { Overview } from "./overview.ts";
import { Parameters } from "./parameters.ts";
import { composeProxy } from "./proxy/compose.ts";
import { PullTrust } from "./pull-trust.ts";
import { Reconciler } from "./reconciler.ts";
import { containerHandlers } from "./routes.ts";
import { archiveOf, SavedData } from "./saved-data.ts";
import { ContainerService } from "./service.ts";
import { Tailscale } from "./tailscale.ts";
import { Wanted } from "./wanted.ts";

const FIGURES_MS = 15_000;
/** How often the end of the VPN's key is looked for. */
const EXPIRY_MS = 60 * 60_000;
const NO_TOKEN = "Tragen Sie zuerst unter „Einstellungen“ den Token ein.";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, scope, store, config, serverCertificate } = app;
  const log = app.log.module("container");
  const link = new EngineLink({ choose: () => chooseEngine(app), clock, scope, log });
  const wanted = new Wanted(store, clock);
  const lanes = new Lanes();
  const crashes = new Crashes(clock);
  const tailscale = new Tailscale(store, clock);
  const ngrok = new Ngrok(store, clock, config.httpPort);
  const influx = new InfluxAccess(store, clock, config.productSlug);
  const parameters = new Parameters({ app, link, wanted, lanes, tailscale, ngrok, influx });
  const users = new BrokerUsers({ store, clock, apply: (given) => parameters.applyUsers(given) });
  const proxy = await composeProxy({
    app,
    link,
    wanted,
    log,
    apply: (rules) => parameters.applyRules(rules),
    trial: (rule) => parameters.tryRule(rule),
  });
  parameters.serve({ users, ...proxy });

  const given = (id: AddOnId) => parameters.of(id);
  const overview = new Overview(link, () => app.use("system").ownContainer(), clock);
  const jobParts = { jobs: app.jobs, link, wanted, lanes, parameters: given };
  const jobs = defineJobs(jobParts);
  await ensureFolder(app.layout.addOnData);
  const args = (id: AddOnId, token: string) => (id === "influxdb" ? { token: influx.tokenFor(token) } : {});
  const load = defineLoad({ ...jobParts, layout: app.layout, archiveOf, args });
  const saved = new SavedData({ layout: app.layout, link, wanted, lanes, load, args, clock, scope, log });
  const missing = (id: AddOnId) => {
    if (id === "tailscale" && tailscale.token === "") return NO_TOKEN;
    return id === "ngrok" && ngrok.settings().authtoken === "" ? NO_TOKEN : undefined;
  };
  const service = new ContainerService({ link, wanted, jobs, overview, crashes, missing });
  const busy = (id: AddOnId) => app.jobs.occupied(`addon:${id}`);
  const reconciler = new Reconciler({
    link,
    wanted,
    lanes,
    crashes,
    busy,
    clock,
    scope,
    log,
    parameters: given,
  });

  scope.add(link.onChange(() => overview.forget()));
  pokeAfterJobs(app, busy, reconciler);
  new PullTrust({ authorities: app.authorities, link, clock, scope, log }).start();
  link.start();
  scope.add(
    clock.every(EXPIRY_MS, () => {
      if (link.available && wanted.active("tailscale")) void tailscale.state(link.get());
    }),
  );

  return {
    handlers: containerHandlers({
      serverCertificate,
      service,
      overview,
      link,
      users,
      tailscale,
      ngrok,
      influx,
      wanted,
      lanes,
      ...proxy,
      clients: new BrokerClients(link),
    }),
    backup: saved.backupParts(),
    ready: () => {
      // Updates that the last process left open are taken up by then; what they leave is the reconciler's.
      reconciler.start();
      saved.start();
    },
    findings: () => [
      ...link.findings(ADD_ON_IDS.filter((id) => wanted.active(id))),
      ...saved.findings(),
      ...crashes.findings(),
      ...proxy.certificates.findings(proxy.rules.certificatesInUse()),
      ...(wanted.active("tailscale") ? tailscale.findings() : []),
    ],
    topics: {
      containers: {
        read: () => overview.read(),
        every: FIGURES_MS,
        changes: (changed) => {
          const ends = [link.onChange(changed), app.jobs.onChange(changed)];
          return () => ends.forEach((end) => end());
        },
      },
    },
    offers: {
      containers: {
        log: (query) => containerLog(link, query),
        influx: () =>
          wanted.active("influxdb")
            ? { ...influx.read(), tokenFor: (typed) => influx.tokenFor(typed) }
            : undefined,
        proxyProof: () => proxy.proof,
      },
    },
  };
}

/** Once the last job of an add-on has ended. */
function pokeAfterJobs(
  { jobs, scope }: AppContext,
  busy: (id: AddOnId) => boolean,
  reconciler: Reconciler,
): void {
  let working = false;
  scope.add(
    jobs.onChange(() => {
      const worked = working;
      working = ADD_ON_IDS.some(busy);
      if (worked && !working) reconciler.poke();
    }),
  );
}
