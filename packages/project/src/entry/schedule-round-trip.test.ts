/** Schedules compiled and back: each row is one row again, and means what it meant. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { PlainCell } from "../read/table.ts";
import { compileTables as compileBook, scheduleTables, testSchemas } from "../testing/project.ts";
import { expectArranged, expectBack, inputOf, number, text } from "../testing/same-project.ts";
import { tablesOf } from "./tables-of.ts";

const typed = fc.oneof(
  fc.tuple(
    fc.constantFrom(null, "bool"),
    fc.constantFrom<PlainCell>("ja", true, "nein", "0"),
    fc.constantFrom<PlainCell>("ein", false),
  ),
  fc.tuple(fc.constantFrom(null, "float", "int"), number, number),
  fc.tuple(fc.constantFrom(null, "string"), text, fc.oneof(text, number)),
);
const days = fc
  .uniqueArray(fc.constantFrom("Mo", "Di - Do", "Sa–Mo", "täglich", "Freitag", "Feiertag", "Ferien"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => words.join(", "));
const at = fc.oneof(
  fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${hour}:${String(minute).padStart(2, "0")}`),
  fc.constantFrom("Sonnenaufgang", "sonnenuntergang - 15", "Sonnenaufgang+720", "Sonnenaufgang", "24:00"),
);
const label = fc.option(text, { nil: null });
const date = fc.constantFrom<PlainCell>(
  "24.12.",
  "29.02.",
  "2026-12-24",
  "1.1.2027",
  "31.6.",
  "Feiertage BY",
  "Feiertage in Thüringen",
);
const row = fc.tuple(
  label,
  typed,
  fc.constantFrom(null, "Ferien", "Ferien, Feiertag"),
  fc.array(fc.tuple(days, at), { maxLength: 3 }),
);
const range = fc.tuple(date, fc.option(date, { nil: null, freq: 1 }), label, fc.constantFrom(null, null, 3));
const project = fc
  .tuple(fc.array(row, { minLength: 1, maxLength: 3 }), fc.array(range, { maxLength: 3 }))
  .map(([rows, ranges]) =>
    inputOf({
      ...scheduleTables(),
      links: [["source", "target"]],
      schedules: [
        ["id", "label", "type", "default", "calendar"],
        ...rows.map(([own, [type, value], calendar], n) => [
          n === 0 ? "s0" : `g.s${n}`,
          own,
          type,
          value,
          calendar,
        ]),
      ],
      schedule_times: [
        ["schedule", "days", "at", "value"],
        ...rows.flatMap(([, [, , value], , times], n) =>
          times.map(([on, when]) => [n === 0 ? "s0" : `g.s${n}`, on, when, value]),
        ),
      ],
      calendars: [
        ["calendar", "from", "to", "label", "priority"],
        ["Feiertag", "Feiertage BE", null, null, null],
        ["Ferien", "24.12.", "6.1.", null, null],
        ...ranges.map((cells, n) => [n === 0 ? "Ferien" : `c${n}`, ...cells]),
      ],
    }),
  );

it("gives rows of the same hash, as they are, as a workbook and as CSV files", async () => {
  await expectBack(project, { runs: 200, sound: 15 });
}, 60_000);

it("means the same when it is arranged", async () => {
  await expectArranged(project, 100);
});

it("says no more than is needed", async () => {
  const { compiled } = await compileBook(scheduleTables());
  if (!compiled) throw new Error("the example does not compile");
  const { tables } = tablesOf(compiled, testSchemas);
  const rowsOf = (name: string) =>
    tables.find((table) => table.name === name)?.rows.map(({ cells }) => cells);
  expect(rowsOf("schedules")).toEqual([
    ["id", "label", "type", "default", "calendar"],
    ["heat.set", null, "float", 17, null],
    ["main.hours", "Bürozeit", "bool", "nein", "Ferien"],
  ]);
  expect(rowsOf("schedule_times")).toEqual([
    ["schedule", "days", "at", "value"],
    ["heat.set", "Mo–So", "05:30", 21.5],
    ["main.hours", "Mo–Fr", "06:00", "ja"],
    ["main.hours", "Mo–Fr", "20:00", "nein"],
    ["main.hours", "So, Feiertag", "Sonnenaufgang+30", "ja"],
  ]);
  expect(rowsOf("calendars")).toEqual([
    ["calendar", "from", "to", "label", "priority"],
    ["Feiertag", "Feiertage BY", null, null, null],
    ["Feiertag", "24.12.", null, "Heiligabend", null],
    ["Ferien", "03.08.2026", "14.09.2026", "Sommerferien", 4],
  ]);
});
