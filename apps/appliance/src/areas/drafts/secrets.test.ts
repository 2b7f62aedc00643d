import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { applyStep } from "@hubwart/draft";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Sealer } from "./secrets.ts";

const sealer = new Sealer((table, column) => table === "pods" && ["password", "token"].includes(column));
const START: DraftDocument = {
  tables: [
    {
      id: "t1",
      name: "pods",
      above: [],
      columns: ["id", "password", "token", "label"].map((name) => ({ id: name, name })),
      rows: [
        { id: "r1", cells: { id: "mqtt.a", password: "GEHEIM-1" } },
        { id: "r2", cells: { id: "mqtt.b", password: 4711, label: "oben" } },
      ],
    },
  ],
  scripts: {},
};
const begun = () => {
  const { document, secrets } = sealer.seal(START);
  return { document, known: new Map<string, string | number | boolean>(secrets) };
};
const set = (
  row: string,
  column: string,
  value: DraftDocument["tables"][number]["rows"][number]["cells"][string],
) => ({ op: "set", table: "t1", cells: [[row, column, value]] }) satisfies DraftOperation;
const cellsOf = (document: DraftDocument, row: number) => document.tables[0]?.rows[row]?.cells ?? {};

describe("what is secret in a draft", () => {
  it("has a name in the cell, and is there again for the compiler", () => {
    const { document, known } = begun();
    expect(JSON.stringify(document)).not.toMatch(/GEHEIM|4711/);
    expect(sealer.open(document, known).tables[0]?.rows.map(({ cells }) => cells[1])).toEqual([
      "password",
      "GEHEIM-1",
      4711,
    ]);
  });

  it("may be copied among columns of its kind, and to no other", () => {
    const { document, known } = begun();
    const cell = cellsOf(document, 0)["password"] ?? null;
    const copied = sealer.apply(document, [set("r2", "token", cell)], known);
    expect(cellsOf(copied.document, 1)["token"]).toEqual(cell);
    expect(copied.secrets.size).toBe(0);
    expect(() => sealer.apply(document, [set("r2", "label", cell)], known)).toThrow(InvalidInputError);
  });

  it("is refused under a name that the draft does not know", () => {
    const { document, known } = begun();
    expect(() => sealer.apply(document, [set("r2", "token", { secret: "fremd" })], known)).toThrow(
      "kennt der Entwurf nicht",
    );
  });

  it("is refused above the header of a new table", () => {
    const { document, known } = begun();
    const [table] = document.tables;
    const cell = cellsOf(document, 0)["password"] ?? null;
    if (!table) throw new Error("no table");
    const op: DraftOperation = {
      op: "addTable",
      after: null,
      table: { ...table, id: "t2", above: [[cell]] },
    };
    expect(() => sealer.apply(document, [op], known)).toThrow(InvalidInputError);
  });

  it("is forgotten where its column takes a name that holds none, and comes back with the name", () => {
    const { document, known } = begun();
    const rename = (name: string): DraftOperation => ({
      op: "renameColumn",
      table: "t1",
      column: "password",
      name,
    });
    const renamed = sealer.apply(document, [rename("label_2")], known);
    expect(cellsOf(renamed.document, 0)).toEqual({ id: "mqtt.a" });
    expect(sealer.apply(renamed.document, renamed.inverse, known).document).toEqual(document);
  });

  it("is hidden where a column of plain text becomes one of secrets", () => {
    const { document, known } = begun();
    const renamed = sealer.apply(
      document,
      [
        { op: "dropColumn", table: "t1", column: "token" },
        { op: "renameColumn", table: "t1", column: "label", name: "token" },
      ],
      known,
    );
    expect(cellsOf(renamed.document, 1)["label"]).toEqual({ secret: expect.any(String) });
    expect([...renamed.secrets.values()]).toEqual(["oben"]);
  });

  it("does not reach the compiler through a column that holds none", () => {
    const { document, known } = begun();
    // By a way that is not to be had: as a file from elsewhere may have it.
    const moved = applyStep(document, [
      set("r1", "label", cellsOf(document, 0)["password"] ?? null),
    ]).document;
    expect(sealer.open(moved, known).tables[0]?.rows[1]?.cells[3]).toBeNull();
  });

  it("never stands in a step or a document in plain text, whatever is done", () => {
    const name = fc.constantFrom("id", "password", "token", "label");
    const text = fc.integer({ min: 100, max: 999 }).map((n) => `GEHEIM-${n}`);
    const op = fc.oneof(
      fc
        .tuple(fc.constantFrom("r1", "r2"), name, text)
        .map(([row, column, value]) => set(row, column, value)),
      fc.record({
        op: fc.constant("insert" as const),
        table: fc.constant("t1"),
        after: fc.constant(null),
        rows: fc.tuple(fc.uuid(), fc.dictionary(name, text)).map(([id, cells]) => [{ id, cells }]),
      }),
      fc.record({ op: fc.constant("renameColumn" as const), table: fc.constant("t1"), column: name, name }),
    );
    fc.assert(
      fc.property(fc.array(op, { maxLength: 12 }), (ops) => {
        const { document, known } = begun();
        const sealed = sealer.apply(document, ops, known);
        for (const table of sealed.document.tables) {
          const hidden = table.columns.filter((column) => ["password", "token"].includes(column.name));
          for (const row of table.rows)
            for (const { id } of hidden) expect(typeof (row.cells[id] ?? {})).toBe("object");
        }
      }),
    );
  });
});
