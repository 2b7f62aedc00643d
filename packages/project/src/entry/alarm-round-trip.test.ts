/** Alarms compiled and back: each row is one row again, and means what it meant. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { WITH_HYSTERESIS } from "../alarm/kinds.ts";
import { loadLua } from "../compile.ts";
import type { CompiledProject } from "../compiled.ts";
import { cellText, type PlainCell } from "../read/table.ts";
import { type Tables, testSchemas } from "../testing/project.ts";
import { expectArranged, expectBack, inputOf, number, text } from "../testing/same-project.ts";
import { compileTables } from "./compile-tables.ts";
import { tablesOf } from "./tables-of.ts";

const options = { schemas: testSchemas, loadLua };
const PLANT: Tables = {
  project: [
    ["key", "value"],
    ["id", "p"],
  ],
  pods: [
    ["id", "host"],
    ["bus.a", "h"],
    ["bus.b", "i"],
  ],
  bus: [
    ["pod", "channel", "type", "dir", "address"],
    ["a", "temp", "float", "in", 1],
    ["a", "soll", "int", "out", 2],
    ["a", "da", "bool", "inout", 3],
    ["a", "text", "string", "in", 4],
    ["b", "temp", "float", "in", 1],
    ["b", "da", "bool", "in", 2],
  ],
  constants: [
    ["channel", "type", "value"],
    ["grenze", "float", 20],
  ],
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const part = fc.oneof(
  { weight: 3, arbitrary: number.map(cellText) },
  fc.constantFrom("bus.a.soll", "const.main.grenze"),
);
const numbers = fc.constantFrom("bus.a.temp", "bus.?.temp", "*.temp", "bus.a.soll", "const.*");
const bools = fc.constantFrom("bus.a.da", "*.da");
const pair = fc.tuple(part, part).map((parts) => parts.join(";"));
const positive = fc.oneof(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom("0,5", "1e3", "bus.a.soll"));
/** Source, kind and limit, which mostly suit one another. */
const judged = fc.oneof(
  fc.tuple(numbers, fc.constantFrom("above", "below", "equals"), fc.oneof(number, part)),
  fc.tuple(numbers, fc.constantFrom("outside", "deviation"), pair),
  fc.tuple(
    numbers,
    fc.constant("deviation"),
    positive.map((most) => `20;${cellText(most)}`),
  ),
  fc.tuple(fc.constantFrom("bus.*", "*.temp", "bus.a.da"), fc.constant("stale"), positive),
  fc.tuple(numbers, fc.constant("Rate"), positive),
  fc.tuple(bools, fc.constantFrom("true", "false"), fc.constant(null)),
  fc.tuple(bools, fc.constant("equals"), fc.constantFrom<PlainCell>("ja", true, "0", "bus.b.da")),
  fc.tuple(fc.constant("bus.a.text"), fc.constant("equals"), fc.oneof(text, number, fc.boolean())),
  fc.tuple(fc.constantFrom("*", "bus.a.*"), fc.constant("bad"), fc.constant(null)),
);
const alarm = fc.tuple(
  judged,
  fc.record({
    hysteresis: fc.constantFrom<PlainCell>(null, null, null, 0, "0,5"),
    on_delay: fc.constantFrom<PlainCell>(null, 0, 10, "86400"),
    off_delay: fc.constantFrom<PlainCell>(null, 7),
    priority: fc.constantFrom<PlainCell>(null, 1, "3", 4),
    class: fc.constantFrom(null, "k"),
    text: maybe(text),
    action: maybe(text),
    ack: fc.constantFrom(null, "on", "None", "both"),
    latch: fc.constantFrom<PlainCell>(null, "ja", false),
    parent: fc.constantFrom<PlainCell>(null, null, true),
    enable: fc.constantFrom(null, "bus.b.da"),
    tags: maybe(fc.array(text, { maxLength: 4 }).map((tags) => tags.join(","))),
  }),
);
const step = fc.record({
  way: fc.constantFrom("bus.a", "bus.a, bus.a", "bus.b;bus.a.da"),
  roster: maybe(text),
  repeat: fc.constantFrom<PlainCell>(null, 60, "600"),
  until: fc.constantFrom(null, "ack", "off"),
});

const table = (rows: readonly Record<string, PlainCell>[]): PlainCell[][] => {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))];
};
const project = fc
  .tuple(fc.array(alarm, { minLength: 1, maxLength: 3 }), fc.array(step, { minLength: 1, maxLength: 3 }))
  .map(([alarms, steps]) =>
    inputOf({
      ...PLANT,
      alarms: table(
        alarms.map(([[source, kind, limit], row], at) => ({
          id: `a${at}`,
          source,
          kind,
          limit,
          ...row,
          // Of the row before it.
          parent: row.parent === true && at > 0 ? `a${at - 1}` : null,
          hysteresis: WITH_HYSTERESIS.some((one) => one === kind) ? row.hysteresis : null,
        })),
      ),
      classes: table(steps.map((row, at) => ({ class: "k", step: (at + 1) * 3, after: at * 60, ...row }))),
    }),
  );

it("gives rows of the same hash, as they are, as a workbook and as CSV files", async () => {
  await expectBack(project, { runs: 80, sound: 25 }, (compiled) => compiled.alarms !== undefined);
}, 60_000);

it("means the same when it is arranged", async () => {
  await expectArranged(project, 150);
});

it("makes one row of what a pattern made, and says no more than is needed", async () => {
  const { compiled, errors } = await compileTables(
    inputOf({
      ...PLANT,
      alarms: [
        ["id", "source", "kind", "limit", "priority", "ack", "text", "parent", "on_delay", "class"],
        ["fehlt", "bus.*.temp", "bad", null, 3, "on", "{label} hat keinen gültigen Wert", "weg", 0, null],
        ["warm", "bus.?.temp", "outside", "18,5;const.main.grenze", 1, "both", "Warm", "fehlt", 60, "k"],
        ["weg", "bus.b.d?", "false", null, null, null, null, null, null, null],
      ],
      classes: [
        ["class", "step", "after", "way", "repeat", "until"],
        ["k", 10, 0, "bus.b, bus.a.da", 600, "ack"],
        ["k", 20, 900, "bus.a", null, "off"],
      ],
    }),
    options,
  );
  expect(errors).toEqual([]);
  const { tables } = tablesOf(compiled as CompiledProject, testSchemas);
  const rowsOf = (name: string) =>
    tables.find((one) => one.name === name)?.rows.map(({ cells }) => cells.map(cellText).join("|"));
  expect(rowsOf("alarms")).toEqual([
    "id|source|kind|limit|on_delay|priority|class|text|ack|parent",
    "fehlt|bus.*.temp|bad|||||||weg",
    "warm|bus.?.temp|outside|18,5;const.main.grenze|60|1|k|Warm|both|fehlt",
    "weg|bus.b.d?|false|||||||",
  ]);
  expect(rowsOf("classes")).toEqual([
    "class|step|after|way|repeat|until",
    "k|||bus.a.da, bus.b|600|",
    "k|2|900|bus.a||off",
  ]);
});
