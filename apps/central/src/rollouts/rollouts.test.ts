import { createLogger, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../register/people.ts";
import { FakeFleet } from "../testing/fake-fleet.ts";
import { isInside } from "./rollout.ts";
import { Rollouts } from "./rollouts.ts";

const MINUTE = 60_000;
const ANNA: Person = { id: "anna", name: "Anna", level: "admin", created: 1 };
const BERT: Person = { id: "bert", name: "Bert", level: "admin", created: 1 };

let fleet: FakeFleet;
let rollouts: Rollouts;
let people: Person[];
let disk: Map<string, string>;
let diskFails: boolean;
let audited: unknown[];

async function open(): Promise<void> {
  rollouts = await Rollouts.open({
    store: {
      read: async () => [...disk.values()].map((text) => JSON.parse(text)),
      write: async (rollout) => {
        if (diskFails) throw new UnavailableError("voll");
        disk.set(rollout.id, JSON.stringify(rollout));
      },
    },
    sites: fleet,
    people: { list: () => people },
    projects: { current: () => undefined },
    routed: fleet,
    audit: { add: async (entry) => void audited.push(entry) },
    clock: fleet.clock,
    log: createLogger("central", "test", new MemoryLogSink()),
    scope: new Scope(),
  });
}

async function fleetOf(count: number): Promise<void> {
  fleet = new FakeFleet(count);
  await open();
}

beforeEach(async () => {
  [people, disk, diskFails, audited] = [[ANNA, BERT], new Map(), false, []];
  await fleetOf(20);
});

const begin = (more: object = {}) => rollouts.begin({ version: "0.6.0", rule: "", ...more }, ANNA);
const row = () => rollouts.list()[0] ?? expect.fail();
const siteOf = (id: string, nr: number) => rollouts.get(id).sites[nr] ?? expect.fail();

/** As time goes by, it looks every minute. */
async function minutes(count: number): Promise<void> {
  for (let more = 0; more < count; more += 1) {
    await rollouts.step();
    fleet.pass(MINUTE);
  }
  await rollouts.step();
}

describe("a good version", () => {
  it("goes to one site, then to a tenth, then to the rest, a tenth at a time", async () => {
    await begin();
    await minutes(20);
    expect([fleet.begun, row().stage]).toEqual([1, 1]);
    await minutes(15);
    expect([fleet.begun, row().stage]).toEqual([2, 2]);
    let most = 0;
    for (let more = 0; more < 400 && row().state === "running"; more += 1) {
      await minutes(1);
      const { begun, trial } = row().counts;
      most = Math.max(most, begun + trial);
    }
    expect(most).toBe(2);
    expect(row()).toMatchObject({ state: "done", counts: { good: 20, failed: 0 } });
    expect(fleet.sites.map(({ begun, version }) => [begun, version])).toEqual(
      fleet.sites.map(() => [1, "0.6.0"]),
    );
  });

  it("leaves alone who has it already, or a newer one", async () => {
    fleet.site(0).version = "0.6.0";
    fleet.site(1).version = "0.7.1";
    await begin();
    await minutes(3);
    expect([fleet.site(0).begun, fleet.site(1).begun, fleet.site(2).begun]).toEqual([0, 0, 1]);
    expect(row().counts["good"]).toBe(2);
  });

  it("waits for who is away, may not, or is offered another one, and takes them once they can", async () => {
    await fleetOf(5);
    const [away, closed, other, busy] = [fleet.site(0), fleet.site(1), fleet.site(2), fleet.site(3)];
    away.online = false;
    closed.may = "engineer";
    other.offered = "0.5.9";
    busy.hindrance = "Ohne gültige Lizenz ist kein Update möglich.";
    const id = await begin();
    await minutes(60);
    expect(fleet.sites.map(({ begun }) => begun)).toEqual([0, 0, 0, 0, 1]);
    expect([0, 1, 2, 3].map((nr) => siteOf(id, nr).reason)).toEqual([
      "Der Standort ist nicht verbunden.",
      "Der Standort lässt die Zentrale keine Updates beginnen.",
      "Sein Update-Kanal bietet Version 0.5.9 an.",
      "Ohne gültige Lizenz ist kein Update möglich.",
    ]);
    away.online = true;
    closed.may = "admin";
    other.offered = "0.6.0";
    busy.hindrance = null;
    await minutes(200);
    expect(row()).toMatchObject({ state: "done", counts: { good: 5 } });
  });

  it("comes to sites that the rule takes later, and to no others", async () => {
    await fleetOf(3);
    fleet.site(2).tags = ["schule"];
    await begin({ rule: "tag hotel" });
    await minutes(10);
    expect(rollouts.get(row().id).sites).toHaveLength(2);
    fleet.site(2).tags = ["hotel"];
    await minutes(150);
    expect(row()).toMatchObject({ state: "done", counts: { good: 3 } });
  });

  it("leaves out who is locked out meanwhile", async () => {
    await fleetOf(3);
    fleet.site(1).online = false;
    await begin();
    await minutes(5);
    expect(rollouts.get(row().id).sites).toHaveLength(3);
    Object.assign(fleet.site(1), { revoked: 1 });
    await minutes(150);
    expect(row()).toMatchObject({ state: "done", counts: { good: 2, waiting: 0 } });
  });

  it("begins within its window only", async () => {
    const hour = new Date(fleet.clock.now()).getHours();
    const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, "0")}:00`;
    await begin({ window: { from: at(2), to: at(3) } });
    await minutes(60);
    expect(fleet.begun).toBe(0);
    await minutes(60);
    expect(fleet.begun).toBe(1);
  });
});

describe("a bad version", () => {
  it.each(["switch", "trial"] as const)(
    "touches one site where all are put back after the %s",
    async (bad) => {
      await fleetOf(200);
      for (const site of fleet.sites) site.bad = bad;
      await begin();
      await minutes(120);
      expect(fleet.begun).toBe(1);
      expect(row().state).toBe("stopped");
      expect(row().reason).toMatch(/^Standort 0: Der Hub /);
      expect(fleet.sites.every(({ version }) => version === "0.5.0")).toBe(true);
    },
  );

  it("touches a tenth at most where only the first sites stand it", async () => {
    await fleetOf(200);
    for (const [nr, site] of fleet.sites.entries()) if (nr > 0) site.bad = "trial";
    await begin();
    await minutes(200);
    expect(fleet.begun).toBeLessThanOrEqual(20);
    expect(row()).toMatchObject({ state: "stopped", counts: { good: 1 } });
    // What was under way meanwhile is looked at all the same.
    expect(row().counts["failed"]).toBe(fleet.begun - 1);
    expect(row().counts["trial"]).toBe(0);
  });

  it("stops where a site reports a fault that it did not have before", async () => {
    fleet.site(1).worst = 3;
    await begin();
    await minutes(10);
    fleet.site(0).worst = 3;
    await minutes(40);
    expect(row().reason).toBe("Standort 0: Seitdem meldet der Standort eine Störung. Ein Pod steht.");
    await rollouts.set(row().id, "resume", BERT);
    await minutes(40);
    expect(row()).toMatchObject({ state: "running", counts: { failed: 1, good: 1 }, by: "Bert" });
  });
});

describe("what goes wrong between", () => {
  it("an answer that is lost begins nothing twice", async () => {
    fleet.site(0).loses = true;
    await begin();
    await minutes(40);
    expect(fleet.site(0).begun).toBe(1);
    expect(row().counts["good"]).toBeGreaterThan(0);
  });

  it("an order that was not heard is given again, after a look", async () => {
    fleet.site(0).deaf = true;
    const id = await begin();
    await minutes(2);
    expect(siteOf(id, 0).state).toBe("begun");
    fleet.site(0).deaf = false;
    await minutes(60);
    expect([siteOf(id, 0).state, fleet.site(0).begun]).toEqual(["good", 1]);
  });

  it("a site that never hears its order is told again, and ends the stage after an hour instead of holding its place", async () => {
    fleet.site(0).deaf = true;
    const id = await begin();
    await minutes(50);
    expect([row().state, fleet.begun]).toEqual(["running", 0]);
    await minutes(15);
    expect([row().state, siteOf(id, 0).state, fleet.begun]).toEqual(["stopped", "failed", 0]);
    fleet.site(0).deaf = false;
    await rollouts.set(id, "resume", ANNA);
    await minutes(2);
    expect(fleet.begun).toBe(1);
  });

  it("a site that may have heard and says nothing any more does not wait for ever", async () => {
    fleet.site(0).deaf = true;
    const id = await begin();
    await minutes(1);
    await rollouts.set(id, "pause", ANNA);
    await minutes(4);
    expect(siteOf(id, 0).state).toBe("waiting");
    fleet.site(0).mute = true;
    await minutes(50);
    expect(siteOf(id, 0).state).toBe("waiting");
    await minutes(15);
    expect(siteOf(id, 0)).toMatchObject({ state: "failed", reason: expect.stringContaining("60") });
  });

  it("a central that was killed while the answer was lost notices that the update failed", async () => {
    fleet.site(0).loses = true;
    fleet.site(0).bad = "switch";
    await begin();
    await rollouts.step();
    await open();
    await minutes(30);
    expect([row().state, fleet.begun]).toEqual(["stopped", 1]);
  });

  it("an update whose answer was lost, and that fails late, is not tried again", async () => {
    Object.assign(fleet.site(0), { loses: true, bad: "switch", takes: 8 * MINUTE });
    const id = await begin();
    await minutes(6);
    expect(siteOf(id, 0)).toMatchObject({ state: "waiting", reason: "Es läuft schon ein Update." });
    // It may be updating: nobody else begins.
    expect(fleet.begun).toBe(1);
    await minutes(20);
    expect([row().state, fleet.site(0).begun]).toEqual(["stopped", 1]);
  });

  it("a site that stays away after its update ends the stage, a clock that is set does not", async () => {
    const id = await begin();
    await minutes(1);
    fleet.site(0).online = false;
    fleet.clock.jump(10 * 24 * 60 * MINUTE);
    await minutes(50);
    expect(row().state).toBe("running");
    await minutes(15);
    expect(row().reason).toContain("Seit 60 Minuten ist nicht bekannt");
    expect(siteOf(id, 0).state).toBe("failed");
  });

  it("nobody is asked while the database takes nothing", async () => {
    await begin();
    diskFails = true;
    await minutes(30);
    expect(fleet.begun).toBe(0);
    diskFails = false;
    await minutes(15);
    expect(fleet.begun).toBe(1);
  });

  it("what it found while the database took nothing is there after a restart", async () => {
    fleet.site(1).worst = 3;
    await begin();
    await minutes(10);
    fleet.site(0).worst = 3;
    diskFails = true;
    await minutes(40);
    expect(row().state).toBe("stopped");
    diskFails = false;
    await minutes(1);
    fleet.site(0).worst = 0;
    await open();
    expect(row().state).toBe("stopped");
  });

  it("pauses where its person is no administrator any more; whoever goes on takes it over", async () => {
    people = [{ ...ANNA, level: "operate" }, BERT];
    const id = await begin();
    await minutes(5);
    expect([fleet.begun, row().state]).toEqual([0, "paused"]);
    expect(row().reason).toContain("„Anna“ verwaltet diese Zentrale nicht mehr");
    await rollouts.set(id, "resume", BERT);
    await minutes(1);
    expect(fleet.begun).toBe(1);
    expect(audited).toMatchObject([{ who: "Bert", call: "rolloutSite" }]);
  });

  it("two at a time do not take the same site", async () => {
    await fleetOf(1);
    await begin();
    await begin({ version: "0.6.0" });
    await minutes(1);
    expect(fleet.site(0).begun).toBe(1);
    expect(
      rollouts
        .list()
        .map(({ counts }) => counts["begun"])
        .toSorted((a, b) => a - b),
    ).toEqual([0, 1]);
  });
});

describe("people", () => {
  it("pause, go on and end; what is over stays over, and is there after a restart", async () => {
    const id = await begin();
    await minutes(1);
    await rollouts.set(id, "pause", ANNA);
    await minutes(60);
    expect([fleet.begun, siteOf(id, 0).state]).toEqual([1, "good"]);
    await open();
    expect(row().state).toBe("paused");
    await rollouts.set(id, "resume", ANNA);
    await expect(rollouts.set(id, "resume", ANNA)).rejects.toThrow("läuft bereits");
    await minutes(3);
    await rollouts.set(id, "end", ANNA);
    await minutes(60);
    expect([fleet.begun, row().state, siteOf(id, 1).state]).toEqual([2, "ended", "good"]);
    await expect(rollouts.set(id, "resume", ANNA)).rejects.toThrow("beendet");
    await expect(rollouts.set("none", "end", ANNA)).rejects.toThrow("gibt es nicht");
  });

  it("who pause do not wait for the turn that is under way", async () => {
    await fleetOf(100);
    for (const site of fleet.sites.slice(0, 10)) site.version = "0.6.0";
    const id = await begin();
    await minutes(1);
    const act = fleet.act.bind(fleet);
    let pausing: Promise<unknown> | undefined;
    fleet.act = async (asked) => {
      if (asked.call === "systemRestart") pausing ??= rollouts.set(id, "pause", ANNA);
      return await act(asked);
    };
    const before = fleet.begun;
    await minutes(40);
    await pausing;
    expect([fleet.begun - before, row().state]).toEqual([1, "paused"]);
  });

  it("hear that a rule takes no site, or is none", async () => {
    await expect(begin({ rule: "tag schule" })).rejects.toThrow("Auf diese Regel passt kein Standort.");
    await expect(begin({ rule: "farbe rot" })).rejects.toThrow("farbe");
    expect(disk.size).toBe(0);
  });
});

it.each([
  ["22:00", "04:00", 23, true],
  ["22:00", "04:00", 3, true],
  ["22:00", "04:00", 4, false],
  ["08:00", "10:00", 9, true],
  ["08:00", "10:00", 10, false],
])("from %s to %s: at %i o'clock %s", (from, to, hour, inside) => {
  expect(isInside({ from, to }, new Date(2026, 5, 1, hour).getTime())).toBe(inside);
});
