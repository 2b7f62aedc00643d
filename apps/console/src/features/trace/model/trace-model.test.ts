import { describe, expect, it } from "vitest";
import { extend, figuresOf, type Point, stepPath } from "../../../lib/series.ts";
import { editText, parseValue } from "../../../lib/typed-value.ts";
import { channelsCsv, connectionsCsv, csvOf } from "./csv.ts";
import { type DataRecord, mergeRecords } from "./records.ts";
import { listed, sorted } from "./watched.ts";

const record = (chan: string, value: unknown, over: Partial<DataRecord> = {}): DataRecord => ({
  chan,
  value,
  quality: 0,
  last: 0,
  count: 1,
  ...over,
});

describe("csv", () => {
  it("keeps a spreadsheet from running texts, and leaves numbers alone", () => {
    expect(
      csvOf([["=1+1", "+49", "-x", "@SUM(A1)", " =2", "\tx", -5.25, 1234567.5, "a;b", 'say "x"', "l\nm"]]),
    ).toBe(`\uFEFF'=1+1;'+49;'-x;'@SUM(A1);' =2;'\tx;-5,25;1234567,5;"a;b";"say ""x""";"l\nm"\r\n`);
  });
  it("lists channels and connections", () => {
    const details = { type: "float", writable: false, tags: ["a", "b"], label: "Halle", unit: "°C" } as const;
    const lines = channelsCsv([
      record("m.h.t", 21.5, { details: { ...details, tags: [...details.tags] }, count: 3 }),
      record("m.h.b", true, { quality: 2 }),
      record("m.h.n", null, { count: 0 }),
      record("m.h.s", "=cmd|' /C calc'!A0"),
    ]).split("\r\n");
    expect(lines[0]).toBe("\uFEFFChannel;Bezeichnung;Wert;Einheit;Typ;Qualität;Tags;Zuletzt;Anzahl Werte");
    expect(lines.slice(1)).toEqual([
      "m.h.t;Halle;21,5;°C;float;gut;a, b;;3",
      "m.h.b;;wahr;;;schlecht;;;1",
      "m.h.n;;;;;kein Wert;;;0",
      "m.h.s;;'=cmd|' /C calc'!A0;;;gut;;;1",
      "",
    ]);
    const connection = { chan: "m.pod.h", conn_state: false, conn_active: 0, conn_count: 2, conn_last: 0 };
    expect(connectionsCsv([{ ...connection, err_text: "weg" }]).split("\r\n")[1]).toBe(
      "m.pod.h;getrennt;0;2;;weg",
    );
  });
});

describe("mergeRecords", () => {
  const known = [record("a", 1, { count: 5 }), record("b", 2, { count: 5 })];
  it("replaces what is newer and leaves the other objects", () => {
    const merged = mergeRecords(known, [record("b", 9, { count: 6 }), record("c", 1)]);
    expect(merged[0]).toBe(known[0]);
    expect(merged[1]).toMatchObject({ chan: "b", value: 9, count: 6 });
    expect(merged).toHaveLength(2);
  });
  it("is the same list where nothing is newer", () => {
    expect(mergeRecords(known, [record("a", 0, { count: 4 }), record("b", 0, { count: 5 })])).toBe(known);
  });
  it("keeps what the project says of a channel", () => {
    const details = { type: "int" as const, writable: true, tags: [] };
    expect(mergeRecords([record("a", 1, { details })], [record("a", 2, { count: 2 })])[0]?.details).toBe(
      details,
    );
  });
});

describe("values", () => {
  it("are read again as a field shows them", () => {
    for (const [type, value] of [
      ["float", -1.25],
      ["float", 1e21],
      ["int", 42],
      ["bool", false],
      ["string", " a "],
      ["json", { a: [1, null] }],
      ["json", "text"],
    ] as const) {
      expect(parseValue(type, editText(type, value))).toEqual(value);
    }
  });
  it("are refused where they do not fit the type", () => {
    for (const [type, text] of [
      ["int", "1,5"],
      ["int", "99999999999999999999"],
      ["int", ""],
      ["float", "1.2.3"],
      ["float", "warm"],
      ["float", "1e999"],
      ["float", " "],
      ["bool", "ja"],
      ["json", "{"],
    ] as const) {
      expect(parseValue(type, text), `${type} ${text}`).toBeUndefined();
    }
    expect(parseValue("float", ",5")).toBe(0.5);
    expect(parseValue("int", "+7")).toBe(7);
  });
});

describe("series", () => {
  it("grow at the end, replace the second sent again, and keep what held at their beginning", () => {
    const known: Point[] = [
      [1_000, 1],
      [2_500, 2],
      [3_200, 3],
    ];
    const news: Point[] = [
      [3_900, 4],
      [5_000, 5],
    ];
    expect(extend(known, news, 0)).toEqual([
      [1_000, 1],
      [2_500, 2],
      [3_900, 4],
      [5_000, 5],
    ]);
    expect(extend(known, news, 3_000)).toEqual([
      [3_000, 2],
      [3_900, 4],
      [5_000, 5],
    ]);
    expect(extend(known, [], 9_000)).toEqual([[9_000, 3]]);
  });
  it("have figures weighted by time, gaps aside", () => {
    expect(
      figuresOf(
        [
          [0, 10],
          [1_000, 20],
          [2_000, null],
          [5_000, 0],
        ],
        6_000,
      ),
    ).toEqual({ min: 0, max: 20, mean: 10 });
    expect(figuresOf([[0, null]], 1_000)).toBeUndefined();
  });
  it("count the value of this moment among the extremes", () => {
    const points: Point[] = [
      [0, 10],
      [1_000, 20],
    ];
    expect(figuresOf(points, 2_000, 25)).toEqual({ min: 10, max: 25, mean: 15 });
    expect(figuresOf(points, 2_000, 5)).toMatchObject({ min: 5, max: 20 });
    expect(figuresOf(points, 2_000, true)).toMatchObject({ min: 10, max: 20 });
  });
  it("are drawn as steps with gaps", () => {
    const span = { from: 0, until: 100 };
    const size = { width: 100, height: 10 };
    expect(
      stepPath(
        [
          [0, 0],
          [50, 1],
          [60, null],
          [80, 1],
        ],
        span,
        size,
      ),
    ).toBe("M0.0 10.0H50.0V0.0H60.0M80.0 0.0H100.0");
    expect(stepPath([[0, 7]], span, size)).toBe("M0.0 5.0H100.0");
    expect(stepPath([], span, size)).toBe("");
  });
});

describe("rows of the watchlist", () => {
  const rows = listed(["b", "gone", "a"], [record("a", 2), record("b", 10)], {
    until: 5,
    series: new Map([["a", [[1, 2]]]]),
  });
  it("stand as they were added, with what is known", () => {
    expect(rows.map(({ chan, record: known, points }) => [chan, known?.value, points?.length])).toEqual([
      ["b", 10, undefined],
      ["gone", undefined, undefined],
      ["a", 2, 1],
    ]);
  });
  it("sort by value as numbers, with missing ones last", () => {
    const order = (desc?: true) =>
      sorted(rows, { order: "value", ...(desc ? { desc } : {}) }).map(({ chan }) => chan);
    expect(order()).toEqual(["a", "b", "gone"]);
    expect(order(true)).toEqual(["b", "a", "gone"]);
    expect(sorted(rows, {}).map(({ chan }) => chan)).toEqual(["b", "gone", "a"]);
  });
});
