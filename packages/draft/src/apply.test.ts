import type { DraftDocument, DraftEntry, DraftOperation, DraftStep } from "@hubwart/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyStep, DraftFault, historyOf, placeOfCell, rebase, tablesOfDraft } from "./index.ts";

const START: DraftDocument = {
  tables: [
    {
      id: "t1",
      name: "mqtt",
      above: [["Heizung"]],
      columns: [
        { id: "c1", name: "pod" },
        { id: "c2", name: "channel" },
      ],
      rows: [1, 2, 3, 4, 5, 6].map((n) => ({ id: `r${n}`, cells: { c1: "anlage", c2: `k${n}` } })),
    },
  ],
  scripts: { "regel.lua": "return 1" },
};

const set = (row: string, column: string, value: string | null): DraftOperation => ({
  op: "set",
  table: "t1",
  cells: [[row, column, value]],
});
const step = (key: string, ...ops: DraftOperation[]): DraftStep => ({ key, label: key, ops });

/** Any operation that fits the document, or hardly not. */
function operation(document: DraftDocument): fc.Arbitrary<DraftOperation> {
  const [table] = document.tables;
  const fresh = fc.integer({ min: 100, max: 999 }).map(String);
  const script = fc.record({
    op: fc.constant("script" as const),
    name: fc.constantFrom("regel.lua", "neu.lua"),
    text: fc.option(fc.string()),
  });
  const lines = fc.array(fc.constantFrom("return 1", "a", "b", ""), { minLength: 1, maxLength: 3 });
  const scriptLines = fc.record({
    op: fc.constant("scriptLines" as const),
    name: fc.constantFrom("regel.lua", "neu.lua"),
    at: fc.integer({ min: 1, max: 4 }),
    before: lines,
    after: lines,
  });
  if (!table) return fc.oneof(script, scriptLines);
  const id = table.id;
  const row = fc.constantFrom(...table.rows.map((r) => r.id), "fehlt");
  const column = fc.constantFrom(...table.columns.map((c) => c.id), "fehlt");
  const cell = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const some = fc.uniqueArray(row, { minLength: 1, maxLength: 4 });
  const at = { table: fc.constant(id), after: fc.option(row) };
  const newRow = fc.record({
    id: fresh.map((n) => `n${n}`),
    cells: fc.dictionary(column, cell, { maxKeys: 2 }),
  });
  return fc.oneof(
    script,
    scriptLines,
    fc.record({
      op: fc.constant("set" as const),
      table: at.table,
      cells: fc.array(fc.tuple(row, column, cell), { minLength: 1, maxLength: 12 }),
    }),
    fc.record({
      op: fc.constant("insert" as const),
      ...at,
      rows: fc.array(newRow, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant("delete" as const), table: at.table, rows: some }),
    fc.record({ op: fc.constant("move" as const), ...at, rows: some }),
    fc.record({
      op: fc.constant("addColumn" as const),
      table: at.table,
      after: fc.option(column),
      column: fc.record({ id: fresh.map((n) => `c${n}`), name: fc.string() }),
    }),
    fc.record({ op: fc.constant("renameColumn" as const), table: at.table, column, name: fc.string() }),
    fc.record({ op: fc.constant("dropColumn" as const), table: at.table, column }),
    fc.constant({ op: "dropTable" as const, table: id }),
    fc.record({
      op: fc.constant("addTable" as const),
      after: fc.option(at.table),
      table: fresh.map(
        (n) => ({ ...START.tables[0], id: `t${n}`, name: n }) as DraftDocument["tables"][number],
      ),
    }),
  );
}

function attempt(document: DraftDocument, op: DraftOperation): DraftDocument {
  try {
    return applyStep(document, [op]).document;
  } catch {
    return document;
  }
}

describe("an operation", () => {
  it("is taken back by its inverse, whatever it is, and changes nothing in place", () => {
    fc.assert(
      fc.property(fc.gen(), fc.integer({ min: 1, max: 12 }), (gen, count) => {
        let document = START;
        for (let n = 0; n < count; n++) {
          const before = structuredClone(document);
          const first = gen(operation, document);
          // The second is of what the first may have made.
          const ops = [first, gen(operation, attempt(document, first))];
          let applied: ReturnType<typeof applyStep>;
          try {
            applied = applyStep(document, ops);
          } catch (error) {
            expect(error).toBeInstanceOf(DraftFault);
            expect(document).toEqual(before);
            continue;
          }
          expect(document).toEqual(before);
          expect(applyStep(applied.document, applied.inverse).document).toEqual(before);
          document = applied.document;
        }
      }),
    );
  });

  it("does with others at once what it does one after the other", () => {
    const row = fc.integer({ min: 1, max: 9 }).map((n) => `r${n}`);
    const some = fc.uniqueArray(row, { minLength: 1, maxLength: 4 });
    const place = { table: fc.constant("t1"), after: fc.option(row) };
    const made = some.map((ids) => ids.map((id) => ({ id, cells: { c2: `neu ${id}`, c1: "" } })));
    const one: fc.Arbitrary<DraftOperation> = fc.oneof(
      fc.record({ op: fc.constant("insert" as const), ...place, rows: made }),
      fc.record({ op: fc.constant("delete" as const), table: place.table, rows: some }),
      fc.record({ op: fc.constant("move" as const), ...place, rows: some }),
    );
    let fitting = 0;
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 3 }), (ops) => {
        const result = (task: () => DraftDocument) => {
          try {
            return task();
          } catch (error) {
            // Of two faults either may be told.
            expect(error).toBeInstanceOf(DraftFault);
            return "refused";
          }
        };
        const together = result(() => applyStep(START, ops).document);
        const apart = ops.reduce<DraftDocument | string>(
          (now, op) => (typeof now === "string" ? now : result(() => applyStep(now, [op]).document)),
          START,
        );
        expect(together).toEqual(apart);
        if (typeof together === "string") return;
        fitting += 1;
        const { document, inverse } = applyStep(START, ops);
        expect(applyStep(document, inverse).document).toEqual(START);
        expect(inverse.reduce((now, op) => applyStep(now, [op]).document, document)).toEqual(START);
      }),
      { numRuns: 1_000 },
    );
    expect(fitting).toBeGreaterThan(50);
  });

  it("leaves everything as it was when a later one of its step does not fit", () => {
    const ops = [set("r1", "c2", "neu"), set("fehlt", "c2", "neu")];
    expect(() => applyStep(START, ops)).toThrow(new DraftFault("unknown", "row fehlt"));
  });

  it("puts moved rows in the order in which they are named", () => {
    const move: DraftOperation = { op: "move", table: "t1", after: "r5", rows: ["r3", "r1"] };
    const { document } = applyStep(START, [move]);
    expect(document.tables[0]?.rows.map(({ id }) => id)).toEqual(["r2", "r4", "r5", "r3", "r1", "r6"]);
  });

  it.each<[string, DraftOperation]>([
    ["row r1", { op: "insert", table: "t1", after: null, rows: [{ id: "r1", cells: {} }] }],
    ["row", { op: "delete", table: "t1", rows: ["r1", "r1"] }],
    ["column c1", { op: "addColumn", table: "t1", after: null, column: { id: "c1", name: "x" } }],
    ["table t1", { op: "addTable", after: null, table: START.tables[0] as DraftDocument["tables"][number] }],
  ])("that would make two of one id is refused: %s", (what, op) => {
    expect(() => applyStep(START, [op])).toThrow(new DraftFault("twice", what));
  });
});

describe("steps after those of others", () => {
  it("are kept, told where they write the same cell, and lost where their row is gone", () => {
    const theirs = [step("x", set("r1", "c2", "fremd"), { op: "delete", table: "t1", rows: ["r2"] })];
    const now = applyStep(START, theirs[0]?.ops ?? []).document;
    const mine = [
      step("a", set("r1", "c2", "mein")),
      step("b", set("r2", "c2", "mein")),
      step("c", set("r1", "c1", "p")),
    ];
    const { clashing, document, lost, steps } = rebase(mine, theirs, now);
    expect([steps, lost, clashing].map((list) => list.map(({ key }) => key))).toEqual([
      ["a", "c"],
      ["b"],
      ["a"],
    ]);
    expect(document.tables[0]?.rows[0]?.cells).toEqual({ c1: "p", c2: "mein" });
  });
});

describe("what can be taken back", () => {
  const entry = (seq: number, undoes?: number): DraftEntry => ({
    ...step(`s${seq}`, set("r1", "c1", String(seq))),
    seq,
    at: 0,
    by: "",
    inverse: [],
    ...(undoes === undefined ? {} : { undoes }),
  });

  it.each<[string, [number, number?][], number | undefined, number | undefined]>([
    ["nothing done", [], undefined, undefined],
    ["two steps", [[1], [2]], 2, undefined],
    ["one taken back", [[1], [2], [3, 2]], 1, 3],
    ["both taken back", [[1], [2], [3, 2], [4, 1]], undefined, 4],
    ["done again", [[1], [2], [3, 2], [4, 3]], 4, undefined],
    ["done again and taken back", [[1], [2], [3, 2], [4, 3], [5, 4]], 1, 5],
    ["a new step after it", [[1], [2], [3, 2], [4]], 4, undefined],
  ])("%s", (_name, entries, undo, redo) => {
    const state = historyOf(entries.map(([seq, undoes]) => entry(seq, undoes)));
    expect([state.undo?.seq, state.redo?.seq]).toEqual([undo, redo]);
  });
});

describe("for the compiler", () => {
  it("a draft is tables with what stood above them, and its errors find their cell again", () => {
    const { document } = applyStep(START, [
      { op: "set", table: "t1", cells: [["r2", "c2", { secret: "s1" }]] },
    ]);
    const { tables } = tablesOfDraft(document, (ref, { name }, column) => `${ref} ${name} ${column}`);
    expect(tables[0]?.rows.slice(0, 4).map(({ cells }) => cells)).toEqual([
      ["Heizung"],
      ["pod", "channel"],
      ["anlage", "k1"],
      ["anlage", "s1 mqtt channel"],
    ]);
    expect(placeOfCell(document, { table: 0, row: 3, column: 1 })).toEqual({
      table: "t1",
      row: "r2",
      column: "c2",
    });
    expect(placeOfCell(document, { table: 0, row: 1, column: 1 })).toEqual({ table: "t1", column: "c2" });
    expect(placeOfCell(document, {})).toBeUndefined();
  });
});
