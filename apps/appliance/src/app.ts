/**
 * The appliance, composed: the platform, the areas (`AREAS`), and the server over them. Which implementation stands
 * behind each interface is decided in the `compose.ts` files and in main.ts, nowhere else.
 *
 *     const app = await createApp({ config, layout, clock, log, host, hub, launcher, scope, consoleDir });
 *     await app.server.listen({ host: config.bind, port: config.httpPort });
 *     app.served.start();                    // https follows as soon as there is a certificate
 *     await scope.end();                     // closes server, database and everything else
 */
import { type Clock, callerOf, Scope } from "@hubwart/core";
import type { FastifyInstance } from "fastify";
import type { Area, Compose } from "./area.ts";
import { compose as alarms } from "./areas/alarms/compose.ts";
import { compose as backup } from "./areas/backup/compose.ts";
import { compose as central } from "./areas/central/compose.ts";
import { compose as connectivity } from "./areas/connectivity/compose.ts";
import { compose as constants } from "./areas/constants/compose.ts";
import { compose as containers } from "./areas/containers/compose.ts";
import { compose as copies } from "./areas/copies/compose.ts";
import { compose as diagnostics } from "./areas/diagnostics/compose.ts";
import { compose as drafts } from "./areas/drafts/compose.ts";
import { compose as energy } from "./areas/energy/compose.ts";
import { compose as forwarding } from "./areas/forwarding/compose.ts";
import { compose as history } from "./areas/history/compose.ts";
import { compose as htdocs } from "./areas/htdocs/compose.ts";
import { compose as knx } from "./areas/knx/compose.ts";
import { compose as license } from "./areas/license/compose.ts";
import { compose as log } from "./areas/log/compose.ts";
import { compose as mcp } from "./areas/mcp/compose.ts";
import { compose as metrics } from "./areas/metrics/compose.ts";
import { compose as network } from "./areas/network/compose.ts";
import { compose as oidc } from "./areas/oidc/compose.ts";
import { compose as pages } from "./areas/pages/compose.ts";
import { compose as pods } from "./areas/pods/compose.ts";
import { compose as project } from "./areas/project/compose.ts";
import { compose as recording } from "./areas/recording/compose.ts";
import { compose as schedules } from "./areas/schedules/compose.ts";
import { compose as scripts } from "./areas/scripts/compose.ts";
import { compose as status } from "./areas/status/compose.ts";
import { compose as stores } from "./areas/stores/compose.ts";
import { compose as system } from "./areas/system/compose.ts";
import { compose as trace } from "./areas/trace/compose.ts";
import { compose as unsaved } from "./areas/unsaved/compose.ts";
import { compose as update } from "./areas/update/compose.ts";
import { compose as users } from "./areas/users/compose.ts";
import type { AppContext } from "./context.ts";
import type { Handlers } from "./http/handlers.ts";
import { HttpsSide } from "./http/https.ts";
import { watchLoad } from "./http/overload.ts";
import { createServer } from "./http/server.ts";
import type { Upgrade } from "./http/upgrades.ts";
import { OfferBook, onlyOnce } from "./offers.ts";
import { openPlatform, type PlatformParts, platformHandlers } from "./platform/compose.ts";
import { jobTopic } from "./platform/jobs/routes.ts";
import { logFollower } from "./platform/log/follow.ts";
import { tokenFindings } from "./platform/machine-tokens/findings.ts";
import { StreamService } from "./platform/stream/service.ts";
import { Tickets } from "./platform/ticket/office.ts";
import type { DeviceCertificate } from "./platform/tls/certificate.ts";
import type { ServedCertificate } from "./platform/tls/served.ts";

/** In this order; one that uses another while it is composed comes after it. */
const AREAS: readonly Compose[] = [
  status,
  license,
  connectivity,
  project,
  drafts,
  constants,
  network,
  pods,
  knx,
  trace,
  alarms,
  schedules,
  pages,
  energy,
  scripts,
  recording,
  stores,
  htdocs,
  users,
  backup,
  history,
  log,
  forwarding,
  metrics,
  mcp,
  central,
  oidc,
  diagnostics,
  copies,
  unsaved,
  update,
  system,
  containers,
];

export interface AppParts extends PlatformParts {
  /** Folder of the built console. */
  consoleDir: string;
}

export interface App {
  context: AppContext;
  server: FastifyInstance;
  handlers: Handlers;
  /** The device's own; `served` is what its listeners use. */
  certificate: DeviceCertificate;
  served: ServedCertificate;
  https: HttpsSide;
}

const LONGEST_ANSWER_MS = 1_000;

export async function createApp(parts: AppParts): Promise<App> {
  const { clock, layout, scope, hub } = parts;
  const platform = await openPlatform(parts);
  const areas: Area[] = [];
  const load = watchLoad(clock, parts.log.module("http"));
  const offers = new OfferBook();
  const context: AppContext = {
    ...parts,
    ...platform,
    changed: (place) => platform.changes.note(place),
    use: (name) => offers.use(name),
    findings: () => [
      ...platform.disk.findings(),
      ...tokenFindings(platform.machineTokens.list(), clock.now()),
      ...load.findings(),
      ...platform.authorities.findings(),
      ...platform.served.findings(clock),
      ...areas.flatMap((area) => area.findings?.() ?? []),
    ],
    backupParts: () => [...platform.backup, ...areas.flatMap((area) => area.backup ?? [])],
  };
  for (const compose of AREAS) {
    const area = await compose(context);
    areas.push(area);
    offers.add(area.offers ?? {});
  }
  // Every kind of job is known now.
  platform.jobs.takeUp();
  for (const area of areas) area.ready?.();

  const { gate } = platform;
  const tickets = new Tickets(clock, (id) => gate.alive(id));
  const streams = new Scope();
  const stream = new StreamService({
    clock,
    log: parts.log.module("stream"),
    scope: streams,
    topics: onlyOnce([
      { jobs: jobTopic(platform.jobs), changed: platform.changes.topic() },
      ...areas.map(({ topics }) => topics),
    ]),
    watch: (filter, handler) => hub.watch(filter, handler),
    follow: logFollower({
      logs: layout.logs,
      clock,
      log: parts.log.module("log"),
      containerLog: (query) => offers.use("containers").log(query),
    }),
    onSessionEnd: (id, handler) => gate.onEnd(id, handler),
  });
  const downloadChecks = onlyOnce(areas.map((area) => area.downloadChecks));
  const handlers: Handlers = onlyOnce([
    platformHandlers(platform, {
      clock,
      tickets,
      downloadChecks,
      stream,
      named: async () => ({ product: parts.config.product, host: await parts.host.facts.hostname() }),
    }),
    ...areas.map((area) => area.handlers),
  ]);

  const { bind, httpsPort, httpsRedirect } = parts.config;
  const { served } = platform;
  const ownNames = () => [...areas.flatMap((area) => area.ownNames?.() ?? []), ...served.names];
  const upgrade: Upgrade = (...asked) => areas.some((area) => area.upgrade?.(...asked) === true);
  const bounds = { budget: load.budget, callerOf };
  const proxyProof = () => offers.use("containers").proxyProof();
  const server = createServer({
    handlers,
    gate,
    tickets,
    audit: platform.audit,
    log: parts.log.module("http"),
    ownNames,
    upgrade,
    consoleDir: parts.consoleDir,
    htdocsDir: layout.htdocs,
    bounds,
    proxyProof,
    redirectPort: () => (httpsRedirect ? https.port : undefined),
  });
  const https = new HttpsSide(server, {
    clock,
    log: parts.log.module("http"),
    bind,
    port: httpsPort,
    bounds,
    upgrades: { ownNames, proxyProof, upgrade },
  });
  scope.add(served.onChange((pair) => https.use(pair)));
  for (const area of areas) area.serve?.(server);
  scope.add(async () => {
    await Promise.all([closeServer(server, clock), https.close(LONGEST_ANSWER_MS)]);
  });
  // Before the server closes: it waits for answers under way, and these have no end of their own.
  scope.add(() => streams.end());
  return { context, server, handlers, certificate: platform.deviceCertificate, served, https };
}

/** Lets answers under way finish, but not for longer than the launcher waits. */
async function closeServer(server: FastifyInstance, clock: Clock): Promise<void> {
  const cancel = clock.after(LONGEST_ANSWER_MS, () => server.server.closeAllConnections());
  await server.close();
  cancel();
}
