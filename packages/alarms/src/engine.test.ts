import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { lookAt } from "./look.ts";
import { alarm, stage } from "./testing/stage.ts";

const HOUR = 3_600_000;
const TEN_YEARS = 10 * 365 * 24 * HOUR;
const SOURCES = { "bus.x.temp": { label: "Vorlauf", unit: "°C", tags: ["keller"] } };

describe("an alarm", () => {
  it("that is so at the start is raised, with its text filled", () => {
    const { disk, engine, states, temp } = stage({ alarms: [alarm()], sources: SOURCES });
    temp(20.5);
    expect(states()).toEqual({ a: "unacked" });
    expect(engine.record("a")).toMatchObject({ nr: 1, text: "Vorlauf über 20 °C", value: 20.5 });
    expect(disk.events).toMatchObject([
      { what: "raised", nr: 1, id: "a", source: "bus.x.temp", priority: 3 },
    ]);
  });

  it("of which each pulse is noticed writes what came together down at once", () => {
    const { disk, engine, happened } = stage({ alarms: [alarm({ ack: "none" })] });
    engine.batch(() => {
      for (let pulse = 0; pulse < 100; pulse += 1)
        for (const value of [30, 10]) engine.value(0, { value, quality: 0 }, pulse + 1);
    });
    expect(happened().filter((line) => line === "raised a")).toHaveLength(100);
    expect(disk.commits).toBe(1);
  });

  it("is neither raised nor ended by what is uncertain or bad", () => {
    const { states, temp } = stage({ alarms: [alarm()] });
    temp(30, 1);
    temp(30, 2);
    expect(states()).toEqual({});
    temp(30);
    temp(10, 1);
    temp(10, 2);
    expect(states()).toEqual({ a: "unacked" });
    temp(10);
    expect(states()).toEqual({ a: "returned" });
  });

  it("follows a limit that is a channel, and waits for one that is not known", () => {
    const { states, temp, value } = stage({ alarms: [alarm({ limits: [{ chan: "const.main.most" }] })] });
    temp(30);
    expect(states()).toEqual({});
    value("const.main.most", 25);
    expect(states()).toEqual({ a: "unacked" });
    value("const.main.most", 35);
    expect(states()).toEqual({ a: "returned" });
  });

  it("comes and goes after its delays, and begins them anew where it was not so meanwhile", () => {
    const { clock, states, temp } = stage({
      alarms: [alarm({ onDelay: 5_000, offDelay: 3_000, ack: "none" })],
    });
    temp(30);
    clock.advance(4_999);
    temp(10);
    temp(30);
    clock.advance(4_000);
    temp(30, 1);
    clock.advance(9_000);
    expect(states()).toEqual({});
    temp(30);
    clock.advance(5_000);
    expect(states()).toEqual({ a: "acked" });
    temp(10);
    clock.advance(2_999);
    expect(states()).toEqual({ a: "acked" });
    clock.advance(1);
    expect(states()).toEqual({});
  });

  it("that comes again has another number and has to be acknowledged again", () => {
    const { engine, states, temp } = stage({ alarms: [alarm()] });
    temp(30);
    expect(engine.ack([1], "Anna")).toEqual([1]);
    expect(engine.ack([1], "Bert")).toEqual([]);
    expect(engine.record("a")?.acked).toMatchObject({ by: "Anna" });
    temp(10);
    expect(states()).toEqual({});
    temp(30);
    expect(engine.record("a")).toMatchObject({ nr: 2, state: "unacked" });
    expect(engine.record("a")?.acked).toBeUndefined();
  });

  it("that latches stays until it is reset, which is not before it was acknowledged", () => {
    const { engine, states, temp } = stage({ alarms: [alarm({ latch: true })] });
    temp(30);
    temp(10);
    expect(states()).toEqual({ a: "latchedUnacked" });
    expect(engine.reset("all", "Anna")).toEqual([]);
    engine.ack("all", "Anna");
    expect(engine.reset("all", "Anna")).toEqual([1]);
    expect(states()).toEqual({});
  });
});

describe("a value of which nothing is heard", () => {
  const STALE = alarm({ kind: "stale", limits: [60], ack: "none" });

  it.each([0, TEN_YEARS, -TEN_YEARS])(
    "is an alarm after its time, whatever the clock says (%i ms)",
    (jump) => {
      const { clock, states, temp } = stage({ alarms: [STALE] });
      temp(1);
      clock.advance(30_000);
      clock.jump(jump);
      clock.advance(29_999);
      expect(states()).toEqual({});
      clock.advance(1);
      expect(states()).toEqual({ a: "acked" });
      temp(2);
      expect(states()).toEqual({});
    },
  );

  it("counts from its last value, also before the start; another quality of the same value is no news", () => {
    const clock = new ManualClock();
    const { states, temp } = stage({ alarms: [STALE], clock });
    temp(1, 0, clock.now() - 50_000);
    clock.advance(5_000);
    temp(1, 1, clock.now() - 55_000);
    clock.advance(5_000);
    expect(states()).toEqual({ a: "acked" });
  });

  it("is one where there never was a value", () => {
    const { clock, states } = stage({ alarms: [STALE] });
    clock.advance(60_000);
    expect(states()).toEqual({ a: "acked" });
  });
});

it("a rate looks at the last minute, and is over when that has gone by", () => {
  const { clock, states, temp } = stage({ alarms: [alarm({ kind: "rate", limits: [5], ack: "none" })] });
  temp(10);
  clock.advance(20_000);
  temp(14);
  clock.advance(20_000);
  temp(15.5);
  expect(states()).toEqual({ a: "acked" });
  clock.advance(70_000);
  expect(states()).toEqual({});
});

describe("an alarm that another one explains", () => {
  const PARENT = alarm({ id: "bus", source: "bus.x.online", kind: "false", limits: [] });
  const CHILD = alarm({ id: "a", parent: "bus" });
  const online = (on: boolean, { value }: ReturnType<typeof stage>) => value("bus.x.online", on);
  const plant = () => stage({ alarms: [CHILD, PARENT] });

  it("is suppressed while that stands and a moment longer, and leaves nothing to acknowledge where nobody heard of it", async () => {
    const at = plant();
    online(false, at);
    at.temp(30);
    expect(at.engine.record("a")?.suppressed).toEqual({ by: "parent", parent: "bus" });
    online(true, at);
    await at.pass(29_000);
    at.temp(10);
    expect(at.states()).toEqual({ bus: "returned" });
    await at.pass(60_000);
    expect(at.happened()).not.toContain("unsuppressed a");
  });

  it("that comes just after that went is suppressed as well: values take a moment to come back", async () => {
    const at = plant();
    online(false, at);
    online(true, at);
    await at.pass(29_000);
    at.temp(30);
    expect(at.engine.record("a")?.suppressed).toEqual({ by: "parent", parent: "bus" });
    await at.pass(1_000);
    expect(at.engine.record("a")?.suppressed).toBeUndefined();
  });

  it("is heard once that is over", async () => {
    const at = plant();
    online(false, at);
    at.temp(30);
    online(true, at);
    await at.pass(30_000);
    expect(at.engine.record("a")?.suppressed).toBeUndefined();
    expect(at.happened().at(-1)).toBe("unsuppressed a");
    at.temp(10);
    expect(at.states()).toMatchObject({ a: "returned" });
  });

  it("that came first is suppressed when that comes", () => {
    const at = plant();
    at.temp(30);
    online(false, at);
    expect(at.engine.record("a")?.suppressed).toEqual({ by: "parent", parent: "bus" });
    at.temp(10);
    expect(at.states()).toMatchObject({ a: "returned" });
  });

  it("is heard where the next project does not have what explained it", async () => {
    const at = plant();
    online(false, at);
    at.temp(30);
    const next = await at.again({ alarms: [alarm()] });
    expect(next.engine.record("a")?.suppressed).toBeUndefined();
    expect(next.states()).toEqual({ a: "unacked" });
    expect(next.happened()).toContain("closed bus");
  });
});

it("an alarm is suppressed while its `enable` says no, and not while that is not known", () => {
  const { engine, temp, value } = stage({ alarms: [alarm({ enable: "bus.x.winter" })] });
  temp(30);
  expect(engine.record("a")?.suppressed).toBeUndefined();
  value("bus.x.winter", false);
  expect(engine.record("a")?.suppressed).toEqual({ by: "enable", chan: "bus.x.winter" });
  value("bus.x.winter", false, 2);
  expect(engine.record("a")?.suppressed).toBeUndefined();
});

describe("a process that starts anew", () => {
  it("has what stood, with its number and who had acknowledged it, and goes on with the next number", async () => {
    const before = stage({ alarms: [alarm(), alarm({ id: "b", source: "bus.x.level" })] });
    before.temp(30);
    before.engine.ack([1], "Anna");
    const at = await before.again();
    expect(at.engine.record("a")).toMatchObject({ nr: 1, state: "acked", acked: { by: "Anna" } });
    at.temp(31);
    expect(at.happened()).toEqual(["raised a", "acked a"]);
    at.value("bus.x.level", 99);
    expect(at.engine.record("b")?.nr).toBe(2);
    at.temp(1);
    expect(at.states()).toEqual({ b: "unacked" });
  });
});

describe("a disk that takes nothing", () => {
  it("keeps no alarm from coming and going; it is written down later, in one", () => {
    const { clock, disk, engine, happened, log, states, temp } = stage({ alarms: [alarm()] });
    disk.full = true;
    temp(30);
    expect(states()).toEqual({ a: "unacked" });
    engine.ack("all", "Anna");
    temp(10);
    expect(states()).toEqual({});
    expect(disk.commits).toBe(0);
    expect(log.entries.map(({ level }) => level)).toEqual(["error"]);
    disk.full = false;
    clock.advance(5_000);
    expect(happened()).toEqual(["raised a", "acked a", "cleared a"]);
    expect(disk.commits).toBe(1);
    expect(disk.kept.alarms).toEqual([]);
  });
});

describe("shelves and maintenance", () => {
  it("of alarms that do not stand are listed, the first to end first, and taken up by their name", () => {
    const two = [alarm(), alarm({ id: "b", source: "bus.x.b" })];
    const { clock, engine, happened, project, temp, value } = stage({ alarms: two, sources: SOURCES });
    temp(30);
    value("bus.x.b", 30);
    const shelf = (minutes: number) => ({ by: "Anna", why: "Umbau", until: clock.now() + minutes * 60_000 });
    engine.shelve([1], shelf(60));
    engine.shelve([2], shelf(30));
    const resting = () => lookAt(engine, project, 10).resting?.map(({ id }) => id);
    expect(resting()).toBeUndefined();
    engine.ack("all", "Anna");
    temp(10);
    value("bus.x.b", 10);
    expect([lookAt(engine, project, 10).total, resting()]).toEqual([0, ["b", "a"]]);
    engine.unshelve([], "Anna", ["a", "gibt es nicht"]);
    expect([resting(), happened().at(-1)]).toEqual([["b"], "unshelved a"]);
    temp(30);
    expect(engine.audible(engine.record("a") as never)).toBe(true);
  });

  it.each([0, TEN_YEARS, -TEN_YEARS])(
    "end by themselves, also where the clock jumps (%i ms)",
    async (jump) => {
      const { clock, disk, engine, happened, pass, temp } = stage({ alarms: [alarm()], sources: SOURCES });
      temp(30);
      engine.shelve([1], { by: "Anna", why: "Umbau", until: clock.now() + HOUR });
      engine.maintain({ scope: "#keller", by: "Anna", why: "Umbau", until: clock.now() + HOUR });
      expect(engine.audible(engine.record("a") as never)).toBe(false);
      clock.jump(jump);
      await pass(HOUR, 60_000);
      expect(engine.out.shelved("a")).toBeUndefined();
      expect(disk.kept.shelves).toEqual([]);
      // Of maintenance somebody has still to say that the work is over.
      expect(engine.out.works).toMatchObject([{ nr: 1, ranOut: expect.any(Number) as number }]);
      expect(happened().filter((line) => line.startsWith("maintenance"))).toEqual([
        "maintenance #keller",
        "maintenanceOver #keller",
      ]);
      engine.endMaintenance(1, "Anna");
      expect(disk.kept.maintenance).toEqual([]);
      expect(happened().filter((line) => line.startsWith("maintenance"))).toHaveLength(2);
      expect(engine.audible(engine.record("a") as never)).toBe(true);
    },
  );

  it("are found again, and alarms that come later fall under them", async () => {
    const before = stage({ alarms: [alarm()], sources: SOURCES });
    before.engine.maintain({ scope: "bus.x", by: "Anna", why: "Umbau", until: before.clock.now() + HOUR });
    const at = await before.again();
    at.temp(30);
    expect(at.engine.out.maintenance(at.project.alarms[0] as never)).toBe(1);
    at.engine.endMaintenance(1, "Anna");
    expect(at.happened().at(-1)).toBe("maintenanceOver bus.x");
    expect(() => at.engine.endMaintenance(1, "Anna")).toThrow("schon zu Ende");
  });

  it("that ran out hush nothing, also after a restart, and are fifty at most", async () => {
    const before = stage({ alarms: [alarm()], sources: SOURCES });
    for (let nr = 1; nr <= 52; nr += 1)
      before.engine.maintain({ scope: "bus.x", by: "Anna", why: "Umbau", until: before.clock.now() + HOUR });
    await before.pass(HOUR, 60_000);
    expect(before.engine.out.works.map(({ nr }) => nr)).toEqual(Array.from({ length: 50 }, (_, n) => n + 3));
    const at = await before.again();
    at.temp(30);
    expect(at.engine.audible(at.engine.record("a") as never)).toBe(true);
    expect(at.disk.kept.maintenance).toHaveLength(50);
  });

  it("refuse a part of the plant that no alarm belongs to", () => {
    const { clock, engine } = stage({ alarms: [alarm()] });
    const order = { by: "Anna", why: "Umbau", until: clock.now() + HOUR };
    for (const scope of ["bus.y", "#keller", "bus"])
      if (scope !== "bus") expect(() => engine.maintain({ ...order, scope })).toThrow(/gehört keine Meldung/);
  });
});

it("a comment stays beside the alarm, and of one that is gone there is none", () => {
  const { engine, happened, temp } = stage({ alarms: [alarm()] });
  temp(30);
  engine.comment(1, "Anna", "Pumpe bestellt");
  expect(engine.record("a")?.comment).toMatchObject({ by: "Anna", text: "Pumpe bestellt" });
  expect(happened().at(-1)).toBe("commented a");
  expect(() => engine.comment(7, "Anna", "x")).toThrow("steht nicht mehr an");
});
