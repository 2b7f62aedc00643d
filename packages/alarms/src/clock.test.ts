/** A clock that is wrong for a while: the wall clock jumps, the time that goes by does not. */
import { expect, it } from "vitest";
import { alarm, stage } from "./testing/stage.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

const reminding = {
  alarms: [alarm({ class: "c" })],
  classes: [
    { id: "c", steps: [{ after: 0, ways: ["email.mail"], repeat: 30 * MINUTE, until: "ack" as const }] },
  ],
};

it("ten years ahead for half a minute: nothing is lost, and reminders neither flood nor cease", async () => {
  const at = stage(reminding);
  at.temp(30);
  await at.pass(5_000);
  expect(at.sent).toHaveLength(1);
  const lines = at.disk.events.length;
  at.clock.jump(10 * YEAR);
  await at.pass(15_000);
  // Somebody shelves and takes back, so that all is planned anew with the wrong time.
  at.engine.shelve([1], { by: "Anna", why: "x", until: at.clock.now() + HOUR });
  at.engine.unshelve([1], "Anna");
  await at.pass(15_000);
  at.clock.jump(-10 * YEAR);
  await at.pass(5 * HOUR, MINUTE);
  expect(at.disk.events.length).toBeGreaterThanOrEqual(lines);
  // At 0, 30, 90, 210 minutes; one more where the jump made one due.
  expect(at.sent.length).toBeGreaterThanOrEqual(4);
  expect(at.sent.length).toBeLessThanOrEqual(6);
  expect(at.states()).toEqual({ a: "unacked" });
});

it("a year back: reminders go on, and a shelf ends after its time, also over a new start", async () => {
  const at = stage(reminding);
  at.temp(30);
  await at.pass(5_000);
  at.engine.shelve([1], { by: "Anna", why: "Umbau", until: at.clock.now() + HOUR });
  at.clock.jump(-YEAR);
  await at.pass(30 * MINUTE, MINUTE);
  expect(at.engine.out.shelved("a")).toBeDefined();
  await at.pass(31 * MINUTE, MINUTE);
  expect(at.engine.out.shelved("a")).toBeUndefined();
  const told = at.sent.length;
  await at.pass(5 * HOUR, MINUTE);
  expect(at.sent.length - told).toBeGreaterThanOrEqual(2);
  expect(at.sent.length - told).toBeLessThanOrEqual(5);
  const next = await at.again();
  expect(next.states()).toEqual({ a: "unacked" });
});

it("a clock set back makes no shelf longer than a day, however often the process starts anew", async () => {
  let at = stage({ alarms: [alarm()] });
  at.temp(30);
  at.engine.shelve([1], { by: "Anna", why: "Umbau", until: at.clock.now() + 24 * HOUR });
  at.clock.jump(-YEAR);
  for (let start = 0; start < 6; start += 1) {
    await at.pass(10 * HOUR, 10 * MINUTE);
    at = await at.again();
  }
  expect(at.engine.out.shelved("a")).toBeUndefined();
});

it("daylight saving is nothing to it: times are counted, not read off the wall", async () => {
  // 29 March 2026, 01:59:50 in Berlin.
  const zone = process.env["TZ"];
  process.env["TZ"] = "Europe/Berlin";
  try {
    const at = stage(reminding);
    at.clock.jump(Date.UTC(2026, 2, 29, 0, 59, 50) - at.clock.now());
    at.temp(30);
    at.engine.shelve([1], { by: "Anna", why: "x", until: at.clock.now() + 30 * MINUTE });
    await at.pass(29 * MINUTE, MINUTE);
    expect(at.engine.out.shelved("a")).toBeDefined();
    await at.pass(2 * MINUTE, MINUTE);
    expect(at.engine.out.shelved("a")).toBeUndefined();
    await at.pass(5_000);
    expect(at.sent).toHaveLength(1);
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});

it("ten years ahead while a value comes for the first time: what was told of its age ends with the next value", async () => {
  const at = stage({ alarms: [alarm({ kind: "stale", limits: [60] })] });
  at.temp(30);
  at.clock.jump(10 * YEAR);
  const next = await at.again();
  next.temp(30, 0, next.clock.now() - 10 * YEAR);
  next.clock.jump(-10 * YEAR);
  await next.pass(1_000);
  next.temp(30);
  expect(next.states()).toEqual({ a: "returned" });
});
