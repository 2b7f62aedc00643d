import { createLogger, MemoryLogSink, Scope } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import { baseOf } from "../projects/base.ts";
import type { Person } from "../register/people.ts";
import { FakeFleet } from "../testing/fake-fleet.ts";
import { Rollouts } from "./rollouts.ts";

const MINUTE = 60_000;
const ANNA: Person = { id: "anna", name: "Anna", level: "engineer", created: 1 };
const TRIAL_MINUTES = 8;

let fleet: FakeFleet;
let rollouts: Rollouts;
let people: Person[];
let disk: Map<string, string>;
let changed: number;
let gone: boolean;
let value: (nr: number) => string;

async function open(): Promise<void> {
  rollouts = await Rollouts.open({
    store: {
      read: async () => [...disk.values()].map((text) => JSON.parse(text)),
      write: async (rollout) => void disk.set(rollout.id, JSON.stringify(rollout)),
    },
    sites: fleet,
    people: { list: () => people },
    projects: { current },
    routed: fleet,
    audit: { add: async () => undefined },
    clock: fleet.clock,
    log: createLogger("central", "test", new MemoryLogSink()),
    scope: new Scope(),
  });
}

function current(id: string) {
  if (id !== "p1" || gone) return undefined;
  const rows = fleet.sites.map(({ name }, nr) => [name, value(nr)]);
  const content = baseOf(
    [
      { name: "pods", above: [], columns: ["id", "host"], rows: [["modb.a", "{{wert}}"]] },
      { name: "sites", above: [], columns: ["site", "wert"], rows: [...rows, ["Mond", "wert-mond"]] },
    ],
    {},
  );
  return { name: "Heizung", changed, content };
}

beforeEach(async () => {
  fleet = new FakeFleet(20);
  [people, disk, changed, gone] = [[ANNA], new Map(), 1, false];
  value = (nr) => `wert-${nr}`;
  for (const { projects } of fleet.sites) projects.run("alt");
  await open();
});

const publish = () => rollouts.publish("p1", undefined, ANNA);
const hashes = () => fleet.sites.map(({ projects }) => projects.hash);
const touched = () => fleet.sites.filter(({ projects }) => projects.published > 0).length;

async function minutes(count: number): Promise<void> {
  for (let more = 0; more < count; more += 1) {
    await rollouts.step();
    fleet.pass(MINUTE);
  }
  await rollouts.step();
}

describe("a project over many sites", () => {
  it("goes to one site, then to a tenth, then to the rest, each with its own values, and leaves no draft", async () => {
    const id = await publish();
    await minutes(2);
    expect([touched(), rollouts.get(id).sites.length]).toEqual([1, 20]);
    await minutes(5);
    expect(touched()).toBe(2);
    await minutes(200);
    expect(rollouts.get(id).state).toBe("done");
    expect(hashes()).toEqual(fleet.sites.map((_, nr) => `wert-${nr}`));
    expect(fleet.sites.map(({ projects }) => [projects.published, projects.drafts.size])).toEqual(
      fleet.sites.map(() => [1, 0]),
    );
  });

  it("touches no site that runs it already, and stops at the first whose hub finds an error", async () => {
    fleet.site(0).projects.run("wert-0");
    value = (nr) => (nr === 1 ? "wert-falsch" : `wert-${nr}`);
    const id = await publish();
    await minutes(3);
    expect(rollouts.get(id)).toMatchObject({
      state: "stopped",
      reason: "Standort 1: pods, Zeile 2: falsch",
    });
    expect([fleet.site(0).projects.published, fleet.site(1).projects.published]).toEqual([0, 0]);
    expect(touched()).toBe(0);
  });

  it("stops where the hub has put it back by itself", async () => {
    fleet.site(0).projects.bad = true;
    const id = await publish();
    await minutes(2);
    expect(rollouts.get(id)).toMatchObject({
      state: "stopped",
      reason: expect.stringContaining("Der Pod startet nicht."),
    });
    expect(touched()).toBe(1);
  });

  it("stops where the hub put it back and its answer was lost", async () => {
    fleet.site(0).projects.loses = "done";
    const id = await publish();
    await minutes(1);
    fleet.site(0).projects.putBack();
    await minutes(2);
    expect(rollouts.get(id)).toMatchObject({
      state: "stopped",
      reason: expect.stringContaining("wieder eingesetzt"),
    });
    expect(touched()).toBe(1);
  });

  it("stops where the hub had put it back before anybody looked", async () => {
    Object.assign(fleet.site(0).projects, { loses: "done", bad: true });
    const id = await publish();
    await minutes(2);
    expect(rollouts.get(id)).toMatchObject({
      state: "stopped",
      reason: expect.stringContaining("wieder eingesetzt"),
    });
  });

  it("does not count as well because the clock was set ahead", async () => {
    const id = await publish();
    await minutes(1);
    fleet.clock.jump(3_600_000);
    await minutes(2);
    expect(rollouts.get(id).sites[0]?.state).toBe("trial");
    await minutes(TRIAL_MINUTES);
    expect(rollouts.get(id).sites[0]?.state).toBe("good");
  });

  it.each(["fault", "stopped", "other"] as const)(
    "stops at the first site that does not stand it: %s",
    async (how) => {
      const id = await publish();
      await minutes(2);
      const site = fleet.site(0);
      if (how === "fault") site.worst = 3;
      if (how === "stopped") site.plant = "stopped";
      if (how === "other") site.projects.run("anderes");
      await minutes(TRIAL_MINUTES);
      expect(rollouts.get(id).state).toBe("stopped");
      expect(touched()).toBe(1);
    },
  );

  it("asks none twice whose answer was lost, and again where the order was", async () => {
    fleet.site(0).projects.loses = "done";
    fleet.site(1).projects.loses = "undone";
    const id = await publish();
    await minutes(TRIAL_MINUTES + 2);
    expect([fleet.site(0).projects.published, rollouts.get(id).sites[0]?.state]).toEqual([1, "good"]);
    expect(rollouts.get(id).sites[1]?.state).not.toBe("good");
    fleet.site(1).projects.loses = undefined;
    await minutes(30);
    expect([fleet.site(1).projects.published, rollouts.get(id).sites[1]?.state]).toEqual([1, "good"]);
  });

  it("goes on after a restart, and waits where another file lies there by now", async () => {
    const id = await publish();
    await minutes(2);
    await open();
    await minutes(TRIAL_MINUTES);
    expect(rollouts.get(id).sites[0]?.state).toBe("good");
    const before = touched();
    gone = true;
    await minutes(TRIAL_MINUTES);
    [gone, changed] = [false, 2];
    await minutes(30);
    // What was under way is looked at to its end.
    expect(rollouts.list()[0]?.counts).toMatchObject({ begun: 0, trial: 0 });
    expect(touched()).toBe(before);
    expect(rollouts.get(id)).toMatchObject({ state: "running" });
    expect(rollouts.get(id).sites.at(-1)?.reason).toContain("andere Datei");
  });

  it("is held by who may change projects, and an update only by who manages the central", async () => {
    const id = await publish();
    await rollouts.set(id, "pause", ANNA);
    await rollouts.set(id, "end", ANNA);
    const update = await rollouts.begin({ version: "0.6.0", rule: "" }, { ...ANNA, level: "admin" });
    await expect(rollouts.set(update, "pause", ANNA)).rejects.toThrow("verwaltet");
    people = [{ ...ANNA, level: "operate" }];
    const other = await publish();
    await minutes(2);
    expect(rollouts.get(other)).toMatchObject({ state: "paused", reason: expect.stringContaining("Anna") });
  });

  it("refuses a project without sites, and what is none to put back", async () => {
    fleet.sites.splice(0);
    await expect(publish()).rejects.toMatchObject({ fields: [{ field: "id" }] });
    gone = true;
    await expect(publish()).rejects.toThrow("gibt es nicht");
    gone = false;
    fleet = new FakeFleet(1);
    await open();
    const update = await rollouts.begin({ version: "0.6.0", rule: "" }, ANNA);
    await expect(rollouts.putBack(update, undefined, ANNA)).rejects.toThrow("Projekt");
    const id = await publish();
    await expect(rollouts.putBack(id, undefined, ANNA)).rejects.toThrow("läuft noch");
    await rollouts.set(id, "end", ANNA);
    await minutes(TRIAL_MINUTES);
    await expect(rollouts.putBack(id, undefined, ANNA)).rejects.toMatchObject({
      fields: [{ field: "rollout" }],
    });
  });
});

describe("putting back", () => {
  it("gives the sites that were reached what they ran before, in stages, and leaves those that run something else", async () => {
    const id = await publish();
    await minutes(40);
    await rollouts.set(id, "end", ANNA);
    await minutes(TRIAL_MINUTES);
    const reached = touched();
    expect(reached).toBeGreaterThan(3);
    fleet.site(1).projects.run("von Hand");
    const back = await rollouts.putBack(id, undefined, ANNA);
    expect(rollouts.get(back).sites).toHaveLength(reached);
    await minutes(2);
    expect(fleet.sites.filter(({ projects }) => projects.restored > 0)).toHaveLength(1);
    await minutes(200);
    expect(rollouts.get(back).state).toBe("done");
    expect(hashes().map((hash) => hash === "alt")).toEqual(fleet.sites.map((_, nr) => nr !== 1));
    expect(rollouts.get(back).sites.find(({ hub }) => hub === fleet.site(1).hub)?.reason).toContain(
      "etwas anderes",
    );
  });

  it("stops where the version is gone", async () => {
    const id = await publish();
    await minutes(TRIAL_MINUTES + 3);
    await rollouts.set(id, "end", ANNA);
    await minutes(TRIAL_MINUTES);
    const { projects } = fleet.site(0);
    projects.versions.splice(
      projects.versions.findIndex(({ hash }) => hash === "alt"),
      1,
    );
    const back = await rollouts.putBack(id, undefined, ANNA);
    await minutes(3);
    expect(rollouts.get(back)).toMatchObject({
      state: "stopped",
      reason: expect.stringContaining("gibt es dort"),
    });
  });
});
