import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { HubState } from "@hubwart/fleet";
import { beforeEach, expect, it } from "vitest";
import type { Row } from "./database.ts";
import { Sites } from "./sites.ts";

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const NAMED = { hub: "h", customer: "c", name: "Haus", tags: "[]", key: "k" };
const ROW: Row = { ...NAMED, joined: 1, revoked: 0, seen: 0, state: null };
let clock: ManualClock;
let sites: Sites;

async function open(seen: number): Promise<void> {
  sites = await Sites.open({
    database: { query: async (sql) => (sql.startsWith("SELECT") ? [{ ...ROW, seen }] : []) },
    clock,
    log: createLogger("central", "test", new MemoryLogSink()),
    scope: new Scope(),
  });
}
const online = () => sites.shown()[0]?.online;
const report = () => sites.reported("c", "h", {} as HubState);
beforeEach(async () => {
  clock = new ManualClock();
  await open(0);
});

it("a site is there for a minute and a half after it said something, whatever the clock is set to", () => {
  expect(online()).toBe(false);
  report();
  for (const jump of [YEAR, -2 * YEAR]) {
    clock.jump(jump);
    expect(online()).toBe(true);
  }
  clock.advance(89_000);
  expect(online()).toBe(true);
  clock.advance(2_000);
  expect(online()).toBe(false);
});

it("one that another process heard counts by the clock, and not where that was ahead", async () => {
  await open(clock.now() - MINUTE);
  expect(online()).toBe(true);
  await open(clock.now() + YEAR);
  expect(online()).toBe(false);
});
