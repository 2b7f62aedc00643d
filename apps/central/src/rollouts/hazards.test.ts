/** A rollout among random hazards: sites away, mute or deaf, answers lost, a full database, restarts of the central. */
import { createLogger, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Person } from "../register/people.ts";
import { FakeFleet } from "../testing/fake-fleet.ts";
import { Rollouts } from "./rollouts.ts";

const ANNA: Person = { id: "anna", name: "Anna", level: "admin", created: 1 };
const SITES = 20;
const TENTH = 2;

/** What a central that is killed does no more. */
const never = <T>(): Promise<T> => new Promise<T>(() => {});

class Central {
  readonly fleet = new FakeFleet(SITES);
  readonly disk = new Map<string, string>();
  full = false;
  /** Ends the running central: at once, or with the nth thing that it does from now on, done or not. */
  kill: (() => void) | undefined;
  killIn: { steps: number; done: boolean } | undefined;
  rollouts!: Rollouts;

  async open(): Promise<void> {
    this.kill?.();
    const scope = new Scope();
    let alive = true;
    this.kill = () => {
      alive = false;
      void scope.end();
    };
    this.killIn = undefined;
    const { disk, fleet } = this;
    const doing = async <T>(act: () => Promise<T>): Promise<T> => {
      if (!alive) return await never();
      const last = this.killIn !== undefined && (this.killIn.steps -= 1) < 0;
      if (!last) return await act();
      const { done } = this.killIn ?? { done: false };
      if (done) await act().catch(() => undefined);
      await this.open();
      return await never();
    };
    const rollouts = await Rollouts.open({
      store: {
        read: async () => [...disk.values()].map((text) => JSON.parse(text)),
        write: (rollout) =>
          doing(async () => {
            if (this.full) throw new UnavailableError("voll");
            disk.set(rollout.id, JSON.stringify(rollout));
          }),
      },
      sites: fleet,
      people: { list: () => [ANNA] },
      projects: { current: () => undefined },
      routed: { act: (asked) => doing(() => fleet.act(asked)) },
      audit: { add: () => doing(async () => undefined) },
      clock: fleet.clock,
      log: createLogger("central", "test", new MemoryLogSink()),
      scope,
    });
    this.rollouts = rollouts;
  }

  /** It looks every few seconds by itself. */
  async minutes(count: number): Promise<void> {
    for (let more = 0; more < count * 6; more += 1) {
      this.fleet.pass(10_000);
      for (let turns = 0; turns < 40; turns += 1) await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

type Hazard =
  | { does: "pass"; minutes: number }
  | { does: "online" | "mute" | "deaf" | "loses"; site: number }
  | { does: "open" | "full" | "room" | "heal" | "jump" }
  | { does: "kill"; steps: number; done: boolean };

/** The first sites are those that it begins with. */
const site = fc.oneof(fc.nat(2), fc.nat(SITES - 1));
const pass = fc.record({ does: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 40 }) });
const kill = fc.record({ does: fc.constant("kill" as const), steps: fc.nat(8), done: fc.boolean() });
const others: fc.Arbitrary<Hazard> = fc.oneof(
  { weight: 5, arbitrary: pass },
  { weight: 3, arbitrary: kill },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom("online", "mute", "deaf", "loses"), site }),
  },
  fc.record({ does: fc.constantFrom("open", "full", "room", "heal", "jump") }),
);
/** Killed as it begins, then whatever comes. */
const hazards: fc.Arbitrary<Hazard[]> = fc
  .tuple(kill, pass, fc.array(others, { maxLength: 40 }))
  .map(([first, then, more]) => [first, then, ...more]);

async function play(central: Central, all: readonly Hazard[], check: () => void): Promise<void> {
  const { fleet } = central;
  for (const one of all) {
    if (one.does === "pass") await central.minutes(one.minutes);
    else if (one.does === "kill") central.killIn = { steps: one.steps, done: one.done };
    else if (one.does === "open") await central.open();
    else if (one.does === "full") central.full = true;
    else if (one.does === "room") central.full = false;
    else if (one.does === "jump") fleet.clock.jump(3_600_000);
    else if (one.does === "heal")
      for (const each of fleet.sites)
        Object.assign(each, { online: true, mute: false, deaf: false, loses: false });
    else if ("site" in one) {
      const each = fleet.site(one.site);
      each[one.does] = !each[one.does];
    }
    check();
  }
}

async function begun(): Promise<Central> {
  const central = new Central();
  await central.open();
  await central.rollouts.begin({ version: "0.6.0", rule: "" }, ANNA);
  return central;
}

it("a version that no site stands reaches one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("switch" as const, "trial" as const), hazards, async (bad, all) => {
      const central = await begun();
      for (const each of central.fleet.sites) each.bad = bad;
      await play(central, all, () => expect(central.fleet.begun).toBeLessThanOrEqual(1));
    }),
    { numRuns: 20 },
  );
});

it("a version that the first site alone stands reaches a tenth", async () => {
  await fc.assert(
    fc.asyncProperty(hazards, async (all) => {
      const central = await begun();
      const { sites } = central.fleet;
      await play(central, all, () => {
        const first = sites.find((each) => each.begun > 0);
        for (const each of sites) if (first && each !== first) each.bad = "trial";
        expect(central.fleet.begun).toBeLessThanOrEqual(TENTH);
      });
    }),
    { numRuns: 8 },
  );
});

it("a good one comes to every site, once, and never to more than a tenth at a time", async () => {
  await fc.assert(
    fc.asyncProperty(hazards, async (all) => {
      const central = await begun();
      const { sites } = central.fleet;
      const check = () => expect(sites.map((each) => each.begun).filter((times) => times > 1)).toEqual([]);
      await play(central, [...all, { does: "heal" }, { does: "room" }], check);
      for (let more = 0; more < 100 && central.rollouts.list()[0]?.state !== "done"; more += 1) {
        const row = central.rollouts.list()[0];
        if (row?.state === "stopped") await central.rollouts.set(row.id, "resume", ANNA);
        await central.minutes(30);
        check();
      }
      expect(central.rollouts.list()[0]?.state).toBe("done");
    }),
    { numRuns: 2 },
  );
});
