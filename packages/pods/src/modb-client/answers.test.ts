import { describe, expect, it } from "vitest";
import { ModbusTimeout } from "../shared/modbus/exceptions.ts";
import { PodRun, podLoad } from "../testing/index.ts";
import { Answers } from "./answers.ts";
import { kind } from "./index.ts";
import type { ModbusLink } from "./link.ts";
import { pointOf } from "./point.ts";
import type { ModbClientIface } from "./schema.ts";
import { Values } from "./values.ts";

function setUp(units: number[]) {
  const channels = units.map((unit) => ({ chan: `u${unit}`, config: { address: 0, unit_id: unit } }));
  const load = podLoad(kind.schema, [{ host: "gateway" }], channels);
  const run = new PodRun(kind, load);
  const { context } = run;
  const link = { open: true, close: () => (link.open = false) };
  const iface = load.ifaces[0]?.config as ModbClientIface;
  const points = load.channels.map((channel, index) => pointOf(index, channel, iface));
  const answers = new Answers({
    id: "main",
    target: "gateway",
    serial: false,
    points,
    values: new Values(context),
    context,
  });
  const misses = (...silent: number[]) => {
    for (const unit of silent)
      answers.missed(link as unknown as ModbusLink, unit, new ModbusTimeout("silent"));
  };
  answers.began();
  return { answers, link, misses, points, run };
}

describe("silence on a connection", () => {
  it("is no reason to close it while one that answered before has not been asked", () => {
    const { answers, link, misses } = setUp([1, 2, 3, 4]);
    answers.answered(4);
    misses(1, 2);
    expect(answers.witness).toBe(4);
    misses(3, 1);
    expect(link.open).toBe(true);
    answers.answered(4);
    expect(answers.witness).toBeUndefined();
  });

  it("of one unit is no reason either, however often it is asked", () => {
    const { answers, link, misses } = setUp([1, 2]);
    answers.answered(2);
    answers.answered(1);
    misses(1, 1, 1);
    expect(link.open).toBe(true);
    expect(answers.witness).toBe(2);
    misses(2);
    expect(link.open).toBe(false);
  });

  it("of the only unit, and of all units, closes it", () => {
    const alone = setUp([1]);
    alone.misses(1, 1);
    expect(alone.link.open).toBe(true);
    alone.misses(1);
    expect(alone.link.open).toBe(false);
    const all = setUp([1, 2, 3]);
    for (const unit of [1, 2, 3]) all.answers.answered(unit);
    all.misses(1, 2, 3);
    expect(all.link.open).toBe(false);
  });

  it("over units known for it is not told while another one answers, and is told once none does", () => {
    const { answers, run } = setUp([1, 2, 3]);
    const ends = (unit: number) => {
      answers.began();
      answers.broke(unit);
      answers.ended();
      return run.connections.filter(({ state }) => !state).length;
    };
    answers.answered(3);
    expect(ends(1)).toBe(1);
    expect([ends(1), ends(1)]).toEqual([1, 1]);
    // The one that answered hangs up as well, and then nobody is left.
    expect([ends(3), ends(3), ends(1)]).toEqual([2, 3, 4]);
  });

  it("costs a short pause for each unit over which the connection ends, and longer ones only after that", () => {
    const { answers } = setUp([1, 2, 3, 4, 5, 6, 7, 8]);
    const pauses = (units: number[]) =>
      units.map((unit) => {
        answers.began();
        answers.broke(unit);
        return answers.pause;
      });
    expect(Math.max(...pauses([1, 2, 3, 4, 5, 6, 7, 8]))).toBeLessThan(500);
    expect(Math.max(...pauses([1, 2, 3, 4]))).toBeGreaterThan(900);
  });

  it("is borne longer each time that closing did not help, so that everybody is asked", () => {
    const { answers, link, misses } = setUp(Array.from({ length: 40 }, (_, unit) => unit));
    const borne = Array.from({ length: 5 }, () => {
      link.open = true;
      answers.began();
      let asked = 0;
      while (link.open) misses(asked++);
      return asked;
    });
    expect(borne).toEqual([3, 6, 12, 24, 40]);
    answers.answered(0);
    answers.began();
    link.open = true;
    misses(0, 1, 2);
    expect(link.open).toBe(false);
  });
});

describe("a value that a device left unanswered", () => {
  function left() {
    const set = setUp([1, 2]);
    const { answers } = set;
    const write = { index: 0, value: 1, ts: 0, seq: 1 };
    const [point] = set.points;
    if (!point) throw new Error("no point");
    answers.deliveries.offer({ point, raw: 1, write }, 0);
    const [taken] = answers.deliveries.take({ now: 0 });
    if (!taken) throw new Error("not taken");
    set.misses(1);
    answers.units.writtenInVain(1);
    answers.deliveries.settle(taken, { t: "vain" }, 0);
    return set;
  }

  it("pauses although its unit answers otherwise", () => {
    const { answers } = left();
    answers.answered(1);
    expect(answers.deliveries.due).toBeGreaterThanOrEqual(500);
  });

  it("is due at once when the device was silent and answers again", () => {
    const { answers, misses } = left();
    misses(1);
    answers.answered(1);
    expect(answers.deliveries.due).toBe(0);
  });

  it("is due at once over a new connection, which leaves a silent unit its pause", () => {
    const { answers, misses } = left();
    answers.answered(1);
    misses(2);
    const from = answers.units.askFrom(2);
    answers.began();
    expect(answers.deliveries.due).toBe(0);
    expect(from).toBeGreaterThan(0);
    expect(answers.units.askFrom(2)).toBe(from);
  });
});
