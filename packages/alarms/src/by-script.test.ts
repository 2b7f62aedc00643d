import { expect, it } from "vitest";
import { ByScript } from "./by-script.ts";
import { alarm, stage } from "./testing/stage.ts";

const ROWS = [
  alarm({ id: "filter", kind: "script", limits: [], text: "{label}: Filter", priority: 2 }),
  alarm({ id: "warm" }),
];
const by = ({ engine, project }: ReturnType<typeof stage>) => {
  const scripts = new ByScript({ engine, project });
  const say = (on: boolean, text?: string, id = "filter") =>
    scripts.set({ calls: [{ alarm: id, on, script: "luft.lua", text }] });
  return { scripts, say };
};

it("come and go by what scripts say, and by no value; said twice is said once", () => {
  const plant = stage({ alarms: ROWS, sources: { "bus.x.temp": { label: "Lüftung" } } });
  const { say, scripts } = by(plant);
  plant.temp(10);
  expect(say(true)).toEqual({ refused: [] });
  say(true, "anderer Text");
  expect(plant.engine.record("filter")).toMatchObject({
    state: "unacked",
    text: "Lüftung: Filter",
    value: 10,
  });
  plant.temp(5);
  plant.temp(5, 2);
  expect(scripts.look({ alarm: "filter" })).toEqual({ known: true, byScript: true, state: "unacked" });
  plant.engine.ack("all", "Anna");
  say(false);
  say(false);
  say(true, "Filter seit 400 h");
  expect(plant.happened()).toEqual(["raised filter", "acked filter", "cleared filter", "raised filter"]);
  expect(plant.disk.events.map(({ by: who }) => who)).toEqual(["luft.lua", "Anna", "luft.lua", "luft.lua"]);
  expect(plant.engine.record("filter")?.text).toBe("Filter seit 400 h");
});

it("stand over restarts, whatever the values are, until a script clears them or their row is gone", async () => {
  const plant = stage({ alarms: ROWS });
  by(plant).say(true, "Filter seit 400 h");
  const again = await plant.again();
  again.temp(1);
  expect(again.engine.record("filter")).toMatchObject({ state: "unacked", text: "Filter seit 400 h" });
  const other = by(again);
  other.say(true);
  expect(again.happened()).toEqual(["raised filter"]);
  other.say(false);
  expect(again.states()).toEqual({ filter: "returned" });
  other.say(true);
  const gone = await again.again({ alarms: [alarm({ id: "warm" })] });
  expect(gone.states()).toEqual({});
  expect(gone.happened().at(-1)).toBe("closed filter");
});

it("are refused where a value decides or there is none; whatever came together is written once", () => {
  const plant = stage({ alarms: ROWS });
  const { scripts } = by(plant);
  const calls = ["filter", "warm", "nothing", "filter"].map((id, at) => ({
    alarm: id,
    on: at < 3,
    script: "luft.lua",
  }));
  expect(scripts.set({ calls }).refused).toEqual([
    {
      alarm: "warm",
      script: "luft.lua",
      why: "Die Meldung „warm“ ist nicht von der Art „script“; sie kommt und geht von selbst.",
    },
    { alarm: "nothing", script: "luft.lua", why: "Das Projekt hat keine Meldung „nothing“." },
  ]);
  expect(plant.happened()).toEqual(["raised filter", "cleared filter"]);
  expect(plant.disk.commits).toBe(1);
  expect(scripts.look({ alarm: "filer" })).toEqual({
    known: false,
    byScript: false,
    state: "normal",
    meant: "filter",
  });
  expect(scripts.look({ alarm: "warm" })).toEqual({ known: true, byScript: false, state: "normal" });
  for (let n = 0; n < 60; n += 1) scripts.look({ alarm: "filer" });
  expect(scripts.look({ alarm: "filer" }).meant).toBeUndefined();
});

it("are suppressed and enabled like others", () => {
  const plant = stage({
    alarms: [{ ...ROWS[0], parent: "warm", enable: "bus.x.on" } as (typeof ROWS)[0], alarm({ id: "warm" })],
  });
  plant.temp(30);
  by(plant).say(true);
  expect(plant.engine.record("filter")?.suppressed).toEqual({ by: "parent", parent: "warm" });
});
