/** Compiled and back: tables, workbooks, CSV files and the arranged form mean what the project means. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadLua } from "../compile.ts";
import type { CompiledProject } from "../compiled.ts";
import { recompile } from "../edits.ts";
import { cellText } from "../read/table.ts";
import { goodTables, testSchemas } from "../testing/project.ts";
import { expectArranged, expectBack, expectSame, inputOf, number, text } from "../testing/same-project.ts";
import { arrange } from "./arrange.ts";
import { compileTables } from "./compile-tables.ts";
import { csvText } from "./csv-text.ts";
import type { TablesInput } from "./raw-of.ts";
import { tablesOf } from "./tables-of.ts";

type Plain = string | number | boolean | null;
const options = { schemas: testSchemas, loadLua };

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,8}$/);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const channel = fc.record({
  channel: name,
  type: maybe(fc.constantFrom("bool", "int", "float", "string", "json")),
  dir: maybe(fc.constantFrom("in", "out", "inout")),
  label: maybe(text),
  unit: maybe(text),
  tags: maybe(fc.array(text, { maxLength: 4 }).map((tags) => tags.join(","))),
  record: fc.constantFrom(null, "ja", "nein"),
  retain: fc.constantFrom(null, true, false, "x"),
  address: fc.nat(660),
  factor: maybe(number),
  order: fc.constantFrom(null, "big", "LITTLE"),
  swap: fc.constantFrom(null, "x", "nein", true),
});
const link = fc.record({
  scale: maybe(number),
  offset: maybe(number),
  map: maybe(
    fc.oneof(
      text,
      fc
        .dictionary(fc.oneof(text, number.map(String)), fc.oneof(text, number, fc.boolean()), {
          noNullPrototype: true,
        })
        .map((map) => JSON.stringify(map)),
    ),
  ),
  on_change: fc.constantFrom(null, "ja", false),
});
const constant = fc.oneof(
  fc.record({ channel: name, type: fc.constantFrom(null, "string"), value: text }),
  fc.record({ channel: name, type: fc.constantFrom(null, "float"), value: number }),
  fc.record({
    channel: name,
    type: fc.constantFrom(null, "bool"),
    value: fc.constantFrom<Plain>(true, "ja", "falsch"),
  }),
  fc.record({ channel: name, type: fc.constant("json"), value: fc.json() }),
  fc.record({ channel: name, type: fc.constant("int"), value: fc.constantFrom<Plain>(7, "7", "7,0", "1e3") }),
);

/** Sound more often than not. */
const project = fc
  .record({
    title: text,
    description: text,
    password: maybe(text),
    label: text,
    channels: fc.uniqueArray(channel, { selector: ({ channel: one }) => one.toLowerCase(), maxLength: 5 }),
    links: fc.array(link, { maxLength: 4 }),
    constants: fc.uniqueArray(constant, { selector: ({ channel: one }) => one.toLowerCase(), maxLength: 4 }),
  })
  .map(({ channels, constants, description, label, links, password, title }): TablesInput => {
    const rows = <T extends object>(columns: (keyof T)[], list: readonly T[]) => [
      columns as string[],
      ...list.map((one) => columns.map((column) => one[column] as Plain)),
    ];
    const bus = channels.map((one) => ({ pod: "a", ...one }));
    const of = (at: number) => channels[at % Math.max(1, channels.length)]?.channel ?? "x";
    const linked = links.map((one, at) => ({
      source: `bus.a.${of(at)}`,
      target: `bus.a.${of(at + 1)}`,
      ...one,
    }));
    return inputOf({
      project: [
        ["value", "key"],
        ["p", "id"],
        [title, "name"],
        [description, "description"],
      ],
      pods: [
        ["id", "label", "iface", "host", "port", "password"],
        ["bus.a", label, null, "h", "1502", password],
        ["bus.a", null, "zwei", "i", null, null],
      ],
      bus: rows(
        [
          "tags",
          "pod",
          "channel",
          "type",
          "dir",
          "label",
          "unit",
          "record",
          "retain",
          "address",
          "factor",
          "order",
          "swap",
        ],
        bus,
      ),
      links: rows(["source", "target", "scale", "offset", "map", "on_change"], linked),
      constants: rows(["channel", "type", "value"], constants),
    });
  });

describe("tablesOf", () => {
  it("gives tables of the same hash, as they are, as a workbook and as CSV files", async () => {
    await expectBack(project, { runs: 400, sound: 40 });
  });

  it("gives the project's own value of a constant that somebody changed", async () => {
    const { compiled } = await compileTables(inputOf(goodTables()), options);
    if (!compiled) throw new Error("not sound");
    const edited = recompile(compiled, new Map([["const.main.limit", 9]]));
    if (!edited.compiled) throw new Error("not sound");
    await expectSame(edited.compiled, edited.hash);
    const rows = tablesOf(edited.compiled, testSchemas).tables.find(
      ({ name: one }) => one === "constants",
    )?.rows;
    expect(rows?.[1]?.cells).toEqual(["main.limit", "int", 7, "Grenze"]);
  });

  it("leaves out what holds anyway, and columns that nobody needs", async () => {
    const { compiled } = await compileTables(inputOf(goodTables()), options);
    const { tables } = tablesOf(compiled as CompiledProject, testSchemas);
    expect(
      Object.fromEntries(
        tables.map((one) => [one.name, one.rows.map(({ cells }) => cells.map(cellText).join("|"))]),
      ),
    ).toEqual({
      project: ["key|value", "id|test", "name|Prüfstand"],
      pods: [
        "id|label|internal|iface|host|port|interval",
        "bus.a|Halle|||127.0.0.1|1502|",
        "bus.b|||links|127.0.0.2||",
        "echo.e||nein||||500",
      ],
      bus: [
        "pod|channel|type|dir|label|unit|tags|address|factor|order|swap",
        "a|set||inout||||2|||",
        "a|temp|||Temperatur|°C|halle, klima|1|0,1|little|ja",
        "b|out|int|out||||3|||",
      ],
      echo: ["pod|channel|type", "e|alive|bool"],
      links: [
        "source|target|scale|offset|map|on_change|min_interval",
        "bus.a.temp|bus.a.set|1,5|-2||ja|250",
        "const.main.limit|bus.b.out|||||",
        "echo.e.alive|bus.b.out|||true=1;false=0||",
      ],
      constants: ["channel|type|value|label", "main.limit|int|7|Grenze"],
    });
  });
});

describe("arrange", () => {
  it("keeps the meaning and every fault, and a second time changes nothing", async () => {
    await expectArranged(project, 300);
  });

  it("puts columns in order, and takes comments along", () => {
    const table = {
      name: "Bus",
      rows: [
        { cells: ["Kanäle der Halle"] },
        { cells: ["Adresse", " Channel", "_notiz", "POD", "factor", "fremd", "swap"] },
        { cells: ["# Register", "Name", "wer", "Pod", "Faktor", null, null] },
        { cells: ["# nur Text"] },
        { line: 9, cells: [" 1 ", "temp ", "  ich ", "a", "1.234,5", " x ", "wahr"] },
        { cells: ["x", "b", null, "a", "1.234", null, 7] },
      ],
    };
    const [, header = [], ...rows] = arrange(
      {
        ...table,
        rows: table.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => (cell === "Adresse" ? "address" : cell)),
        })),
      },
      testSchemas,
    ).rows.map(({ cells }) => cells);
    expect(header).toEqual(["pod", "channel", "address", "factor", "swap", "_notiz", "fremd"]);
    expect(rows).toEqual([
      ["# Pod", "Name", "Register", "Faktor", null, "wer"],
      ["# nur Text"],
      ["a", "temp", 1, 1234.5, "ja", "ich", "x"],
      ["a", "b", "x", "1.234", 7],
    ]);
  });

  it("writes a number that is no whole one for certain so that it is none in CSV either", () => {
    const rows = [{ cells: ["channel", "value"] }, { cells: ["grenze", 2 ** 53] }, { cells: ["weit", 1e22] }];
    const { rows: written } = arrange({ name: "constants", rows }, testSchemas);
    expect(written.slice(1).map(({ cells }) => cells[1])).toEqual(["9007199254740992,0", 1e22]);
  });

  it("keeps groups apart in CSV, and quotes what a reader would take for a separator", () => {
    const rows = [
      { cells: ["# a, b"] },
      { cells: ["pod", "channel", "address", "factor"] },
      { line: 5, cells: ["a", "b", 1, 0.5] },
    ];
    expect(csvText({ name: "bus", rows }, testSchemas)).toBe(
      '\ufeff"# a, b";;;\npod;channel;address;factor\n\na;b;1;0,5\n',
    );
  });
});
