/**
 * New credentials for a hub whose own come to their end: for the key that it joined with and no other, seldom, and never for one that is
 * locked out.
 */
import type { Clock } from "@hubwart/core";
import { FLEET_LIMITS, keyOfRequest, nkeyOf, type Renewed } from "@hubwart/fleet";
import { hubPass } from "../bus/account.ts";
import type { Audit } from "../register/audit.ts";
import type { Sites } from "../register/sites.ts";
import { sign } from "./certificates.ts";
import type { CentralKeys } from "./keys.ts";

export interface RenewalParts {
  sites: Pick<Sites, "get">;
  keys: Pick<CentralKeys, "authority" | "customer">;
  audit: Pick<Audit, "add">;
  clock: Clock;
  /** `host:port` of NATS, as the sites reach it. */
  servers: readonly string[];
}

/** A hub that lost what it got asks again; more often it asks for nothing. */
const PAUSE = 600_000;

export class Renewal {
  readonly #parts: RenewalParts;
  /** By hub, monotonic ms. */
  readonly #given = new Map<string, number>();

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** JSON; undefined: nothing is given. */
  async answer(hub: string, request: string): Promise<string | undefined> {
    const { audit, clock, keys, servers, sites } = this.#parts;
    const site = sites.get(hub);
    const key = keyOfRequest(request);
    const now = clock.monotonic();
    if (!site || site.revoked > 0 || !key || nkeyOf("user", key) !== site.key) return undefined;
    if (now - (this.#given.get(hub) ?? -PAUSE) < PAUSE) return undefined;
    this.#given.set(hub, now);
    const order = { name: hub, now: clock.now(), days: FLEET_LIMITS.credentialDays };
    const account = await keys.customer(site.customer);
    const renewed: Renewed = {
      v: 1,
      certificate: await sign(keys.authority, key, order),
      pass: hubPass(account, hub, { name: site.name, key: site.key, now: clock.now() }),
      servers: [...servers],
    };
    await audit.add({
      who: site.name,
      address: "",
      call: "siteRenewed",
      code: 0,
      detail: { hub, name: site.name },
    });
    return JSON.stringify(renewed);
  }
}
