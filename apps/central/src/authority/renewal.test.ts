import { createPublicKey } from "node:crypto";
import { ManualClock } from "@hubwart/core";
import { certificateRequest, keyToPem, newKey, nkeyOf } from "@hubwart/fleet";
import { renewalOf, renewedBy } from "@hubwart/fleet/renewed";
import { type Identity, isDue } from "@hubwart/fleet/uplink";
import { beforeEach, expect, it } from "vitest";
import { hubPass } from "../bus/account.ts";
import { type KeyPair, makeAuthority, sign } from "./certificates.ts";
import { Renewal } from "./renewal.ts";

const DAY = 86_400_000;
const HUB = "abcdefabcdef";

const own = newKey();
const ownPublic = createPublicKey(own);
const account = newKey();
let clock: ManualClock;
let authority: KeyPair;
let identity: Identity;
let renewal: Renewal;
let revoked: number;
let audited: object[];

beforeEach(async () => {
  clock = new ManualClock();
  [revoked, audited] = [0, []];
  authority = await makeAuthority({ name: "CA", now: clock.now(), days: 7_300 });
  identity = await joined(authority);
  renewal = new Renewal({
    sites: {
      get: (hub) =>
        hub === HUB
          ? {
              hub,
              customer: "main",
              name: "Haus",
              tags: [],
              key: nkeyOf("user", own),
              joined: 1,
              revoked,
              seen: 1,
              state: undefined,
            }
          : undefined,
    },
    keys: { authority, customer: async () => account },
    audit: { add: async (entry) => void audited.push(entry) },
    clock,
    servers: ["central:4222"],
  });
  clock.advance(600 * DAY);
});

async function joined(by: KeyPair): Promise<Identity> {
  const order = { name: HUB, now: clock.now(), days: 1_095 };
  return {
    hub: HUB,
    central: "Zentrale",
    certificate: await sign(by, ownPublic, order),
    authority: by.certificate,
    pass: hubPass(account, HUB, { name: "Haus", key: nkeyOf("user", own), now: clock.now() }),
    servers: ["old:4222"],
    address: "https://central",
    key: keyToPem(own),
  };
}

const requestOf = (of = identity): string => (JSON.parse(renewalOf(of)) as { request: string }).request;
const renewed = async () => (await renewal.answer(HUB, requestOf())) ?? expect.fail("nothing was given");

it("is due when half of the time is over", () => {
  expect(isDue(identity, clock.now() - 100 * DAY)).toBe(false);
  expect(isDue(identity, clock.now())).toBe(true);
});

it("gives the key of the hub new credentials, which the hub takes", async () => {
  const next = renewedBy(identity, await renewed()) ?? expect.fail("not taken");
  expect(next).toMatchObject({ hub: HUB, key: identity.key, servers: ["central:4222"] });
  expect(isDue(next, clock.now())).toBe(false);
  expect(audited).toMatchObject([{ call: "siteRenewed", who: "Haus" }]);
});

it("gives nothing for another key, to a hub that is locked out or unknown, and not again at once", async () => {
  expect(await renewal.answer(HUB, certificateRequest(newKey(), HUB))).toBeUndefined();
  expect(await renewal.answer(HUB, "garbage")).toBeUndefined();
  expect(await renewal.answer("unknown12345", requestOf())).toBeUndefined();
  revoked = 1;
  expect(await renewal.answer(HUB, requestOf())).toBeUndefined();
  revoked = 0;
  await renewed();
  expect(await renewal.answer(HUB, requestOf())).toBeUndefined();
  clock.advance(601_000);
  await renewed();
});

it("is refused by the hub where it is for another key, of another authority, not longer, or garbage", async () => {
  const told = JSON.parse(await renewed()) as Record<string, string>;
  const changed = (change: object) => renewedBy(identity, JSON.stringify({ ...told, ...change }));
  expect(changed({})).toBeDefined();
  const order = { name: HUB, now: clock.now(), days: 1_095 };
  expect(changed({ certificate: await sign(authority, createPublicKey(newKey()), order) })).toBeUndefined();
  const other = await makeAuthority({ name: "CA", now: clock.now(), days: 7_300 });
  expect(changed({ certificate: await sign(other, ownPublic, order) })).toBeUndefined();
  expect(changed({ certificate: identity.certificate })).toBeUndefined();
  expect(changed({ pass: identity.pass })).toBeUndefined();
  const strange = { name: "x", key: nkeyOf("user", newKey()), now: clock.now() };
  expect(changed({ pass: hubPass(account, HUB, strange) })).toBeUndefined();
  for (const text of ["", "{}", "null", '{"v":1,"certificate":"x","pass":"y","servers":["z:1"]}'])
    expect(renewedBy(identity, text)).toBeUndefined();
});
