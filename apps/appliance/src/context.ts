/** What every area of the appliance may use. Made once, in app.ts. */
import type { Clock, Config, DataLayout, Logger, LogLevel, Scope } from "@hubwart/core";
import type { Hasher } from "@hubwart/core/sign-in";
import type { Store } from "@hubwart/core/store";
import type { Host } from "@hubwart/host";
import type { BackupPart } from "./backup-part.ts";
import type { AuditTrail } from "./http/ports.ts";
import type { HubLink } from "./hub-link.ts";
import type { LauncherLink } from "./launcher-link.ts";
import type { Offers } from "./offers.ts";
import type { StreamCipher } from "./platform/cipher/cipher.ts";
import type { DeviceKey } from "./platform/device-key.ts";
import type { DiskGuard } from "./platform/disk/guard.ts";
import type { JobRunner } from "./platform/jobs/runner.ts";
import type { TokenGate } from "./platform/machine-tokens/gate.ts";
import type { MachineTokens } from "./platform/machine-tokens/tokens.ts";
import type { PageLinks } from "./platform/page-links/links.ts";
import type { RemoteCallers } from "./platform/remote-callers/callers.ts";
import type { SessionService } from "./platform/session/service.ts";
import type { KeyPair } from "./platform/tls/order.ts";
import type { Finding } from "./status.ts";

/** The device's own server certificate. */
export interface Certificate {
  /** Issues it anew unless it holds for all of these names and addresses already; used as soon as this returns. */
  include(names: readonly string[]): Promise<void>;
}

/** What the device and its parts serve TLS with: the certificate people uploaded, or the device's own. */
export interface ServerCertificate {
  /** undefined while there is none yet. */
  readonly server: KeyPair | undefined;
  /** Called after each change; the returned function ends it. */
  onChange(handler: (server: KeyPair) => void): () => void;
}

/** Authorities that people added to those every program knows. */
export interface Authorities {
  /** PEM, one certificate each. */
  pems(): readonly string[];
  /** Called after each change, which is answered once the handler has returned. The returned function ends it. */
  onChange(handler: () => Promise<void>): () => void;
}

export interface AppContext {
  config: Config;
  layout: DataLayout;
  clock: Clock;
  log: Logger;
  /** Where `log` writes; its level may be changed. */
  sink: { level: LogLevel };
  disk: DiskGuard;
  store: Store;
  host: Host;
  hub: HubLink;
  launcher: LauncherLink;
  /** Whatever takes longer than a request, or changes the device as a whole. */
  jobs: JobRunner;
  sessions: SessionService;
  /** Who asks, by whatever token. */
  gate: TokenGate;
  /** Tokens of programs. */
  machineTokens: MachineTokens;
  /** Links that show one page. */
  pageLinks: PageLinks;
  /** People of the central, while their calls are under way. */
  remoteCallers: RemoteCallers;
  /** The change log. */
  audit: AuditTrail;
  /** Tells whoever shows it that a part of the address space changed, where the change log has no entry for it. */
  changed(place: string): void;
  /** Of passwords. */
  hasher: Hasher;
  certificate: Certificate;
  serverCertificate: ServerCertificate;
  authorities: Authorities;
  /** Signs its backups. */
  deviceKey: DeviceKey;
  /** Files under a password, in a child process. */
  cipher: StreamCipher;
  /** Folder of the built entries of short-lived children (`check-child.mjs`, `cipher-child.mjs`). */
  childrenDir: string;
  /** What another area offers. */
  use<K extends keyof Offers>(name: K): Offers[K];
  /** Lines for the health banner of all areas and of the platform. */
  findings(): Finding[];
  /** What backups take along, of all areas and of the platform. */
  backupParts(): BackupPart[];
  /** Ends with the appliance. */
  scope: Scope;
}
