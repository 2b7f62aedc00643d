/** The manufacturer's rules: which key is signed for which device, and until when. No HTTP here. */
import { type Clock, ConflictError, DeniedError, NotFoundError } from "@hubwart/core";
import { readLicense, type TrustedKey } from "@hubwart/license";
import { publicHalf, type SigningKey, signLicense } from "@hubwart/license/sign";
import { createLicenseKey, hashLicenseKey, keyHint, normaliseLicenseKey } from "./license-key.ts";
import { DAY, type IssuedLicense, type LicenseStore } from "./license-store.ts";
import { texts } from "./texts.ts";

export interface LicenseOrder {
  /** Licensee. */
  name: string;
  /** Days from the first activation. */
  days: number;
  meta: Record<string, string>;
}

const TRIAL: LicenseOrder = {
  name: "Entwicklung",
  days: 30,
  meta: { Art: "Entwicklung", "Update-Kanäle": "stable, test, rc, dev" },
};

export function issueLicense(store: LicenseStore, order: LicenseOrder, now: number): string {
  const key = createLicenseKey();
  store.add({
    ...order,
    id: hashLicenseKey(key),
    hint: keyHint(key),
    issued: now,
    fingerprint: null,
    expiry: null,
    revoked: false,
  });
  return key;
}

/** The stored licence of a key in any spelling. */
export function findLicense(store: LicenseStore, text: string): { key: string; license: IssuedLicense } {
  const key = normaliseLicenseKey(text);
  const license = key === undefined ? undefined : store.get(hashLicenseKey(key));
  if (key === undefined || license === undefined) {
    throw new NotFoundError(texts.keyUnknown);
  }
  return { key, license };
}

export class Licensing {
  readonly #store: LicenseStore;
  readonly #signer: SigningKey;
  readonly #trusted: TrustedKey[];
  readonly #clock: Clock;
  readonly #development: boolean;

  constructor(options: { store: LicenseStore; signer: SigningKey; clock: Clock; development: boolean }) {
    this.#store = options.store;
    this.#signer = options.signer;
    this.#trusted = [publicHalf(options.signer)];
    this.#clock = options.clock;
    this.#development = options.development;
  }

  /** The signed licence of this key for this device. The first device that asks gets it for good. */
  activate(text: string, fingerprint: string): { jws: string; hint: string } {
    const { key, license: found } = findLicense(this.#store, text);
    if (found.revoked) throw new DeniedError(texts.keyRevoked);
    const now = this.#clock.now();
    if (this.#development && found.fingerprint === fingerprint) {
      this.#store.setExpiry(found.id, now + found.days * DAY);
    } else {
      this.#store.bind(found.id, fingerprint, now + found.days * DAY);
    }
    const license = this.#store.get(found.id) ?? found;
    if (license.fingerprint !== fingerprint || license.expiry === null) {
      throw new ConflictError(texts.keyOfOther);
    }
    if (now >= license.expiry) throw new DeniedError(texts.keyExpired);
    const claims = {
      key,
      name: license.name,
      fingerprint,
      expiry: new Date(license.expiry).toISOString(),
      issued: new Date(now).toISOString(),
      meta: license.meta,
    };
    return { jws: signLicense(claims, this.#signer), hint: license.hint };
  }

  /** A licence for development; only the embedded service gives it. */
  forDevelopment(fingerprint: string): { jws: string; hint: string } {
    if (!this.#development) throw new NotFoundError(texts.noTrials);
    return this.activate(issueLicense(this.#store, TRIAL, this.#clock.now()), fingerprint);
  }

  /** Whether this licence, as a device holds it, still entitles to services. */
  entitled(jws: string): boolean {
    const claims = readLicense(jws, this.#trusted);
    if (claims === undefined || this.#clock.now() >= Date.parse(claims.expiry)) return false;
    return this.#store.get(hashLicenseKey(claims.key))?.revoked === false;
  }
}
