import type { DraftDocument } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { parseDraftPlace } from "../../../../lib/draft-place.ts";
import { cellKey, followed, selectionAt, selectionOf, targetOf } from "./place.ts";
import { at } from "./selection.ts";
import { viewOf } from "./table-view.ts";

const table = {
  id: "t2",
  name: "Ping",
  above: [["Titel"]],
  columns: [
    { id: "p", name: "Pod" },
    { id: "c", name: "channel" },
    { id: "h", name: "host" },
  ],
  rows: [
    { id: "r1", cells: { p: "a", c: "x" } },
    { id: "r2", cells: { p: "ping.b", c: "x" } },
  ],
};
const pods = {
  id: "t1",
  name: "pods",
  above: [],
  columns: [{ id: "i", name: "id" }],
  rows: ["ping.a", "ping.b", "ping.b"].map((id, n) => ({ id: `q${n}`, cells: { i: id } })),
};
const document: DraftDocument = { tables: [pods, table], scripts: {} };

describe("a place in the address", () => {
  it("is read with what it names", () => {
    expect(parseDraftPlace({ table: "ping", row: 4, column: "host", name: "ping.a.x" })).toEqual({
      table: "ping",
      row: 4,
      column: "host",
      name: "ping.a.x",
    });
  });
  it("is nothing without a table, and has no row that is not one", () => {
    expect(parseDraftPlace({ row: 4 })).toEqual({});
    for (const row of [0, -1, 1.5, "x"])
      expect(parseDraftPlace({ table: "ping", row })).toEqual({ table: "ping" });
  });
});

describe("the target", () => {
  it("is the line as the spreadsheet counts, rows above the header included", () => {
    expect(targetOf(document, { table: "ping", row: 3 })).toMatchObject({ table: "t2", row: "r1" });
    expect(targetOf(document, { table: "pods", row: 2 })).toMatchObject({ table: "t1", row: "q0" });
  });
  it("follows a channel whose line has changed, with and without the type before its pod", () => {
    expect(targetOf(document, { table: "ping", row: 4, name: "ping.a.x" })).toMatchObject({ row: "r1" });
    expect(targetOf(document, { table: "ping", row: 90, name: "ping.b.x" })).toMatchObject({ row: "r2" });
  });
  it("is the line where several rows have the name", () => {
    expect(targetOf(document, { table: "pods", row: 4, name: "ping.b" })).toMatchObject({ row: "q2" });
    expect(targetOf(document, { table: "pods", row: 2, name: "ping.b" })).toMatchObject({ row: "q1" });
  });
  it.each(["limit", "main.limit", "const.main.limit"])(
    "is the constant %s in whatever form it is written",
    (channel) => {
      const constants = {
        id: "t4",
        name: "constants",
        above: [],
        columns: [{ id: "c", name: "channel" }],
        rows: ["other.limit", channel].map((text, n) => ({ id: `k${n}`, cells: { c: text } })),
      };
      const place = { table: "constants", row: 2, name: "const.main.limit" };
      expect(targetOf({ tables: [constants], scripts: {} }, place)).toMatchObject({ row: "k1" });
    },
  );
  it("is not another row where the named one is gone", () => {
    expect(targetOf(document, { table: "ping", row: 3, name: "ping.c.x" })).toEqual({ table: "t2" });
    expect(targetOf(document, { table: "ping", row: 9 })).toEqual({ table: "t2" });
    expect(targetOf(document, { table: "knx", row: 3 })).toBeUndefined();
  });
  it("is looked for in each table of the name", () => {
    const more = { ...table, id: "t3", rows: [{ id: "r9", cells: { p: "z", c: "x" } }] };
    const both: DraftDocument = { tables: [table, more], scripts: {} };
    expect(targetOf(both, { table: "ping", row: 3, name: "ping.z.x" })).toMatchObject({
      table: "t3",
      row: "r9",
    });
  });
  it("is the table alone where no row is named", () => {
    expect(targetOf(document, { table: "PING", column: "host" })).toEqual({ table: "t2", header: "host" });
  });
});

describe("in a draft that was made of the compiled project", () => {
  const pods = {
    id: "t5",
    name: "pods",
    above: [],
    columns: [
      { id: "i", name: "id" },
      { id: "f", name: "iface" },
    ],
    rows: [
      { id: "p0", cells: { i: "mqtt.a", f: "zwei" } },
      { id: "p1", cells: { i: "mqtt.a" } },
    ],
  };
  const rebuilt = { tables: [pods], scripts: { "a.lua": "" } };

  it("a line of the workbook is no row, a name is one", () => {
    expect(targetOf(rebuilt, { table: "pods", row: 2 }, true)).toEqual({ table: "t5" });
    expect(targetOf(rebuilt, { table: "pods", row: 2 })).toMatchObject({ row: "p0" });
    expect(targetOf(rebuilt, { table: "pods", row: 3, name: "mqtt.a" }, true)).toMatchObject({ row: "p0" });
  });
  it.each([
    ["main", "p1"],
    ["zwei", "p0"],
  ])("the interface %s of a pod is its own row", (iface, row) => {
    // By its line it would be the other one.
    const line = row === "p0" ? 3 : 2;
    for (const how of [true, false])
      expect(targetOf(rebuilt, { table: "pods", row: line, name: "mqtt.a", iface }, how)).toMatchObject({
        row,
      });
    expect(targetOf(rebuilt, { table: "pods", name: "mqtt.a", iface: "drei" })).toEqual({ table: "t5" });
  });
  it("a script has the lines that it has", () => {
    expect(targetOf(rebuilt, { table: "lua", name: "a.lua", row: 7 }, true)).toEqual({
      script: "a.lua",
      line: 7,
    });
  });
});

describe("a script that an address names", () => {
  const scripts = { "regel.lua": "" };
  it("is found by its name, with the line, unless a table is called so", () => {
    const place = { table: "lua", name: "regel.lua", row: 4 };
    expect(targetOf({ tables: [], scripts }, place)).toEqual({ script: "regel.lua", line: 4 });
    const lua = { ...table, id: "t9", name: "Lua" };
    expect(targetOf({ tables: [lua], scripts }, place)).toEqual({ table: "t9" });
  });
  it.each([undefined, "weg.lua", "toString"])("is none for %s", (name) => {
    const place = { table: "lua", ...(name === undefined ? {} : { name }) };
    expect(targetOf({ tables: [], scripts }, place)).toBeUndefined();
  });
});

describe("the cell that the address keeps", () => {
  const view = viewOf(table, []);
  it.each([
    [0, 0],
    [1, 2],
    [table.rows.length, 1],
  ])("is the same one again: row %i, column %i", (row, column) => {
    const key = cellKey(view, { row, column });
    expect(selectionAt(table, [], key)).toEqual(at({ row, column }));
    const moved = { ...table, rows: [{ id: "oben", cells: {} }, ...table.rows] };
    expect(selectionAt(moved, [], key)).toEqual(at({ row: row + 1, column }));
  });
  it("is none where its row is gone, and the first one where its column is", () => {
    expect(selectionAt(table, [], "weg/h")).toBeUndefined();
    expect(selectionAt(table, [], "")).toBeUndefined();
    expect(selectionAt(table, [], "r2/weg")).toEqual(at({ row: 1, column: 0 }));
  });
});

describe("the cell of a target", () => {
  it("is found by the column's id or by its header", () => {
    expect(selectionOf(table, [], { table: "t2", row: "r2", column: "h" })).toEqual(
      at({ row: 1, column: 2 }),
    );
    expect(selectionOf(table, [], { table: "t2", row: "r2", header: "Host" })).toEqual(
      at({ row: 1, column: 2 }),
    );
  });
  it("is the first one for a column that is not shown or not said", () => {
    expect(selectionOf(table, [], { table: "t2", row: "r2", header: "qos" })).toEqual(
      at({ row: 1, column: 0 }),
    );
    expect(selectionOf(table, [], { table: "t2", row: "r2" })).toEqual(at({ row: 1, column: 0 }));
  });
});

it("what is chosen stays the same rows after somebody else's change", () => {
  const rows = (...ids: string[]): DraftDocument => ({
    tables: [{ id: "t", name: "mqtt", above: [], columns: [], rows: ids.map((id) => ({ id, cells: {} })) }],
    scripts: {},
  });
  const chosen = (anchor: number, head: number) => ({
    t: { anchor: { row: anchor, column: 0 }, head: { row: head, column: 2 } },
  });
  const before = rows("a", "b", "c");
  expect(followed(chosen(0, 2), before, rows("x", "a", "b", "c"))).toEqual(chosen(1, 3));
  expect(followed(chosen(2, 0), before, rows("c", "a", "b"))).toEqual(chosen(0, 1));
  // Gone; and the empty row at the end.
  expect(followed(chosen(1, 3), before, rows("a", "c"))).toEqual(chosen(1, 2));
});
