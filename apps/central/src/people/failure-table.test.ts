import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { Throttle } from "@hubwart/core/sign-in";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeRegister } from "../testing/fake-register.ts";
import { FailureTable } from "./failure-table.ts";

const RULES = { window: 600_000, longest: 900_000, failures: 5 };
let register: FakeRegister;
let clock: ManualClock;
let scope: Scope;
let table: FailureTable;
async function open(): Promise<Throttle> {
  scope = new Scope();
  const log = createLogger("central", "test", new MemoryLogSink());
  table = await FailureTable.open({ database: register, clock, log, scope });
  return new Throttle(table, clock, RULES);
}
const written = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};
beforeEach(() => {
  [register, clock] = [new FakeRegister(), new ManualClock()];
});
const fail = (throttle: Throttle, times: number, name = "anna") => {
  for (let n = 0; n < times; n += 1) throttle.failed(name);
};

describe("failed attempts", () => {
  it("count on after a central was killed, and the lock with them", async () => {
    fail(await open(), 5);
    await written();
    clock.advance(10_000);
    // No end of the scope: the power went.
    const again = await open();
    expect(again.refusedFor("anna")).toBe(20);
    clock.advance(20_000);
    fail(again, 1);
    expect(again.refusedFor("anna")).toBe(60);
  });
  it("are forgotten in the database as well by a success", async () => {
    const throttle = await open();
    fail(throttle, 5);
    await written();
    expect(register.failures).toHaveLength(1);
    throttle.succeeded("anna");
    await written();
    expect(register.failures).toEqual([]);
    expect((await open()).refusedFor("anna")).toBeUndefined();
  });
  it("are counted while the database takes nothing, and written once it does again", async () => {
    const throttle = await open();
    fail(throttle, 2, "bert");
    await written();
    register.away = true;
    fail(throttle, 5);
    throttle.succeeded("bert");
    await written();
    expect(throttle.refusedFor("anna")).toBe(30);
    expect(register.failures.map(({ name }) => name)).toEqual(["bert"]);
    register.away = false;
    clock.advance(5_000);
    await written();
    expect(register.failures.map(({ name }) => name)).toEqual(["anna"]);
  });
  it("are written when the central ends", async () => {
    const throttle = await open();
    register.away = true;
    fail(throttle, 1);
    await written();
    register.away = false;
    await scope.end();
    expect(register.failures).toHaveLength(1);
  });
  it("of a clock that was ahead lock for no longer than a lock is", async () => {
    clock.jump(5 * 3_600_000);
    fail(await open(), 5);
    await written();
    clock.jump(-5 * 3_600_000);
    expect((await open()).refusedFor("anna")).toBe(30);
  });
  it("are bounded, here and in the database", async () => {
    const throttle = await open();
    for (let n = 0; n < 10_050; n += 1) fail(throttle, 1, `name ${n}`);
    await scope.end();
    expect(register.failures).toHaveLength(10_000);
    expect(table.find("name 0")).toBeUndefined();
    expect(table.find("name 10049")).toBeDefined();
  }, 20_000);
});
