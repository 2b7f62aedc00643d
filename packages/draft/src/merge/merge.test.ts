import type { DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyStep } from "../apply.ts";
import { type KeyOf, mergeDraft } from "../index.ts";

const keyOf: KeyOf = (_table, cell) => (cell("id") === "" ? undefined : [cell("id")]);

type Content = Record<string, { above: unknown; columns: readonly string[]; rows: readonly object[] }>;

/** What people read, without ids. */
function content({ scripts, tables }: DraftDocument): { tables: Content; scripts: Record<string, string> } {
  const said = tables.map((table) => {
    const names = new Map(table.columns.map(({ id, name }) => [id, name]));
    const rows = table.rows.map(({ cells }) =>
      Object.fromEntries(Object.entries(cells).map(([column, cell]) => [names.get(column), cell])),
    );
    return [table.name, { above: table.above, columns: [...names.values()], rows }] as const;
  });
  return { tables: Object.fromEntries(said), scripts };
}

/** Whatever the order of rows and columns. Tables and columns without content are none. */
function sorted(document: DraftDocument) {
  const { scripts, tables } = content(document);
  const filled = Object.entries(tables).map(
    ([name, { above, rows }]) =>
      [
        name,
        above,
        rows
          .filter((row) => Object.keys(row).length > 0)
          .map((row) => JSON.stringify(Object.entries(row).sort(byName)))
          .sort(),
      ] as const,
  );
  return [scripts, filled.filter(([, , rows]) => rows.length !== 0).sort(byName)];
}

function byName([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return a < b ? -1 : 1;
}

let made = 0;
const newId = () => `m${++made}`;

function merged(
  base: DraftDocument | undefined,
  theirs: DraftDocument,
  ours: DraftDocument,
  decide: (conflict: string) => "mine" | "theirs" | undefined = () => undefined,
) {
  const result = mergeDraft({ base, theirs: strange(theirs), ours, keyOf, newId, decide });
  const { document, inverse } = applyStep(ours, result.ops);
  expect(content(applyStep(document, inverse).document)).toEqual(content(ours));
  return { ...result, document };
}

/** The same with ids of its own, as a project that was read has them. */
function strange(document: DraftDocument): DraftDocument {
  const tables = document.tables.map((table, index): DraftTable => {
    const columns = new Map(table.columns.map(({ id }, at) => [id, `c${at + 1}`]));
    return {
      ...table,
      id: `t${index + 1}`,
      columns: table.columns.map(({ id, name }) => ({ id: columns.get(id) ?? "", name })),
      rows: table.rows.map(
        ({ cells }, at): DraftRow => ({
          id: `r${at + 1}`,
          cells: Object.fromEntries(
            Object.entries(cells).map(([column, cell]) => [columns.get(column) ?? "", cell]),
          ),
        }),
      ),
    };
  });
  return { ...document, tables };
}

const NAMES = ["id", "label", "unit", "wert"];
const cell = fc.oneof(fc.constantFrom("a", "b", "c", "# Notiz"), fc.integer({ min: 0, max: 2 }));
const table = fc
  .record({
    name: fc.constantFrom("pods", "links", "mqtt"),
    columns: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }),
    rows: fc.array(fc.dictionary(fc.constantFrom(...NAMES), cell, { maxKeys: 4 }), { maxLength: 7 }),
    above: fc.boolean().map((titled) => (titled ? [["Titel"]] : [])),
  })
  .map(
    ({ above, columns, name, rows }): DraftTable => ({
      id: `t-${name}`,
      name,
      above,
      columns: columns.map((column) => ({ id: `c-${column}`, name: column })),
      rows: rows.map((cells, index) => ({
        id: `r${index + 1}`,
        cells: Object.fromEntries(
          Object.entries(cells).flatMap(([column, value]) =>
            columns.includes(column) ? [[`c-${column}`, value]] : [],
          ),
        ),
      })),
    }),
  );
const project: fc.Arbitrary<DraftDocument> = fc.record({
  tables: fc.uniqueArray(table, { selector: ({ name }) => name, maxLength: 3 }),
  scripts: fc.dictionary(fc.constantFrom("a.lua", "b.lua"), fc.constantFrom("1", "2"), {
    noNullPrototype: true,
  }),
});
describe("a merge", () => {
  it("without a change of theirs leaves the draft as it is", () => {
    fc.assert(
      fc.property(project, project, (base, ours) => {
        const { conflicts, ops } = merged(base, base, ours);
        expect([conflicts, ops]).toEqual([[], []]);
      }),
    );
  });

  it("into a draft without a change is what they have", () => {
    fc.assert(
      fc.property(project, project, (base, theirs) => {
        const { base: next, conflicts, document } = merged(base, theirs, base);
        expect(conflicts).toEqual([]);
        expect(content(document)).toEqual(content(theirs));
        expect(content(next)).toEqual(content(theirs));
      }),
    );
  });

  it("is over once it is done, whatever was decided", () => {
    const side = fc.constantFrom("mine" as const, "theirs" as const);
    fc.assert(
      fc.property(
        fc.option(project, { nil: undefined }),
        project,
        project,
        side,
        (base, theirs, ours, decided) => {
          const { base: next, document } = merged(base, theirs, ours, () => decided);
          if (decided === "theirs" && base === undefined) expect(sorted(document)).toEqual(sorted(theirs));
          const again = merged(next, theirs, document);
          expect([again.conflicts, again.ops]).toEqual([[], []]);
        },
      ),
    );
  });

  it("of what is the same on both sides changes nothing", () => {
    fc.assert(
      fc.property(project, project, (base, both) => {
        const { conflicts, document } = merged(base, both, both);
        expect(conflicts).toEqual([]);
        expect(content(document)).toEqual(content(both));
      }),
    );
  });
});

interface Edit {
  id: string;
  column: string;
  value: string | null;
  /** Deletes or, where it is new, adds the row. */
  whole: boolean;
}
const edits = fc.array(
  fc.record({
    id: fc.constantFrom("k1", "k2", "k3", "k4", "n1", "n2"),
    column: fc.constantFrom("label", "unit"),
    value: fc.option(fc.constantFrom("x", "y")),
    whole: fc.boolean(),
  }),
  { maxLength: 6 },
);
const KEYED: DraftDocument = {
  scripts: {},
  tables: [
    {
      id: "t1",
      name: "mqtt",
      above: [],
      columns: ["id", "label", "unit"].map((name) => ({ id: `c-${name}`, name })),
      rows: ["k1", "k2", "k3", "k4"].map((id) => ({
        id: `r-${id}`,
        cells: { "c-id": id, "c-label": "alt" },
      })),
    },
  ],
};

const nameIn = (cells: Record<string, unknown>) => JSON.stringify(cells["c-id"]).replaceAll('"', "");

function edited(made: readonly Edit[]): DraftDocument {
  const [before] = KEYED.tables;
  if (!before) throw new Error("no table");
  const rows = new Map(before.rows.map((row) => [nameIn(row.cells), row]));
  for (const { column, id, value, whole } of made) {
    const row = rows.get(id);
    if (row && whole) rows.delete(id);
    else if (row || whole)
      rows.set(id, { id: `r-${id}`, cells: { "c-id": id, ...row?.cells, [`c-${column}`]: value } });
  }
  return applyStep(KEYED, [
    { op: "dropTable", table: "t1" },
    { op: "addTable", after: null, table: { ...before, rows: [...rows.values()] } },
  ]).document;
}

/** By key: what stands where. */
function byKey(document: DraftDocument): Map<string, Record<string, unknown>> {
  const rows = document.tables.flatMap(({ rows: of }) => of);
  expect(new Set(rows.map(({ cells }) => cells["c-id"])).size).toBe(rows.length);
  return new Map(rows.map(({ cells }) => [nameIn(cells), cells]));
}

describe("what both changed", () => {
  it("is taken from whoever changed it or told as a conflict, cell by cell, and the same whoever merges", () => {
    fc.assert(
      fc.property(edits, edits, fc.constantFrom("mine" as const, "theirs" as const), (a, b, side) => {
        const [ours, theirs] = [edited(a), edited(b)];
        const { conflicts, document } = merged(KEYED, theirs, ours, () => side);
        const now = byKey(document);
        const [base, mine, other] = [byKey(KEYED), byKey(ours), byKey(theirs)];
        for (const key of new Set([...base.keys(), ...mine.keys(), ...other.keys()])) {
          const asked = conflicts.filter(({ row }) => row === key);
          const whole = asked.find(({ kind }) => kind !== "cell");
          if (whole) {
            expect(now.get(key)).toEqual((side === "mine" ? mine : other).get(key));
            continue;
          }
          const gone = base.has(key) && !(mine.has(key) && other.has(key));
          expect([key, now.has(key)]).toEqual([key, !gone && (mine.has(key) || other.has(key))]);
          if (gone) continue;
          for (const column of ["c-label", "c-unit"]) {
            const [was, m, o] = [base, mine, other].map((of) => of.get(key)?.[column] ?? null);
            const told = asked.some(({ cells }) => `c-${cells[0]?.column}` === column);
            const differs = base.has(key) && m !== o && m !== was && o !== was;
            expect([key, column, told]).toEqual([key, column, differs]);
            const one = mine.has(key) && other.has(key) ? (m === was ? o : m) : mine.has(key) ? m : o;
            expect(now.get(key)?.[column] ?? null).toBe(differs ? (side === "mine" ? m : o) : one);
          }
        }
        const turned = merged(KEYED, ours, theirs, () => (side === "mine" ? "theirs" : "mine"));
        expect(byKey(turned.document)).toEqual(now);
        expect(turned.conflicts).toHaveLength(conflicts.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe("nobody decides for anybody", () => {
  const set = (document: DraftDocument, row: string, column: string, value: string) =>
    applyStep(document, [{ op: "set", table: "t1", cells: [[`r-${row}`, `c-${column}`, value]] }]).document;
  const without = (document: DraftDocument, row: string) =>
    applyStep(document, [{ op: "delete", table: "t1", rows: [`r-${row}`] }]).document;
  const gone = applyStep(KEYED, [{ op: "dropTable", table: "t1" }]).document;
  const scripts = (text: string): DraftDocument => ({ ...KEYED, scripts: { "a.lua": text } });
  const titled = (title: string): DraftDocument => ({
    ...KEYED,
    tables: KEYED.tables.map((table) => ({ ...table, above: [[title]] })),
  });
  const added = (label: string) =>
    applyStep(KEYED, [
      {
        op: "insert",
        table: "t1",
        after: null,
        rows: [{ id: "r-n", cells: { "c-id": "n", "c-label": label } }],
      },
    ]).document;

  it.each<[kind: string, base: DraftDocument, theirs: DraftDocument, ours: DraftDocument]>([
    ["cell", KEYED, set(KEYED, "k1", "label", "dort"), set(KEYED, "k1", "label", "hier")],
    ["rowGoneThere", KEYED, without(KEYED, "k1"), set(KEYED, "k1", "label", "hier")],
    ["rowGoneHere", KEYED, set(KEYED, "k1", "label", "dort"), without(KEYED, "k1")],
    ["rowTwice", KEYED, added("dort"), added("hier")],
    ["tableGoneThere", KEYED, gone, set(KEYED, "k1", "label", "hier")],
    ["tableGoneHere", KEYED, set(KEYED, "k1", "label", "dort"), gone],
    ["above", titled("vorher"), titled("dort"), titled("hier")],
    ["script", scripts("1"), scripts("2"), scripts("3")],
  ])("%s: it is asked, and the draft stays as it is until then", (kind, base, theirs, ours) => {
    const { conflicts, document } = merged(base, theirs, ours);
    expect(conflicts.map((one) => one.kind)).toEqual([kind]);
    expect(content(document)).toEqual(content(ours));
    const taken = merged(base, theirs, ours, () => "theirs");
    expect(sorted(taken.document)).toEqual(sorted(theirs));
  });

  it("a row that the draft gave another name is still itself", () => {
    const ours = set(KEYED, "k1", "id", "neu");
    const { conflicts, document } = merged(KEYED, set(KEYED, "k1", "unit", "V"), ours);
    expect(conflicts).toEqual([]);
    expect(byKey(document).get("neu")).toEqual({ "c-id": "neu", "c-label": "alt", "c-unit": "V" });
  });
});
