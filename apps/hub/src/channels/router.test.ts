import { ManualClock } from "@hubwart/core";
import type { Quality } from "@hubwart/ipc";
import type { CompiledLink, CompiledProject, ValueType } from "@hubwart/project";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channel, pod, project } from "../testing/projects.ts";
import { Router } from "./router.ts";
import { ChannelTable } from "./table.ts";

interface Setup {
  /** Last part of the name → type; all belong to one pod and go both ways. */
  channels: Record<string, ValueType>;
  links?: (Partial<CompiledLink> & { from: string; to: string })[];
}

function setup({ channels, links = [] }: Setup) {
  const chans = Object.entries(channels).map(([name, type]) =>
    channel(`t.p.${name}`, { type, dir: "inout" }),
  );
  const compiled: CompiledProject = project([pod("t.p", chans)]);
  const table = new ChannelTable(compiled);
  const clock = new ManualClock();
  const delivered: [string, unknown, Quality][] = [];
  const problems: string[] = [];
  const observed: number[] = [];
  const router = new Router(
    table,
    links.map(({ from, to, ...rest }) => ({ ...rest, source: `t.p.${from}`, target: `t.p.${to}` })),
    {
      clock,
      deliver: (_pod, local, value, quality) =>
        delivered.push([Object.keys(channels)[local] ?? "", value, quality]),
      observe: (at) => observed.push(at),
      problem: (at, text) => problems.push(`${table.names[at]}: ${text}`),
    },
  );
  const number = (name: string) => table.number(`t.p.${name}`) ?? -1;
  return {
    table,
    clock,
    router,
    delivered,
    problems,
    observed,
    update: (name: string, value: unknown, quality: Quality = 0) =>
      router.update(number(name), value, quality, clock.now()),
    value: (name: string) => table.values[number(name)],
    quality: (name: string) => table.qualities[number(name)],
    count: (name: string) => table.counts[number(name)],
    to: (name: string) => delivered.filter(([target]) => target === name).map(([, value]) => value),
  };
}

describe("Router", () => {
  it("keeps an update and does not send it back to its pod", () => {
    const run = setup({ channels: { a: "int" } });
    run.update("a", 5);
    expect([run.value("a"), run.count("a"), run.delivered]).toEqual([5, 1, []]);
  });

  it.each<[string, Partial<CompiledLink>, ValueType, ValueType, unknown, unknown]>([
    ["as it is", {}, "float", "float", 1.5, 1.5],
    ["scaled", { scale: 0.1, offset: -5 }, "int", "float", 300, 25],
    ["offset alone", { offset: 1 }, "int", "int", 3, 4],
    ["inverted", { invert: true }, "bool", "bool", true, false],
    ["mapped", { map: { "1": "on", "*": "other" } }, "int", "string", 1, "on"],
    ["mapped to the rest", { map: { "1": "on", "*": "other" } }, "int", "string", 2, "other"],
    ["mapped from a switch", { map: { true: 100, false: 0 } }, "bool", "int", false, 0],
    ["rounded", {}, "float", "int", 2.5, 3],
    ["rounded below zero", {}, "float", "int", -2.5, -3],
    ["number to switch", {}, "float", "bool", 0.1, true],
    ["switch to number", {}, "bool", "int", true, 1],
    ["number to text", {}, "float", "string", 1.25, "1.25"],
    ["text to number", {}, "string", "float", " 21.5 ", 21.5],
    ["text to switch", {}, "string", "bool", "ON", true],
    ["JSON to text", {}, "json", "string", { a: [1] }, '{"a":[1]}'],
    ["text to JSON", {}, "string", "json", "x", "x"],
  ])("passes a value on: %s", (_what, link, source, target, given, expected) => {
    const run = setup({ channels: { a: source, b: target }, links: [{ from: "a", to: "b", ...link }] });
    run.update("a", given);
    expect(run.value("b")).toEqual(expected);
    expect(run.to("b")).toEqual([expected]);
    expect(run.problems).toEqual([]);
  });

  it("marks as bad, keeps the last value of, and does not write what does not fit", () => {
    const run = setup({ channels: { a: "string", b: "float" }, links: [{ from: "a", to: "b" }] });
    run.update("a", "7");
    run.update("a", "warm");
    expect([run.value("b"), run.quality("b"), run.to("b")]).toEqual([7, 2, [7]]);
    expect(run.problems).toEqual(["t.p.b: Der Wert passt nicht zum Typ des Channels."]);
  });

  it("lets nothing pass that a map without a rest does not name", () => {
    const run = setup({
      channels: { a: "int", b: "int" },
      links: [{ from: "a", to: "b", map: { "1": 10 } }],
    });
    run.update("a", 2);
    expect(run.count("b")).toBe(0);
  });

  it("passes quality on and writes nothing bad outside", () => {
    const run = setup({ channels: { a: "int", b: "int" }, links: [{ from: "a", to: "b", scale: 2 }] });
    run.update("a", 1, 1);
    run.update("a", null, 2);
    expect(run.delivered).toEqual([["b", 2, 1]]);
    expect([run.value("b"), run.quality("b")]).toEqual([2, 2]);
  });

  it("passes only changes on, and the same value again after a bad one", () => {
    const run = setup({
      channels: { a: "json", b: "json" },
      links: [{ from: "a", to: "b", onChange: true }],
    });
    for (const value of [{ x: 1 }, { x: 1 }, { x: 2 }, 0, false, null, null]) run.update("a", value);
    run.update("a", undefined, 2);
    run.update("a", null);
    expect(run.to("b")).toEqual([{ x: 1 }, { x: 2 }, 0, false, null, null]);
  });

  it("holds back within the least interval and then sends the newest", () => {
    const run = setup({
      channels: { a: "int", b: "int" },
      links: [{ from: "a", to: "b", minInterval: 100 }],
    });
    run.update("a", 1);
    run.clock.advance(30);
    run.update("a", 2);
    run.update("a", 3);
    expect(run.to("b")).toEqual([1]);
    run.clock.advance(70);
    expect(run.to("b")).toEqual([1, 3]);
    run.clock.advance(99);
    run.update("a", 4);
    expect(run.to("b")).toEqual([1, 3]);
    run.clock.advance(1);
    expect(run.to("b")).toEqual([1, 3, 4]);
    run.clock.advance(1_000);
    expect(run.to("b")).toEqual([1, 3, 4]);
  });

  it("does not send at the end of the interval what is back at the last value", () => {
    const run = setup({
      channels: { a: "int", b: "int" },
      links: [{ from: "a", to: "b", minInterval: 100, onChange: true }],
    });
    for (const value of [1, 2, 1]) run.update("a", value);
    run.clock.advance(1_000);
    run.update("a", 5);
    expect(run.to("b")).toEqual([1, 5]);
  });

  it("sends at its end what is held back, and nothing later", () => {
    const run = setup({
      channels: { a: "int", b: "int" },
      links: [{ from: "a", to: "b", minInterval: 100 }],
    });
    run.update("a", 1);
    run.update("a", 2);
    run.router.end();
    run.clock.advance(1_000);
    expect(run.to("b")).toEqual([1, 2]);
  });

  it("cuts circles, and passes on everything before", () => {
    const run = setup({
      channels: { a: "int", b: "int", c: "int" },
      links: [
        { from: "a", to: "b", offset: 1 },
        { from: "b", to: "c", offset: 1 },
        { from: "c", to: "a" },
        { from: "c", to: "c" },
      ],
    });
    run.update("a", 1);
    expect([run.value("a"), run.value("b"), run.value("c")]).toEqual([1, 2, 3]);
    expect(run.delivered.length).toBe(2);
    expect(run.problems.length).toBe(2);
    run.update("c", 10);
    expect([run.value("a"), run.value("b"), run.value("c")]).toEqual([10, 11, 10]);
  });

  it("ends a chain after a hundred links and says so, however long it is", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `c${at}`);
    const run = setup({
      channels: Object.fromEntries(names.map((name) => [name, "int" as const])),
      links: names.slice(1).map((to, at) => ({ from: `c${at}`, to })),
    });
    run.update("c0", 7);
    expect([run.value("c100"), run.count("c101")]).toEqual([7, 0]);
    expect(run.problems).toEqual([
      "t.p.c101: Eine Kette von Verknüpfungen führt im Kreis und wurde hier beendet.",
    ]);
  });

  it("follows both ways round to the same channel", () => {
    const run = setup({
      channels: { a: "int", b: "int", c: "int", d: "int" },
      links: [
        { from: "a", to: "b" },
        { from: "a", to: "c", scale: 10 },
        { from: "b", to: "d" },
        { from: "c", to: "d" },
      ],
    });
    run.update("a", 1);
    expect(run.to("d")).toEqual([1, 10]);
  });

  it("carries the last good value over a link that is new, in the order of the chain", () => {
    const run = setup({
      channels: { a: "int", b: "int", c: "int", bad: "int", d: "int", none: "int", e: "int" },
      links: [
        { from: "b", to: "c" },
        { from: "a", to: "b", scale: 2 },
        { from: "bad", to: "d" },
        { from: "none", to: "e" },
      ],
    });
    const { table } = run;
    for (const [name, value, quality] of [
      ["a", 4, 0],
      ["b", 1, 0],
      ["bad", 3, 1],
    ] as const) {
      const at = table.number(`t.p.${name}`) ?? -1;
      table.values[at] = value;
      table.qualities[at] = quality;
      table.counts[at] = 1;
    }
    run.router.prime();
    expect(run.delivered.map(([name, value]) => [name, value])).toEqual([
      ["b", 8],
      ["c", 8],
    ]);
    run.router.prime();
    expect(run.delivered).toHaveLength(2);
  });

  it("leaves a target alone that a new on-change link would only repeat, and knows that it did", () => {
    const run = setup({ channels: { a: "int", b: "int" }, links: [{ from: "a", to: "b", onChange: true }] });
    for (const at of [0, 1]) {
      run.table.values[at] = 5;
      run.table.counts[at] = 1;
      run.table.qualities[at] = 0;
    }
    run.router.prime();
    run.update("a", 5);
    expect(run.to("b")).toEqual([]);
    run.update("a", 6);
    expect(run.to("b")).toEqual([6]);
  });

  it("leaves no trace of binary fractions behind a factor", () => {
    const run = setup({ channels: { a: "float", b: "float" }, links: [{ from: "a", to: "b", scale: 0.1 }] });
    run.update("a", 692.6);
    expect(run.to("b")).toEqual([69.26]);
  });

  it("lets the quality of a known value fall without counting, writing or doubting anything behind it", () => {
    const run = setup({ channels: { a: "int", b: "int" }, links: [{ from: "a", to: "b" }] });
    const state = (at: number) => [run.table.values[at], run.table.qualities[at], run.table.counts[at]];
    run.router.update(0, null, 2, 9);
    expect([state(0), state(1)]).toEqual([
      [undefined, 2, 0],
      [undefined, 2, 0],
    ]);
    run.router.update(0, 5, 0, 10);
    run.router.update(0, 5, 1, 10);
    expect([state(0), state(1), run.to("b")]).toEqual([[5, 1, 1], [5, 0, 1], [5]]);
    run.router.update(0, 5, 2, 10);
    run.router.update(0, 5, 2, 10);
    expect([state(0), run.table.qualities[1], run.to("b")]).toEqual([[5, 2, 1], 2, [5]]);
    run.router.update(0, 5, 1, 11);
    expect([state(0), run.to("b")]).toEqual([
      [5, 1, 2],
      [5, 5],
    ]);
  });

  it("lets an older value fall over nothing that was written since", () => {
    const run = setup({ channels: { a: "int", b: "int" }, links: [{ from: "a", to: "b" }] });
    run.router.update(1, 5, 0, 10);
    run.router.write(0, 7, 0, 20);
    run.router.update(1, 5, 1, 10);
    run.router.update(1, 5, 2, 10);
    expect([run.table.values[1], run.table.qualities[1]]).toEqual([7, 0]);
    run.router.update(1, 7, 2, 20);
    expect(run.table.qualities[1]).toBe(2);
  });

  it("goes on where the one before was: no repetition, no interval cut short, no value twice", () => {
    const channels: Setup["channels"] = { a: "int", b: "int", c: "int" };
    const links: Setup["links"] = [
      { from: "a", to: "b", onChange: true },
      { from: "a", to: "c", minInterval: 100 },
    ];
    const first = setup({ channels, links });
    first.update("a", 1);
    first.router.end();
    const next = setup({ channels, links });
    next.table.inherit(first.table);
    next.router.inherit(first.router);
    next.router.prime();
    expect(next.delivered).toEqual([]);
    next.update("a", 1);
    expect([next.to("b"), next.to("c")]).toEqual([[], []]);
    next.clock.advance(100);
    expect(next.to("c")).toEqual([1]);
  });

  it("comes to rest for any links, with every channel within its type", () => {
    const name = fc.constantFrom("a", "b", "c", "d");
    const type = fc.constantFrom<ValueType>("bool", "int", "float", "string", "json");
    const link = fc.record(
      {
        from: name,
        to: name,
        scale: fc.integer(),
        invert: fc.boolean(),
        onChange: fc.boolean(),
        minInterval: fc.nat(50),
      },
      { requiredKeys: ["from", "to"] },
    );
    const fits: Record<ValueType, (value: unknown) => boolean> = {
      bool: (value) => typeof value === "boolean",
      int: (value) => Number.isSafeInteger(value),
      float: (value) => Number.isFinite(value),
      string: (value) => typeof value === "string",
      json: () => true,
    };
    fc.assert(
      fc.property(
        fc.record({ a: type, b: type, c: type, d: type }),
        fc.array(link, { maxLength: 8 }),
        fc.array(fc.tuple(name, fc.jsonValue()), { maxLength: 20 }),
        (channels, links, updates) => {
          const run = setup({ channels, links });
          for (const [chan, value] of updates) {
            run.update(chan, value);
            run.clock.advance(10);
          }
          for (const [chan, kind] of Object.entries(channels)) {
            const value = run.value(chan);
            expect(value === undefined || fits[kind](value)).toBe(true);
          }
          expect(run.delivered.every(([chan, value]) => fits[channels[chan as "a"]](value))).toBe(true);
        },
      ),
    );
  });
});
