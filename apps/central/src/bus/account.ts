/** Accounts and passes of NATS, as the central signs them. */
import type { KeyObject } from "node:crypto";
import { type Claims, FLEET_LIMITS, nkeyOf, permissionsOf, signClaims } from "@hubwart/fleet";

const NO_LIMIT = {
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: 0,
};
/** Most subjects that a hub listens to at a time; it needs two. */
const SUBJECTS_OF_HUB = 20;

/** @param revoked names of keys, with the s since the epoch up to which their passes count for nothing */
export function accountClaims(
  name: string,
  account: string,
  iat: number,
  revoked: Readonly<Record<string, number>>,
  store = false,
): Claims {
  // Without a limit of its own: the server would set it aside for each customer. What it keeps for all is in its configuration.
  const kept = store ? { mem_storage: 0, disk_storage: -1, streams: 20, consumer: 100 } : {};
  return {
    name,
    sub: account,
    iat,
    nats: {
      type: "account",
      version: 2,
      limits: { ...NO_LIMIT, ...kept },
      default_permissions: { pub: {}, sub: {} },
      ...(Object.keys(revoked).length > 0 && { revocations: revoked }),
    },
  };
}

interface Pass {
  name: string;
  /** Name of the key that it is for. */
  key: string;
  /** ms since the epoch. */
  now: number;
}

/** What a hub connects with; good for its own subjects alone. */
export function hubPass(account: KeyObject, hub: string, { key, name, now }: Pass): string {
  const iat = Math.floor(now / 1_000);
  const claims = {
    name,
    sub: key,
    iat,
    exp: iat + FLEET_LIMITS.credentialDays * 86_400,
    nats: {
      type: "user",
      version: 2,
      subs: SUBJECTS_OF_HUB,
      data: -1,
      payload: FLEET_LIMITS.message,
      ...permissionsOf(hub),
    },
  };
  return signClaims("account", account, claims);
}

/** What the central itself connects with: everything in one account. */
export function ownPass(account: KeyObject, own: KeyObject, now: number): string {
  return signClaims("account", account, {
    name: "central",
    sub: nkeyOf("user", own),
    iat: Math.floor(now / 1_000),
    nats: { type: "user", version: 2, subs: -1, data: -1, payload: -1, pub: {}, sub: {} },
  });
}
