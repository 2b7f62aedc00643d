/**
 * The licence of this device.
 *
 * Invariants: the stored licence is replaced only by one that has been verified, so a failed attempt or a
 * missing internet never costs the one in use; one change at a time; `verdict()` never waits and is at
 * most a minute old.
 */

import path from "node:path";
import { CODES } from "@hubwart/contract";
import {
  Backoff,
  type Clock,
  type DataLayout,
  ensureFolder,
  errorText,
  type Logger,
  ResultError,
  type Scope,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import type { RestartReason } from "@hubwart/ipc";
import {
  deviceFingerprint,
  type LicenseVerdict,
  maskKey,
  storeTime,
  type TrustedKey,
  verifyLicense,
  verifyLicenseFile,
} from "@hubwart/license";
import type { JobOrigin } from "../../http/ports.ts";
import type { HubLink } from "../../hub-link.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import { dayText } from "./findings.ts";
import { defineLicenseJobs, type LicenseJobs } from "./jobs.ts";
import type { LicenseServer } from "./license-server.ts";
import { texts } from "./texts.ts";

export interface LicenseDeps {
  layout: DataLayout;
  clock: Clock;
  scope: Scope;
  log: Logger;
  server: LicenseServer;
  hub: HubLink;
  jobs: JobRunner;
  /** Through the launcher. */
  restartHub: (reason: RestartReason) => void;
  /** The launcher runs the vendor service: development licences are to be had. */
  embeddedVendor: boolean;
  /** Read anew at each verification. */
  trustedKeys: () => Promise<readonly TrustedKey[]>;
  /** Instead of this machine's; for tests. */
  fingerprint?: () => Promise<string | undefined>;
}

const RECHECK = 60_000;

export class LicenseService {
  readonly #deps: LicenseDeps;
  readonly #jobs: LicenseJobs;
  /** One replacement at a time: a development licence that comes late must not push out a bought licence. */
  readonly #replacing = new SerialQueue();
  readonly #checks = new SerialQueue();
  readonly #listeners = new Set<() => void>();
  #verdict: LicenseVerdict;
  #endFetching: () => void = () => undefined;

  private constructor(deps: LicenseDeps, verdict: LicenseVerdict) {
    this.#deps = deps;
    this.#verdict = verdict;
    const { jobs, layout, restartHub } = deps;
    this.#jobs = defineLicenseJobs({
      jobs,
      licenseFile: layout.licenseFile,
      restartHub,
      replace: (key, storing) =>
        this.#replacing.run(() =>
          this.#replace((fingerprint) => this.#deps.server.activate(key, fingerprint), storing),
        ),
    });
  }

  static async start(deps: LicenseDeps): Promise<LicenseService> {
    const service = new LicenseService(deps, await verify(deps));
    deps.scope.add(deps.clock.every(RECHECK, () => void service.#recheck()));
    // A hub that read the file a moment too early learns of the licence when it connects.
    deps.scope.add(
      deps.hub.on("status", (status) => {
        if (status.state === "no_license" && service.#verdict.valid) service.#tellHub();
      }),
    );
    deps.scope.add(() => service.#endFetching());
    if (deps.embeddedVendor) service.#fetchDevelopment(new Backoff(250));
    return service;
  }

  verdict(): LicenseVerdict {
    return this.#verdict;
  }

  /** Called after each change of the stored licence. The returned function ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether this is the key of a valid licence: of one that is not, activating the same key again may help. */
  inUse(key: string): boolean {
    return this.#verdict.valid && spelled(key) === spelled(this.#verdict.key);
  }

  /** Activates another key. `changed` is false for the key that is in use. */
  async upload(
    key: string,
    origin?: JobOrigin,
  ): Promise<{ changed: boolean; before: string; after: string }> {
    const wanted = key.trim();
    const before = maskKey(this.#verdict.key);
    if (wanted === "") throw new ResultError(CODES.licenseEmpty, texts.noKeyGiven);
    if (this.inUse(wanted)) {
      return { changed: false, before, after: before };
    }
    await this.#jobs.upload.run({}, { live: { key: wanted }, ...(origin ? { origin } : {}) });
    return { changed: true, before, after: maskKey(this.#verdict.key) };
  }

  /** Fetches the licence of the key in use anew; the stored one stays until the new one is verified. */
  async renew(origin?: JobOrigin): Promise<void> {
    const { key } = this.#verdict;
    if (key === "") throw new ResultError(CODES.licenseEmpty, texts.noKeyStored);
    try {
      await this.#jobs.renew.run({}, { live: { key }, ...(origin ? { origin } : {}) });
    } catch (error) {
      throw this.#withWhatHolds(error);
    }
  }

  /** An answer that nobody signed takes no licence away (docs/decisions/licence-renewal.md): what holds on is said. */
  #withWhatHolds(error: unknown): unknown {
    const { expiry, valid } = this.#verdict;
    if (!(error instanceof ResultError) || !valid || expiry === null) return error;
    const until = dayText(Date.parse(expiry));
    const text = texts.remains(error.message, until);
    return new ResultError(error.code, text, { cause: error });
  }

  async #replace(
    fetch: (fingerprint: string) => Promise<string>,
    storing: (jws: string) => void = () => undefined,
  ): Promise<void> {
    const { layout, clock, log } = this.#deps;
    const fingerprint = await fingerprintOf(this.#deps);
    if (fingerprint === undefined) {
      throw new ResultError(CODES.noFingerprint, texts.noFingerprint);
    }
    const jws = await fetch(fingerprint);
    const trustedKeys = await this.#deps.trustedKeys();
    const judged = (now: number) => verifyLicense(jws, { trustedKeys, fingerprint, now });
    const here = clock.now();
    // The signed time proves the clock; a later stored time came from a wrong one. It is what the licence is judged by from
    // now on, so it is judged by it already here.
    const now = Math.max(here, Date.parse(judged(here).issued ?? "") || 0);
    const verdict = judged(now);
    if (!verdict.valid) {
      throw new ResultError(CODES.licenseRefused, texts.notTaken(verdict.reason ?? "").trim());
    }
    await ensureFolder(path.dirname(layout.licenseFile));
    storing(jws);
    await writeFileAtomic(layout.licenseFile, jws);
    await storeTime(layout, now);
    const until =
      verdict.expiry === null ? texts.unlimited : texts.until(dayText(Date.parse(verdict.expiry)));
    log.info(texts.taken(verdict.name, until));
    await this.#recheck();
    for (const listener of this.#listeners) listener();
  }

  /** For development: asks until there is a licence, also after the last one has expired. */
  #fetchDevelopment(backoff: Backoff): void {
    const { clock, scope, log } = this.#deps;
    const wait = (ms: number, again: Backoff) => {
      if (!scope.ended) this.#endFetching = clock.after(ms, () => this.#fetchDevelopment(again));
    };
    if (!this.#wantsDevelopment()) {
      wait(RECHECK, new Backoff(250));
      return;
    }
    this.#replacing
      .run(async () => {
        // Somebody may have brought a licence while this waited.
        if (this.#wantsDevelopment())
          await this.#replace((fingerprint) => this.#deps.server.development(fingerprint));
      })
      .then(
        () => {
          this.#tellHub();
          wait(RECHECK, new Backoff(250));
        },
        (error: unknown) => {
          log.debug(texts.trial(errorText(error)));
          wait(backoff.next(), backoff);
        },
      );
  }

  #wantsDevelopment(): boolean {
    const { valid, key, meta } = this.#verdict;
    return !valid && (key === "" || meta.Art === "Entwicklung");
  }

  #tellHub(): void {
    const { hub, log } = this.#deps;
    if (!hub.connected) return;
    hub.request("licenseChanged", {}).catch((error: unknown) => log.warn(texts.toHub(errorText(error))));
  }

  #recheck(): Promise<void> {
    return this.#checks.run(async () => {
      try {
        this.#verdict = await verify(this.#deps);
      } catch (error) {
        this.#deps.log.error(texts.checking(errorText(error)));
      }
    });
  }
}

async function verify(deps: LicenseDeps): Promise<LicenseVerdict> {
  const { layout, clock, fingerprint } = deps;
  return await verifyLicenseFile(layout, clock.now(), {
    trustedKeys: await deps.trustedKeys(),
    ...(fingerprint ? { fingerprint } : {}),
  });
}

async function fingerprintOf(deps: LicenseDeps): Promise<string | undefined> {
  return await (deps.fingerprint ?? deviceFingerprint)();
}

/** Keys are compared without regard to case and spacing. */
const spelled = (key: string) => key.toUpperCase().replace(/[\s-]/g, "");
