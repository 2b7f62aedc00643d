/** The door as it is on the disk: what an older file says of what came later, and when the central may keep people. */
import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { make } from "../../platform/tls/testing.ts";
import { leaveOf, type Membership, MembershipFile } from "./membership.ts";

let folder = "";
let before: Omit<Membership, "entrust">;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-membership-"));
  const { text } = await make("Zentrale CA");
  const identity = {
    address: "https://zentrale.example:8444",
    central: "Zentrale",
    hub: "0f0f0f0f0f0f0f0f",
    key: "k",
    certificate: text,
    authority: text,
    pass: "p",
    servers: ["zentrale.example:4222"],
  };
  before = { identity, open: true, may: "admin", ...SHARED };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SHARED = {
  findings: true,
  alarms: true,
  transitions: true,
  changes: true,
  history: true,
  backups: true,
  escrow: true,
};

it("a file from before entrusts nothing, whatever else it allows", async () => {
  const file = path.join(folder, "central.json");
  await writeFile(file, JSON.stringify(before));
  const { damaged, now } = await MembershipFile.open(file, () => expect.fail());
  expect([damaged, now?.may, now?.entrust]).toEqual([false, "admin", false]);
  expect(leaveOf(now)).toBeUndefined();
});

it("the central keeps people with the consent, an open door and a level, and not otherwise", () => {
  const now: Membership = { ...before, entrust: true };
  const central = new X509Certificate(now.identity.authority).fingerprint256;
  expect(leaveOf(now)).toEqual({ central, may: "admin" });
  for (const less of [{ entrust: false }, { open: false }, { may: "none" }] as const)
    expect(leaveOf({ ...now, ...less })).toBeUndefined();
  expect(leaveOf(undefined)).toBeUndefined();
});
