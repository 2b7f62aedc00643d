/**
 * The central, composed: its keys, NATS and PostgreSQL (its own, or those it is told of), the register, and the calls over them.
 *
 *     const { address } = await startCentral({ config, pageDir, clock, log, scope });
 *     await scope.end();
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import {
  Ageing,
  type Clock,
  ConfigError,
  errorText,
  type Logger,
  type Scope,
  writeFileAtomic,
} from "@hubwart/core";
import type { PoolConfig } from "pg";
import { makePair } from "./authority/certificates.ts";
import { CentralKeys } from "./authority/keys.ts";
import { Renewal } from "./authority/renewal.ts";
import { Sealer } from "./authority/sealer.ts";
import { Backups } from "./backups/backups.ts";
import { proverIn } from "./backups/prove.ts";
import { Bus } from "./bus/bus.ts";
import { RoutedCalls } from "./bus/routed.ts";
import { Unruly } from "./bus/unruly.ts";
import type { CentralConfig } from "./config.ts";
import { Desired } from "./desired/desired.ts";
import { openFeeds } from "./feeds/open.ts";
import { SiteFiles } from "./files/site-files.ts";
import { centralHandlers } from "./handlers.ts";
import { HistoryReader } from "./history/reader.ts";
import { SiteHistory } from "./history/site-history.ts";
import { createEdge } from "./http/edge.ts";
import { FailureTable } from "./people/failure-table.ts";
import { SignIn } from "./people/sign-in.ts";
import { writeClusterFiles } from "./programs/cluster.ts";
import { lockCentral } from "./programs/lock.ts";
import { startNats, writeNatsFiles } from "./programs/nats.ts";
import { startPostgres } from "./programs/postgres.ts";
import { Projects } from "./projects/projects.ts";
import { workbookReader } from "./projects/read-workbook.ts";
import { Audit } from "./register/audit.ts";
import { AuditRetention } from "./register/audit-retention.ts";
import { Codes } from "./register/codes.ts";
import { Database } from "./register/database.ts";
import { firstToken } from "./register/first-token.ts";
import { Groups } from "./register/groups.ts";
import { type Account, People } from "./register/people.ts";
import { RolloutStore } from "./register/rollouts.ts";
import { Sessions } from "./register/sessions.ts";
import { SiteLogs } from "./register/site-logs.ts";
import { Sites } from "./register/sites.ts";
import { Rollouts } from "./rollouts/rollouts.ts";
import { texts } from "./texts.ts";

export interface CentralParts {
  config: CentralConfig;
  /** Folder of the built page. */
  pageDir: string;
  /** Folder of the built entries of short-lived children. */
  childrenDir: string;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

/** As the vendors of browsers take it at most; made anew at each start. */
const SERVER_DAYS = 824;
const ALWAYS = ["localhost", "127.0.0.1", "::1"];

export interface Central {
  /** `https://host:port` */
  address: string;
  /** Where the first token lies; undefined where somebody may sign in already. */
  firstToken: string | undefined;
}

export async function startCentral(parts: CentralParts): Promise<Central> {
  const { childrenDir, clock, config, log, pageDir, scope } = parts;
  const { dataDir } = config;
  // PostgreSQL goes through it under an account of its own.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  if (!(await lockCentral(dataDir, scope))) throw new ConfigError(texts.alreadyRuns(dataDir));
  const keys = await CentralKeys.open(path.join(dataDir, "trust"), config.name, clock.now());
  const names = [...new Set([...config.addresses, ...ALWAYS, ...hostsOf(config)])];
  const pair = await makePair(
    keys.authority,
    { name: config.name.slice(0, 64), now: clock.now(), days: SERVER_DAYS },
    names,
  );
  const server = { ...pair, certificate: pair.certificate + keys.authority.certificate };
  await writeFileAtomic(path.join(dataDir, "authority.pem"), keys.authority.certificate);
  const programs = { clock, log, scope };
  const postgres: PoolConfig =
    config.postgresUrl === undefined
      ? await startPostgres(dataDir, programs)
      : { connectionString: config.postgresUrl };
  const database = await Database.open(postgres, log, scope);
  const sites = await Sites.open({ database, clock, log, scope });
  const people = await People.open({ database, clock, log, scope });
  const sessions = await Sessions.open({ database, people, clock, log, scope });
  const first = await firstToken(people, dataDir);
  const { bind, natsPort: port, storeBytes } = config;
  const nats = { folder: dataDir, bind, port, storeBytes, keys, server, now: clock.now() };
  const { natsRoutes: routes, natsUrls: urls = [`tls://127.0.0.1:${port}`], replicas } = config;
  if (config.natsUrls === undefined) await startNats(nats, programs);
  else if (routes) await writeClusterFiles({ ...nats, urls, routes, names, days: SERVER_DAYS });
  else await writeNatsFiles(nats);
  const logs = await SiteLogs.open(database, clock);
  const audit = new Audit(database, clock);
  const ageing = await Ageing.open({ clock, file: path.join(dataDir, "audit-bound") });
  void new AuditRetention({ database, ageing, days: config.auditDays, clock, log, scope }).run();
  if (first) {
    const entry = { who: first.name, address: "", call: "firstToken", code: 0, detail: { name: first.name } };
    await audit.add(entry).catch((error: unknown) => log.warn(errorText(error)));
  }
  const unruly = new Unruly({
    clock,
    scope,
    changed: (hub, out) => void lockedOut(hub, out).catch((error: unknown) => log.warn(errorText(error))),
  });
  const servers = serversOf(config);
  const folder = path.join(dataDir, "sites");
  const backups = await Backups.open({
    database,
    folder,
    bound: config.backupBytes,
    key: keys.derived("escrow of backups"),
    prove: proverIn(childrenDir),
    told: async (hub, call, detail) => {
      const name = sites.get(hub)?.name ?? hub;
      await audit.add({ who: name, address: "", call, code: 0, detail: { hub, name, ...detail } });
    },
    clock,
    log,
    scope,
  });
  const reader = new HistoryReader({ entry: path.join(childrenDir, "history-child.mjs"), clock, scope });
  const history = new SiteHistory({ folder, reader, clock, log, scope, mostBytes: config.siteHistoryBytes });
  const files = new SiteFiles({
    folder,
    receivers: [backups.receiver, history],
    clock,
    log,
    scope,
    garbage: (hub) => unruly.garbage(hub),
  });
  const renewal = new Renewal({ sites, keys, audit, clock, servers });
  const bus: Bus = await Bus.open({
    urls,
    keys,
    clock,
    log,
    scope,
    revoked: (customer) =>
      sites
        .all()
        .filter((site) => site.customer === customer && (site.revoked > 0 || unruly.is(site.hub)))
        .map((site) => site.key),
    reported: (customer, hub, state) => {
      sites.reported(customer, hub, state);
      if (state.escrow === false && sites.get(hub)?.customer === customer)
        void backups.withdraw(hub).catch((error: unknown) => log.warn(errorText(error)));
    },
    may: (hub) => unruly.may(hub),
    garbage: (hub) => unruly.garbage(hub),
    opened: openFeeds({
      replicas,
      clock,
      log,
      scope,
      sites,
      logs,
      unruly,
      renew: (hub, request) => renewal.answer(hub, request),
      file: (hub, head, bytes) => files.answer(hub, head, bytes),
    }),
  });
  const lockedOut = async (hub: string, out: boolean): Promise<void> => {
    const site = sites.get(hub);
    if (!site) return;
    await bus.revoke(site.customer);
    const detail = { hub, name: site.name };
    const call = out ? "siteFlooded" : "siteLetIn";
    await audit.add({ who: site.name, address: "", call, code: 0, detail });
  };
  const codes = new Codes(database, clock);
  const routed = new RoutedCalls({ bus, sites });
  const store = new RolloutStore(database);
  const read = await workbookReader(childrenDir, path.join(dataDir, "work"));
  const projects = await Projects.open({ database, sites, routed, clock, read });
  const rollouts = await Rollouts.open({ store, sites, people, projects, routed, audit, clock, log, scope });
  const groups = await Groups.open(database);
  const handlers = centralHandlers({
    name: config.name,
    servers,
    clock,
    keys,
    bus,
    routed,
    sites,
    codes,
    people,
    sessions,
    signIn: new SignIn({
      people,
      sessions,
      table: await FailureTable.open({ database, clock, log, scope }),
      sealer: new Sealer(keys.derived("second factors")),
      clock,
      log,
    }),
    groups,
    audit,
    logs,
    rollouts,
    desired: await Desired.open({ database, groups, sites, routed, clock }),
    projects,
    backups,
    history,
    reader,
  });
  const seen = (account: Account | undefined) => {
    if (account) people.saw(account.id);
    return account;
  };
  const edge = createEdge({
    handlers,
    audit,
    asking: {
      byToken: (token) => seen(people.authenticate(token)),
      bySession: (secret) => {
        const session = sessions.find(secret);
        seen(session?.account);
        return session;
      },
    },
    certificate: server,
    pageDir,
    clock,
    log,
  });
  scope.add(() => edge.close());
  return { address: await edge.listen({ host: bind, port: config.httpPort }), firstToken: first?.file };
}

/** `host:port` of NATS, as sites reach it. */
function serversOf({ addresses, natsPort, natsPublic, natsUrls }: CentralConfig): readonly string[] {
  if (natsPublic) return natsPublic;
  if (natsUrls) return natsUrls.map((url) => new URL(url).host);
  return addresses.map((host) => `${host.includes(":") ? `[${host}]` : host}:${natsPort}`);
}

/** Names under which NATS is reached. */
function hostsOf({ natsPublic = [], natsUrls = [] }: CentralConfig): string[] {
  const addresses = [...natsUrls, ...natsPublic.map((one) => `tls://${one}`)];
  return addresses.map((one) => new URL(one).hostname.replace(/^\[|\]$/g, ""));
}
