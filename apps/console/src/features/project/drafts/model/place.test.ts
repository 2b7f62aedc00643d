import type { DraftDocument } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { parseDraftPlace } from "../../../../lib/draft-place.ts";
import { selectionOf, targetOf } from "./place.ts";
import { at } from "./selection.ts";

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
