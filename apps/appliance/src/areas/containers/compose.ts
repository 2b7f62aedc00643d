/** Containers and add-ons: the engine's overview, the eight add-ons of the catalogue, the proxy's rules, the broker's users. */
import path from "node:path";
import { ADD_ON_IDS, type AddOnId, chooseSocket, LocalAddOns, publisherOf } from "@hubwart/containers";
import { ensureFolder, errorText, NotFoundError } from "@hubwart/core";
import type { Area } from "../../area.ts";
import { complaining } from "../../complaining.ts";
import type { AppContext } from "../../context.ts";
import { Crashes } from "./crashes.ts";
import { DeviceAddOns } from "./device-add-ons.ts";
import { influxAccess } from "./influx.ts";
import { defineJobs } from "./jobs.ts";
import { Lanes } from "./lanes.ts";
import { type EngineChoice, EngineLink } from "./link.ts";
import { defineLoad } from "./load-job.ts";
import { containerLog } from "./logs.ts";
import { BrokerClients } from "./mosquitto/clients.ts";
import { BrokerUsers } from "./mosquitto/users.ts";
import { Ngrok } from "./ngrok.ts";
import { Overview } from "./overview.ts";
import { ProxyCertificates } from "./proxy/certificates.ts";
import { TargetNames } from "./proxy/names.ts";
import { proxyParameters } from "./proxy/parameters.ts";
import { portOwner } from "./proxy/port-owner.ts";
import { Reach } from "./proxy/reach.ts";
import { ProxyRules } from "./proxy/rules.ts";
import { resolveTarget } from "./proxy/targets.ts";
import { PullTrust } from "./pull-trust.ts";
import { Reconciler } from "./reconciler.ts";
import { containerHandlers } from "./routes.ts";
import { archiveOf, SavedData } from "./saved-data.ts";
import { ContainerService } from "./service.ts";
import { Tailscale } from "./tailscale.ts";
import { Wanted } from "./wanted.ts";

const FIGURES_MS = 15_000;
/** How often names in targets of the proxy are looked up anew. */
const NAMES_MS = 60_000;
/** How often the end of the VPN's key is looked for. */
const EXPIRY_MS = 60 * 60_000;

export async function compose(app: AppContext): Promise<Area> {
  const { clock, scope, store, hub, config, serverCertificate } = app;
  const log = app.log.module("container");
  const link = new EngineLink({ choose: () => chooseEngine(app), clock, scope, log });
  const wanted = new Wanted(store, clock);
  const lanes = new Lanes();
  const crashes = new Crashes(clock);
  const tailscale = new Tailscale(store, clock);
  const ngrok = new Ngrok(store, clock, config.httpPort);
  const access = influxAccess(store, clock, config.productSlug);

  const podPorts = (id: string) => {
    const pod = hub.pods().find((one) => one.id === id);
    return pod?.ifaces.flatMap(({ port }) => (port === undefined ? [] : [port]));
  };
  const users = new BrokerUsers({ store, clock, apply: () => applyIfRunning("mosquitto") });
  const certificates = await ProxyCertificates.open({
    folder: path.join(app.layout.tls, "proxy"),
    authorities: app.authorities,
    clock,
    log,
  });
  const rules = new ProxyRules({
    store,
    clock,
    names: new TargetNames(clock),
    reach: new Reach(clock),
    hasCertificate: (id) => certificates.get(id) !== undefined,
    resolve: (rule) => resolveTarget(rule, { podPorts, ownPort: config.httpPort }),
    owner: async (port) => knownOwner(app, port) ?? (await portOwner(port)),
    apply: () => applyIfRunning("caddyproxy"),
  });

  const parameters = async (id: AddOnId): Promise<unknown> => {
    switch (id) {
      case "caddyproxy":
        return proxyParameters(
          await rules.served(),
          serverCertificate.server,
          (one) => certificates.get(one)?.pair,
        );
      case "mosquitto":
        return { users: users.admitted() };
      case "influxdb": {
        const { org, bucket, password, token } = access;
        return { org, bucket, password, token };
      }
      case "grafana": {
        const { org, bucket, token } = access;
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
  };
  /** What is not running gets its settings when it starts. */
  const applyIfRunning = async (id: AddOnId) => {
    if (!wanted.active(id) || !link.available) return;
    const given = await parameters(id);
    try {
      await lanes.run(id, () => link.get().apply(id, given));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  };
  const refreshProxy = () => {
    rules.refresh().catch((error: unknown) => log.warn(`Proxy: ${errorText(error)}`));
  };

  const own = () => app.use("system").ownContainer();
  const overview = new Overview(link, own, clock);
  const jobParts = { jobs: app.jobs, link, wanted, lanes, parameters };
  const jobs = defineJobs(jobParts);
  await ensureFolder(app.layout.addOnData);
  const args = (id: AddOnId, token: string) => (id === "influxdb" ? { token: token || access.token } : {});
  const load = defineLoad({ ...jobParts, layout: app.layout, archiveOf, args });
  const saved = new SavedData({ layout: app.layout, link, wanted, lanes, load, args, clock, scope, log });
  const missing = (id: AddOnId) => {
    if (id === "tailscale" && tailscale.token === "") return NO_TOKEN;
    return id === "ngrok" && ngrok.settings().authtoken === "" ? NO_TOKEN : undefined;
  };
  const service = new ContainerService({ link, wanted, jobs, overview, crashes, missing });
  const reconciler = new Reconciler({
    link,
    wanted,
    lanes,
    crashes,
    parameters,
    busy: (id) => app.jobs.occupied(`addon:${id}`),
    clock,
    scope,
    log,
  });

  scope.add(link.onChange(() => overview.forget()));
  let working = false;
  scope.add(
    app.jobs.onChange(() => {
      const worked = working;
      working = ADD_ON_IDS.some((id) => app.jobs.occupied(`addon:${id}`));
      if (worked && !working) reconciler.poke();
    }),
  );
  new PullTrust({ authorities: app.authorities, link, clock, scope, log }).start();
  reconciler.start();
  link.start();
  scope.add(serverCertificate.onChange(refreshProxy));
  let served = "";
  scope.add(
    hub.on("pods", () => {
      const now = JSON.stringify(rules.inForce());
      if (now !== served && served !== "") refreshProxy();
      served = now;
    }),
  );
  const followNames = complaining(log, "Proxy", () => rules.followNames());
  scope.add(
    clock.every(NAMES_MS, () => {
      if (wanted.active("caddyproxy")) void followNames();
    }),
  );
  scope.add(
    clock.every(EXPIRY_MS, () => {
      if (link.available && wanted.active("tailscale")) void tailscale.state(link.get());
    }),
  );

  return {
    handlers: containerHandlers({
      serverCertificate,
      certificates,
      service,
      overview,
      link,
      users,
      clients: new BrokerClients(link),
      rules,
      tailscale,
      ngrok,
      wanted,
    }),
    backup: saved.backupParts(),
    ready: () => saved.start(),
    findings: () => [
      ...saved.findings(),
      ...crashes.findings(),
      ...certificates.findings(rules.certificatesInUse()),
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
        influx: () => (wanted.active("influxdb") ? access : undefined),
      },
    },
  };
}

/** Beside the socket of the device service. */
const CONTAINERS_SOCKET = "containers.sock";
const NO_TOKEN = "Tragen Sie zuerst unter „Einstellungen“ den Token ein.";

async function chooseEngine({ config, clock, host }: AppContext): Promise<EngineChoice> {
  const choice = await chooseSocket(config.containerEngine);
  if (host.name === "systemd" && !("missing" in choice)) {
    return { addOns: new DeviceAddOns(path.join(path.dirname(config.hostdSocket), CONTAINERS_SOCKET)) };
  }
  if ("reason" in choice) return { ...choice, final: config.containerEngine === "none" };
  // Loaded only where there is an engine: it costs memory.
  const { dockerEngine } = await import("@hubwart/containers/docker");
  const engine = dockerEngine({ socketPath: choice.socketPath, clock });
  return { addOns: new LocalAddOns({ engine, registry: config.imageRegistry, clock }) };
}

/** What of this device has a port, as far as it is known without asking. */
function knownOwner({ config, hub }: AppContext, port: number): string | undefined {
  if (port === config.httpPort || port === config.httpsPort) return "der Verwaltung selbst";
  const pod = hub.pods().find(({ ifaces }) => ifaces.some((iface) => iface.port === port));
  if (pod) return `dem Pod „${pod.id}“`;
  const addOn = publisherOf(port);
  return addOn === undefined ? undefined : `dem Container „${addOn}“`;
}

async function hostname({ host }: AppContext): Promise<string> {
  const name = await host.facts.hostname().catch(() => "");
  return name.replace(/[^A-Za-z0-9-]/g, "-").slice(0, 63) || "hub";
}
