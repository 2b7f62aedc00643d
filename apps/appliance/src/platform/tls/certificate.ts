/**
 * The device's own root and server certificate: made at first start, renewed before the server's end, and made anew
 * when the device gains a name or an address. The root stays until somebody asks for a new one.
 *
 *     const certificate = new DeviceCertificate({ layout, clock, scope, log, product, hostname, issuer });
 *     certificate.start();                       // makes what is missing, then looks each minute and at each new address
 *     certificate.onChange((pair) => server.setSecureContext({ cert: pair.certificate, key: pair.key }));
 *     await certificate.include(["192.0.2.7"]);  // before the device answers there
 *
 * Concurrency: looking, including and generating run one after the other. Nothing is replaced in memory before it is
 * stored; a failed attempt leaves everything as it was and is repeated with the next look.
 */
import { isIP } from "node:net";
import { type Clock, errorText, type Logger, type Scope, SerialQueue, UnavailableError } from "@hubwart/core";
import { CertificateFiles, type LoadedCertificates, type LoadedPair } from "./files.ts";
import { certifiable, ownNames } from "./names.ts";
import type { Issuer, KeyPair } from "./order.ts";
import { texts } from "./texts.ts";
import { assumedTime, holdsAt } from "./validity.ts";

const LOOK_MS = 60_000;
/** How soon a new address is noticed: DHCP may answer after the first look. */
const ADDRESSES_MS = 1_000;
const MOST_INCLUDED = 50;
/** RFC 5280, appendix A: ub-common-name. */
const LONGEST_NAME = 64;
const ROOT = " Root CA";

export interface CertificateParts {
  /** `layout.tls` */
  folder: string;
  clock: Clock;
  scope: Scope;
  log: Logger;
  /** Title in the root's name. */
  product: string;
  hostname: () => Promise<string>;
  issuer: Issuer;
  /** Instead of the machine's own names and addresses; for tests. */
  names?: (hostname: string) => readonly string[];
}

export class DeviceCertificate {
  readonly #parts: CertificateParts;
  readonly #files: CertificateFiles;
  readonly #queue = new SerialQueue();
  readonly #included = new Set<string>();
  readonly #handlers = new Set<(server: KeyPair) => void>();
  #loaded = false;
  #now: LoadedCertificates | undefined;
  #lastFailure = "";
  #lostRoot = false;

  constructor(parts: CertificateParts) {
    this.#parts = parts;
    this.#files = new CertificateFiles(parts.folder);
  }

  start(): void {
    const { clock, scope } = this.#parts;
    this.#look();
    scope.add(clock.every(LOOK_MS, () => this.#look()));
    let seen = this.#addresses();
    scope.add(
      clock.every(ADDRESSES_MS, () => {
        const now = this.#addresses();
        if (now === undefined || now === seen) return;
        seen = now;
        this.#look();
      }),
    );
  }

  /** Undefined while there is none yet. */
  get server(): LoadedPair | undefined {
    return this.#now?.server;
  }

  get authority(): LoadedPair | undefined {
    return this.#now?.authority;
  }

  /** The root that people trust was damaged on the disk, and another one took its place since the start. */
  get lostRoot(): boolean {
    return this.#lostRoot;
  }

  /** Root and server, once what is under way is done. */
  current(): Promise<{ authority: LoadedPair | undefined; server: LoadedPair | undefined }> {
    return this.#queue.run(async () => {
      await this.#load();
      return { authority: this.#now?.authority, server: this.#now?.server };
    });
  }

  /** Called after each change with what holds from then on; the returned function ends it. */
  onChange(handler: (server: KeyPair) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  /**
   * Once it returns, the server's certificate holds for these names and addresses too. They stay in those that follow
   * until this process ends, or until they are the oldest of too many.
   */
  async include(names: readonly string[]): Promise<void> {
    for (const name of certifiable(names)) {
      this.#included.delete(name);
      this.#included.add(name);
    }
    for (const oldest of [...this.#included].slice(0, -MOST_INCLUDED)) this.#included.delete(oldest);
    await this.#queue.run(() => this.#renew());
  }

  /** A new root and server certificate. What trusted the old root has to trust the new one. */
  async generate(): Promise<void> {
    await this.#queue.run(async () => {
      await this.#load();
      await this.#issue(undefined, await this.#names());
      this.#lostRoot = false;
    });
  }

  #look(): void {
    const { log, scope } = this.#parts;
    this.#queue
      .run(() => this.#renew())
      .then(
        () => (this.#lastFailure = ""),
        (error: unknown) => {
          const text = errorText(error);
          // Once, not each minute.
          if (!scope.ended && text !== this.#lastFailure) {
            log.error(texts.notRenewed(text));
          }
          this.#lastFailure = text;
        },
      );
  }

  async #renew(): Promise<void> {
    await this.#load();
    const names = await this.#names();
    const now = assumedTime(this.#parts.clock.now());
    const server = this.#now?.server;
    if (server && holdsAt(server.x509, now) && names.every((name) => holdsFor(server, name))) return;
    const authority = this.#now?.authority;
    if (authority && now >= Date.parse(authority.x509.validTo)) {
      // A clock that runs ahead must not cost the root that people trust.
      throw new UnavailableError(texts.rootExpired);
    }
    await this.#issue(authority, names);
  }

  async #issue(authority: LoadedPair | undefined, names: readonly string[]): Promise<void> {
    const { clock, log, issuer } = this.#parts;
    const issued = await issuer({
      authority: authority && { key: authority.key, certificate: authority.certificate },
      authorityName: await this.#authorityName(),
      names,
      now: assumedTime(clock.now()),
    });
    const stored = await this.#files.store(issued, authority === undefined);
    this.#now = stored;
    if (authority === undefined) {
      log.info(texts.newRoot(stored.authority.x509.fingerprint256));
    }
    log.info(texts.newCertificate(names.join(", ")));
    if (stored.server) for (const handler of this.#handlers) handler(stored.server);
  }

  async #load(): Promise<void> {
    if (this.#loaded) return;
    this.#now = await this.#files.load((file, isRoot) => {
      this.#lostRoot ||= isRoot;
      this.#parts.log.error(texts.madeAnew(file));
    });
    this.#loaded = true;
    if (this.#now?.server) for (const handler of this.#handlers) handler(this.#now.server);
  }

  /** Undefined while the system does not tell: a process without a free descriptor cannot ask. */
  #addresses(): string | undefined {
    try {
      return (this.#parts.names ?? ownNames)("").join(" ");
    } catch {
      return undefined;
    }
  }

  async #names(): Promise<string[]> {
    const own = (this.#parts.names ?? ownNames)(await this.#hostname());
    return certifiable([...own, ...this.#included]);
  }

  async #authorityName(): Promise<string> {
    const own = `${this.#parts.product} ${await this.#hostname()}`.trim();
    return own.slice(0, LONGEST_NAME - ROOT.length) + ROOT;
  }

  #hostname(): Promise<string> {
    return this.#parts.hostname().catch(() => "");
  }
}

function holdsFor(server: LoadedPair, name: string): boolean {
  const found =
    isIP(name) === 0 ? server.x509.checkHost(name, { subject: "never" }) : server.x509.checkIP(name);
  return found !== undefined;
}
