/**
 * The appliance, composed: which implementation stands behind each interface is decided here and in main.ts,
 * nowhere else.
 *
 *     const app = await createApp({ config, layout, clock, log, host, hub, launcher, scope, consoleDir });
 *     await app.server.listen({ host: config.bind, port: config.httpPort });
 *     app.certificate.start();               // https follows as soon as there is a certificate
 *     await scope.end();                     // closes server, database and everything else
 */
import { systemInfo } from "@hubwart/contract";
import { type Clock, Scope } from "@hubwart/core";
import { openStore } from "@hubwart/core/store";
import type { FastifyInstance } from "fastify";
import { composeAreas } from "./areas.ts";
import type { AppContext } from "./context.ts";
import type { Handlers } from "./http/handlers.ts";
import { HttpsSide } from "./http/https.ts";
import { createServer } from "./http/server.ts";
import { auditRoutes } from "./modules/audit/routes.ts";
import { auditTrail } from "./modules/audit/trail.ts";
import { diagnosticsCheck, diagnosticsRoutes } from "./modules/diagnostics/routes.ts";
import { DiskGuard } from "./modules/disk/guard.ts";
import { HistoryRecorder } from "./modules/history/recorder.ts";
import { historyRoutes } from "./modules/history/routes.ts";
import { infoRoutes } from "./modules/info/routes.ts";
import { InfoService } from "./modules/info/service.ts";
import { logFollower } from "./modules/log/follow.ts";
import { LogLevels } from "./modules/log/levels.ts";
import { logRoutes } from "./modules/log/routes.ts";
import { metricsPage } from "./modules/metrics/page.ts";
import { metricsHandlers, serveMetrics } from "./modules/metrics/routes.ts";
import { MetricsToken } from "./modules/metrics/token.ts";
import { sessionRoutes } from "./modules/session/routes.ts";
import { argon2id, type Hasher, SessionService } from "./modules/session/service.ts";
import { callerOf } from "./modules/session/throttle.ts";
import { startForwarding } from "./modules/state/compose.ts";
import { stateHandlers } from "./modules/state/routes.ts";
import { streamRoutes } from "./modules/stream/routes.ts";
import { StreamService } from "./modules/stream/service.ts";
import type { Topic } from "./modules/stream/topics.ts";
import { openApiRoutes } from "./modules/system/openapi.ts";
import { systemRoutes } from "./modules/system/routes.ts";
import { Tickets, ticketRoutes } from "./modules/ticket/office.ts";
import { DeviceCertificate } from "./modules/tls/certificate.ts";
import type { Issuer } from "./modules/tls/order.ts";
import { tlsHandlers } from "./modules/tls/routes.ts";

export interface AppParts extends Omit<AppContext, "store" | "sessions" | "disk" | "certificate"> {
  /** Makes the device's certificates. */
  issuer: Issuer;
  /** Instead of the device's own; for tests. */
  certificate?: AppContext["certificate"];
  /** Folder of the built console. */
  consoleDir: string;
  /** Instead of argon2id; for tests. */
  hasher?: Hasher;
}

export interface App {
  context: AppContext;
  server: FastifyInstance;
  handlers: Handlers;
  certificate: DeviceCertificate;
  https: HttpsSide;
}

const LONGEST_ANSWER_MS = 1_000;
const SWEEP_MS = 5_000;
const STATUS_MS = 5_000;
const FIGURES_MS = 15_000;

export async function createApp(parts: AppParts): Promise<App> {
  const { clock, log, layout, scope } = parts;
  const disk = await DiskGuard.start({ layout, clock, scope, log: log.module("disk") });
  const store = openStore({
    file: layout.stateDb,
    credentialFile: layout.credentialFile,
    now: () => clock.now(),
  });
  scope.add(() => store.close());
  await store.copyCredential();
  if (store.damage) log.error(`state.db was damaged and is kept as ${store.damage.kept}`);
  const sessions = new SessionService(store, clock, log.module("session"), parts.hasher ?? argon2id);
  scope.add(clock.every(SWEEP_MS, () => sessions.tokens.sweep()));
  const certificate = new DeviceCertificate({
    folder: layout.tls,
    clock,
    scope,
    log: log.module("tls"),
    product: parts.config.product,
    hostname: () => parts.host.facts.hostname(),
    issuer: parts.issuer,
  });
  const context: AppContext = {
    ...parts,
    disk,
    store,
    sessions,
    certificate: parts.certificate ?? certificate,
  };

  const areas = await composeAreas(context);
  const info = new InfoService(context, areas.sources);
  const history = await HistoryRecorder.start({
    folder: layout.metrics,
    facts: parts.host.facts,
    hub: parts.hub,
    clock,
    log: log.module("history"),
    scope,
  });
  const levels = new LogLevels({
    store,
    clock,
    scope,
    log: log.module("log"),
    hub: parts.hub,
    system: parts.sink,
    pods: areas.pods,
  });
  const forwarding = await startForwarding(context, {
    status: () => info.status(),
    cpu: () => history.cpu,
    compiledFile: areas.compiledFile,
  });
  const metricsToken = new MetricsToken(store, clock);
  const tickets = new Tickets(clock, (id) => sessions.tokens.alive(id));
  const handlers: Handlers = {
    ...sessionRoutes(sessions),
    ...infoRoutes(info),
    ...systemRoutes(context, info.started),
    ...historyRoutes(history),
    ...logRoutes(layout, levels, () => info.hubStarted()),
    ...diagnosticsRoutes({ app: context, info, cipher: areas.cipher, forwarding, history }),
    ...auditRoutes(store),
    ...openApiRoutes(parts.config.product),
    ...ticketRoutes(tickets, { ...areas.downloadChecks, [systemInfo.path]: diagnosticsCheck }),
    ...stateHandlers(forwarding),
    ...metricsHandlers(metricsToken),
    ...tlsHandlers(certificate),
    ...areas.handlers,
  };
  const streams = new Scope();
  const stream = new StreamService({
    clock,
    log: log.module("stream"),
    scope: streams,
    topics: stateTopics(context, info, handlers),
    watch: (filter, handler) => parts.hub.watch(filter, handler),
    follow: logFollower(layout.logs, clock, log.module("log")),
    onSessionEnd: (id, handler) => sessions.tokens.onEnd(id, handler),
  });
  Object.assign(handlers, streamRoutes(stream));

  const { bind, httpsPort, httpsRedirect } = parts.config;
  const server = createServer({
    handlers,
    gate: sessions,
    tickets,
    audit: auditTrail(store, clock, log.module("audit")),
    log: log.module("http"),
    ownNames: areas.ownNames,
    consoleDir: parts.consoleDir,
    htdocsDir: layout.htdocs,
    callerOf,
    redirectPort: () => (httpsRedirect ? https.port : undefined),
  });
  const https = new HttpsSide(server, { clock, log: log.module("http"), bind, port: httpsPort, callerOf });
  scope.add(certificate.onChange((pair) => https.use(pair)));
  serveMetrics(server, metricsToken, async () =>
    metricsPage({
      status: await info.status(),
      cpu: history.cpu,
      pods: parts.hub.pods(),
      hubConnected: parts.hub.connected,
      forwarding: forwarding.status(),
    }),
  );
  scope.add(async () => {
    await Promise.all([closeServer(server, clock), https.close(LONGEST_ANSWER_MS)]);
  });
  // Before the server closes: it waits for answers under way, and these have no end of their own.
  scope.add(() => streams.end());
  return { context, server, handlers, certificate, https };
}

/** Lets answers under way finish, but not for longer than the launcher waits. */
async function closeServer(server: FastifyInstance, clock: Clock): Promise<void> {
  const cancel = clock.after(LONGEST_ANSWER_MS, () => server.server.closeAllConnections());
  await server.close();
  cancel();
}

/** What the event stream tells of, read as the matching GETs answer it. */
function stateTopics(
  app: AppContext,
  info: InfoService,
  handlers: Handlers,
): Record<"status" | "containers" | "pods" | "project", Topic> {
  const changes = (changed: () => void) => {
    const ends = [app.hub.on("status", changed), app.hub.on("connected", changed)];
    return () => {
      for (const end of ends) end();
    };
  };
  return {
    status: { read: () => info.status(), every: STATUS_MS, changes },
    containers: { read: async () => handlers.systemPs?.(QUIET), every: FIGURES_MS },
    pods: {
      read: async () => handlers.pods?.({ ...QUIET, query: {} }),
      every: FIGURES_MS,
      changes: (changed) => app.hub.on("pods", changed),
    },
    project: { read: async () => (await info.status()).project, every: STATUS_MS, changes },
  };
}

/** A question of our own, without a caller. */
const QUIET = {
  params: undefined,
  query: undefined,
  body: undefined,
  fields: () => undefined,
  file: undefined,
  session: undefined,
  token: undefined,
  address: "",
  localAddress: "",
  ticketPassword: undefined,
  signal: new AbortController().signal,
  audit: () => undefined,
};
