import { ManualClock } from "@hubwart/core";
import { readLicense } from "@hubwart/license";
import { createSigningKey, publicHalf, signLicense } from "@hubwart/license/sign";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LicenseStore } from "./license-store.ts";
import { findLicense, issueLicense, Licensing } from "./licensing.ts";

const [ONE, OTHER] = ["ab".repeat(32), "cd".repeat(32)];
const DAY = 86_400_000;
const folder = useFolder();
let store: LicenseStore;
let clock: ManualClock;
const signer = createSigningKey(new Date());
beforeEach(async () => {
  store = await LicenseStore.open(folder());
  clock = new ManualClock();
});
afterEach(async () => {
  store.close();
});

const licensing = (development = false) => new Licensing({ store, signer, clock, development });
const issued = () => issueLicense(store, { name: "Müller", days: 10, meta: {} }, clock.now());

it("gives a key to the first device that asks, for good, and never longer than it was bought for", () => {
  const key = issued();
  const { jws } = licensing().activate(key, ONE);
  clock.advance(5 * DAY);
  expect(() => licensing().activate(key, OTHER)).toThrow("gehört bereits zu einem anderen Gerät");
  const expiry = (text: string) => readLicense(text, [publicHalf(signer)])?.expiry;
  expect(expiry(licensing().activate(key.toLowerCase(), ONE).jws)).toBe(expiry(jws));
  clock.advance(5 * DAY);
  expect(() => licensing().activate(key, ONE)).toThrow("abgelaufen");
});

it("gives nothing for a key that was revoked, and no services to who has its licence", () => {
  const key = issued();
  const { jws } = licensing().activate(key, ONE);
  expect(licensing().entitled(jws)).toBe(true);
  store.revoke(findLicense(store, key).license.id);
  expect(licensing().entitled(jws)).toBe(false);
  expect(() => licensing().activate(key, ONE)).toThrow("gesperrt");
});

it("gives services neither to an ended licence nor to one that somebody else signed or nobody sold", () => {
  const { jws } = licensing().activate(issued(), ONE);
  const claims = readLicense(jws, [publicHalf(signer)]);
  if (!claims) expect.fail("no licence");
  expect(licensing().entitled(signLicense(claims, createSigningKey(new Date())))).toBe(false);
  expect(licensing().entitled(signLicense({ ...claims, key: "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA" }, signer))).toBe(
    false,
  );
  clock.advance(10 * DAY);
  expect(licensing().entitled(jws)).toBe(false);
});

it("makes licences for development in the embedded service only", () => {
  expect(() => licensing().forDevelopment(ONE)).toThrow("gibt es hier nicht");
  expect(licensing(true).forDevelopment(ONE).jws).toMatch(/^[^.]+\.[^.]+\.[^.]+$/);
});
