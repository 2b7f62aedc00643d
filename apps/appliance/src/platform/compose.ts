/**
 * The platform, opened: what every area may use, and the calls it answers itself. `openPlatform` comes before the
 * areas are composed, `platformHandlers` after that.
 */
import path from "node:path";
import type { Clock } from "@hubwart/core";
import { argon2id, type Hasher } from "@hubwart/core/sign-in";
import { openStore } from "@hubwart/core/store";
import type { BackupPart } from "../backup-part.ts";
import type { AppContext } from "../context.ts";
import type { Handlers } from "../http/handlers.ts";
import { auditRoutes } from "./audit/routes.ts";
import { auditTrail } from "./audit/trail.ts";
import { platformParts } from "./backup-parts.ts";
import { createCipher } from "./cipher/cipher.ts";
import { DeviceKey } from "./device-key.ts";
import { DiskGuard } from "./disk/guard.ts";
import { entrustedRoutes } from "./entrusted/routes.ts";
import { jobHandlers } from "./jobs/routes.ts";
import { JobRunner } from "./jobs/runner.ts";
import { lossLine } from "./loss-line.ts";
import { TokenGate } from "./machine-tokens/gate.ts";
import { openTokens } from "./machine-tokens/open.ts";
import { beginningAnew, machineTokenRoutes } from "./machine-tokens/routes.ts";
import { pageLinkRoutes } from "./page-links/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { RemoteCallers } from "./remote-callers/callers.ts";
import { factorRoutes } from "./session/factor-routes.ts";
import { passkeyRoutes } from "./session/passkey-routes.ts";
import { sessionRoutes } from "./session/routes.ts";
import { SessionService } from "./session/service.ts";
import { Changes } from "./stream/changes.ts";
import { streamRoutes } from "./stream/routes.ts";
import type { StreamService } from "./stream/service.ts";
import { type DownloadCheck, type Tickets, ticketRoutes } from "./ticket/office.ts";
import { TrustedAuthorities } from "./tls/authorities.ts";
import { authorityHandlers } from "./tls/authority-routes.ts";
import { DeviceCertificate } from "./tls/certificate.ts";
import { ownNames } from "./tls/names.ts";
import type { Issuer } from "./tls/order.ts";
import { OwnServer } from "./tls/own-server.ts";
import { tlsHandlers } from "./tls/routes.ts";
import { ServedCertificate } from "./tls/served.ts";
import { uploadedFolder } from "./tls/server-file.ts";

/** Opened here. */
type Opened =
  | "store"
  | "sessions"
  | "machineTokens"
  | "pageLinks"
  | "remoteCallers"
  | "gate"
  | "audit"
  | "hasher"
  | "disk"
  | "certificate"
  | "serverCertificate"
  | "authorities"
  | "deviceKey"
  | "cipher"
  | "jobs";
/** From the areas. */
type Gathered = "use" | "changed" | "findings" | "backupParts";

export interface PlatformParts extends Omit<AppContext, Opened | Gathered> {
  /** Makes the device's certificates. */
  issuer: Issuer;
  /** Instead of the device's own; for tests. */
  certificate?: AppContext["certificate"];
  /** Instead of argon2id; for tests. */
  hasher?: Hasher;
}

export interface Platform extends Pick<AppContext, Opened> {
  deviceCertificate: DeviceCertificate;
  ownServer: OwnServer;
  served: ServedCertificate;
  authorities: TrustedAuthorities;
  backup: readonly BackupPart[];
  changes: Changes;
}

const SWEEP_MS = 5_000;
/** Told with a link; people choose among them. */
const MOST_HOSTS = 20;
const isReachedFromElsewhere = (name: string): boolean => !/^(localhost|127\.|::1$)/.test(name);

export async function openPlatform(parts: PlatformParts): Promise<Platform> {
  const { clock, log, layout, scope } = parts;
  const disk = await DiskGuard.start({ layout, clock, scope, log: log.module("disk") });
  const store = openStore({
    file: layout.stateDb,
    credentialFile: layout.credentialFile,
    now: () => clock.now(),
  });
  scope.add(() => store.close());
  await store.copyCredential();
  if (store.damage) log.error(lossLine(layout.stateDb, store.damage));
  const hasher = parts.hasher ?? argon2id;
  const sessions = new SessionService(store, clock, log.module("session"), hasher);
  const { machineTokens, pageLinks } = openTokens(store, sessions, clock, log.module("session"));
  const remoteCallers = new RemoteCallers();
  scope.add(
    clock.every(SWEEP_MS, () => {
      sessions.tokens.sweep();
      machineTokens.sweep();
      pageLinks.sweep();
    }),
  );
  const deviceCertificate = new DeviceCertificate({
    folder: layout.tls,
    clock,
    scope,
    log: log.module("tls"),
    product: parts.config.product,
    hostname: () => parts.host.facts.hostname(),
    issuer: parts.issuer,
  });
  const authorities = await TrustedAuthorities.open({
    folder: layout.authorities,
    clock,
    scope,
    log: log.module("tls"),
    hub: parts.hub,
  });
  const ownServer = await OwnServer.open({
    folder: uploadedFolder(layout.tls),
    authorities: () => authorities.list().map(({ x509 }) => x509),
    clock,
    log: log.module("tls"),
  });
  const served = new ServedCertificate(deviceCertificate, ownServer);
  const changes = new Changes();
  const audit = changes.heard(auditTrail(store, clock, log.module("audit")));
  return {
    audit,
    changes,
    backup: platformParts(layout, store, parts.host.name === "systemd"),
    jobs: new JobRunner({ store, audit, clock, log: log.module("job"), scope }),
    disk,
    store,
    sessions,
    machineTokens,
    pageLinks,
    remoteCallers,
    gate: new TokenGate(sessions, machineTokens, pageLinks, remoteCallers),
    hasher,
    deviceCertificate,
    authorities,
    deviceKey: await DeviceKey.open(layout.deviceKey, log.module("backup")),
    ownServer,
    served,
    serverCertificate: served,
    certificate: parts.certificate ?? deviceCertificate,
    cipher: createCipher(path.join(parts.childrenDir, "cipher-child.mjs")),
  };
}

export interface PlatformCalls {
  clock: Pick<Clock, "now">;
  tickets: Tickets;
  downloadChecks: Readonly<Record<string, DownloadCheck>>;
  stream: StreamService;
  /** What people's apps call the device. */
  named: () => Promise<{ product: string; host: string }>;
}

export function platformHandlers(platform: Platform, calls: PlatformCalls): Handlers {
  return {
    ...beginningAnew(sessionRoutes(platform.sessions), [platform.machineTokens, platform.pageLinks]),
    ...machineTokenRoutes(platform.machineTokens),
    ...pageLinkRoutes(platform.pageLinks),
    ...factorRoutes(platform.sessions, calls.named),
    ...passkeyRoutes(platform.sessions, calls.named),
    ...peopleRoutes(platform.sessions, calls.clock, calls.named),
    ...entrustedRoutes({
      people: platform.sessions.people,
      authorities: platform.authorities,
      clock: calls.clock,
      hosts: async () =>
        ownNames((await calls.named()).host)
          .filter(isReachedFromElsewhere)
          .slice(0, MOST_HOSTS),
    }),
    ...auditRoutes(platform.store),
    ...ticketRoutes(calls.tickets, calls.downloadChecks),
    ...tlsHandlers(platform.deviceCertificate, platform.ownServer),
    ...authorityHandlers(platform.authorities),
    ...jobHandlers(platform.jobs),
    ...streamRoutes(calls.stream),
  };
}
