import { ManualClock, NotFoundError } from "@hubwart/core";
import type { SiteAsked } from "@hubwart/fleet";
import { beforeEach, expect, it, vi } from "vitest";
import type { Person } from "../register/people.ts";
import { FakeFleet } from "../testing/fake-fleet.ts";
import { Desired } from "./desired.ts";

const ANNA: Person = { id: "anna", name: "Anna", level: "admin", created: 1 };
const ZONE = { zone: "Europe/Vienna" } as const;

let fleet: FakeFleet;
let zones: Map<string, string>;
let written: string[];
let refuses: boolean;
let desired: Desired;
beforeEach(async () => {
  fleet = new FakeFleet(3);
  fleet.site(2).tags = ["schule"];
  [zones, written, refuses] = [new Map(), [], false];
  desired = await Desired.open({
    database: { query: async () => [] },
    groups: {
      get: (id) => {
        if (id !== "hotels") throw new NotFoundError("keine");
        return { id, name: "Hotels", rule: "tag hotel", matches: ({ tags }) => tags.includes("hotel") };
      },
    },
    sites: fleet,
    routed: { act: async (asked) => ({ status: 200, answer: answerTo(asked) }) },
    clock: new ManualClock(),
  });
  await desired.save("hotels", ZONE);
});

function answerTo({ body, call, hub }: SiteAsked): object {
  if (call === "tzConfig") {
    const zone = zones.get(hub) ?? "Europe/Berlin";
    return { code: 0, zone, active: zone, support: { supported: true } };
  }
  if (refuses) return { code: 423, message: "Das darf die Zentrale hier nicht." };
  written.push(hub);
  zones.set(hub, (body as { zone: string }).zone);
  return { code: 0 };
}

const states = () => desired.sites("hotels").map(({ state }) => state);
async function looked(): Promise<void> {
  desired.look("hotels", ANNA);
  await vi.waitFor(() => expect(desired.asking("hotels")).toBe(false));
}

it("looking changes nothing, and nobody counts as fine who was not asked", async () => {
  expect(states()).toEqual(["unknown", "unknown"]);
  zones.set(fleet.site(0).hub, ZONE.zone);
  await looked();
  expect(states()).toEqual(["same", "differs"]);
  expect(written).toEqual([]);
});

it("sets what differs, at sites of the group alone", async () => {
  zones.set(fleet.site(0).hub, ZONE.zone);
  const hubs = [fleet.site(0).hub, fleet.site(1).hub];
  expect(await desired.apply("hotels", hubs, ANNA)).toMatchObject([{ state: "same" }, { state: "same" }]);
  expect(written).toEqual([fleet.site(1).hub]);
  await expect(desired.apply("hotels", [fleet.site(2).hub], ANNA)).rejects.toThrow("nicht zur Gruppe");
  const more = [...hubs, fleet.site(2).hub];
  await expect(desired.apply("hotels", more, ANNA)).rejects.toThrow("nicht zur Gruppe");
  await expect(desired.apply("none", hubs, ANNA)).rejects.toThrow("keine");
});

it("of two who change the wishes at once keeps those of the first, and says so to the other", async () => {
  const was = desired.mark("hotels");
  const saves = [
    desired.save("hotels", { zone: "Europe/Berlin" }, was),
    desired.save("hotels", { zone: "Europe/Paris" }, was),
  ];
  expect((await Promise.allSettled(saves)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(desired.settings("hotels")).toEqual({ zone: "Europe/Berlin" });
  expect(desired.mark("hotels")).not.toBe(was);
});

it("says what a site refused", async () => {
  refuses = true;
  const [site] = await desired.apply("hotels", [fleet.site(0).hub], ANNA);
  expect(site).toMatchObject({ state: "differs", reason: "Das darf die Zentrale hier nicht." });
});

it("forgets what it found when the wishes change, also while it asks", async () => {
  await looked();
  await desired.save("hotels", { zone: "Europe/Berlin" });
  expect(states()).toEqual(["unknown", "unknown"]);
  desired.look("hotels", ANNA);
  await desired.save("hotels", ZONE);
  await vi.waitFor(() => expect(desired.asking("hotels")).toBe(false));
  expect(states()).toEqual(["unknown", "unknown"]);
});
