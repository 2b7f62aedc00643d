/** What the grid of a draft does with cells, without a browser. */
import type { DraftCell, DraftTable } from "@hubwart/contract";
import { applyStep } from "@hubwart/draft";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TableInfo } from "../../../../compiler/protocol.ts";
import { fillWrites, pasteWrites } from "./block-writes.ts";
import { blockText, cellText, MASK, textBlock, typedCell } from "./cells.ts";
import { findNext, replaceWrites } from "./find.ts";
import { marksOf, ofCell } from "./marks.ts";
import { byHeadings } from "./paste-headings.ts";
import { at, blockOf, type Command, commandOf, moved, type Selection } from "./selection.ts";
import { series } from "./series.ts";
import { addTableOps, deleteOps, duplicateOps, insertOps, moveOps, writeOps } from "./steps.ts";
import { cellAt, infoOfCell, isUnused, viewOf } from "./table-view.ts";

const column = (name: string, more: object = {}) =>
  ({ name, kind: "text", help: "", required: false, secret: false, long: false, ...more }) as const;
const INFOS: TableInfo[] = [
  {
    name: "pods",
    loaded: true,
    kindFrom: { column: "id", part: "type" },
    columns: [
      column("id"),
      column("label"),
      column("host", { byKind: { mqtt: column("host"), ping: column("host") } }),
      column("slot", { byKind: { s7_client: column("slot") } }),
    ],
  },
];
const PODS: DraftTable = {
  id: "t1",
  name: "Pods",
  above: [["Anlage"]],
  columns: [
    { id: "c1", name: "id" },
    { id: "c2", name: "host" },
  ],
  rows: [
    { id: "r1", cells: { c1: "mqtt.a", c2: "10.0.0.1" } },
    { id: "r2", cells: { c1: "# Keller" } },
    { id: "r3", cells: { c1: "ping.b", c2: { secret: "s1" } } },
  ],
};
const view = (table = PODS) => viewOf(table, INFOS);
const after = (table: DraftTable, ops: ReturnType<typeof writeOps>) =>
  applyStep({ tables: [table], scripts: {} }, ops).document.tables[0] as DraftTable;
const ids = ({ rows }: DraftTable) => rows.map(({ id }) => id);

describe("cells", () => {
  it.each<[DraftCell, string]>([
    [null, ""],
    [21.5, "21,5"],
    [true, "ja"],
    ["21.5", "21.5"],
    [{ secret: "s1" }, MASK],
  ])("%j is shown as %j", (cell, text) => expect(cellText(cell)).toBe(text));

  it("that were opened and not changed stay what they were", () => {
    expect([typedCell("21,5", 21.5), typedCell(MASK, { secret: "s1" }), typedCell("", "x")]).toEqual([
      21.5,
      { secret: "s1" },
      null,
    ]);
  });

  it("come back from the clipboard as they went there, whatever stands in them", () => {
    const text = fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", " ", "ü", ",") });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text), { minLength: 1 }), (rows) => {
        const cells = rows.map((row) => row.map((cell) => cell || null));
        // A block of nothing but one empty row is nothing.
        fc.pre(rows.at(-1)?.some((cell) => cell !== "") === true);
        expect(textBlock(blockText(cells))).toEqual(rows);
      }),
    );
  });

  it("of a spreadsheet end with a line, which is no row", () => {
    expect(textBlock('a\t"1\n2"\r\n"so ""nicht"""\t\r\n')).toEqual([
      ["a", "1\n2"],
      ['so "nicht"', ""],
    ]);
  });
});

describe("counting on", () => {
  it.each<[DraftCell[], DraftCell[]]>([
    [
      ["c1", null, null],
      ["c1", "c2", "c3"],
    ],
    [
      ["010", "020", null],
      ["010", "020", "030"],
    ],
    [
      [3, 5, null, null],
      [3, 5, 7, 9],
    ],
    [
      ["21,5", null],
      ["21,5", "22,5"],
    ],
    [
      ["0,1", "0,3", null],
      ["0,1", "0,3", "0,5"],
    ],
    [
      ["a", "b", null],
      ["a", "a", "a"],
    ],
    [
      [true, null],
      [true, true],
    ],
    [
      [{ secret: "s1" }, null],
      [{ secret: "s1" }, { secret: "s1" }],
    ],
  ])("%j gives %j", (cells, counted) => expect(series(cells)).toEqual(counted));
});

describe("a table as it is shown", () => {
  it("has the columns that its rows use, also those that it has not yet, where the template has them", () => {
    expect(view().columns.map(({ id, name }) => [name, id])).toEqual([
      ["id", "c1"],
      ["label", undefined],
      ["host", "c2"],
    ]);
  });

  it("says of a cell what it is to the row's kind", () => {
    const rows = [...PODS.rows, { id: "r4", cells: { c1: "s7_client.x" } }];
    const shown = view({ ...PODS, rows });
    const host = shown.columns.find(({ name }) => name === "host");
    if (!host) throw new Error("no column");
    expect(infoOfCell(shown, rows[0], host)?.name).toBe("host");
    expect([isUnused(shown, rows[0], host), isUnused(shown, rows[3], host)]).toEqual([false, true]);
    expect(shown.columns.map(({ name }) => name)).toContain("slot");
  });
});

describe("writing", () => {
  it("changes cells, makes rows past the end and columns that are missing, in one step", () => {
    const shown = view();
    const ops = writeOps(shown, [
      { row: 0, column: 1, value: "Broker" },
      { row: 3, column: 0, value: "ping.c" },
      { row: 0, column: 0, value: "mqtt.a" },
    ]);
    const table = after(PODS, ops);
    const now = view(table);
    expect(now.columns.map(({ id }) => id === undefined)).toEqual([false, false, false]);
    expect([cellAt(table.rows[0], now.columns[1]), cellAt(table.rows[3], now.columns[0])]).toEqual([
      "Broker",
      "ping.c",
    ]);
    // What is so already is no change.
    expect(ops.flatMap((op) => (op.op === "set" ? op.cells : []))).toHaveLength(1);
  });

  it("does nothing where nothing changes", () => {
    expect(writeOps(view(), [{ row: 2, column: 2, value: { secret: "s1" } }])).toEqual([]);
  });

  it("puts rows where they are wanted", () => {
    const shown = view();
    expect(ids(after(PODS, insertOps(shown, 0, 1)))[1]).toBe("r1");
    expect(ids(after(PODS, insertOps(shown, 3, 2))).slice(0, 3)).toEqual(["r1", "r2", "r3"]);
    expect(ids(after(PODS, deleteOps(shown, 1, 2)))).toEqual(["r1"]);
    expect(ids(after(PODS, moveOps(shown, 1, 2, -1)))).toEqual(["r2", "r3", "r1"]);
    expect(ids(after(PODS, moveOps(shown, 0, 1, 1)))).toEqual(["r3", "r1", "r2"]);
    expect(moveOps(shown, 0, 0, -1)).toEqual([]);
    const doubled = after(PODS, duplicateOps(shown, 0, 1));
    expect(doubled.rows.map(({ cells }) => cells["c1"])).toEqual([
      "mqtt.a",
      "# Keller",
      "mqtt.a",
      "# Keller",
      "ping.b",
    ]);
  });

  it("fills down with the first row, and pastes a block as often as it fits", () => {
    const block = { top: 0, bottom: 2, left: 2, right: 2 };
    expect(fillWrites(view(), block, false).map(({ value }) => value)).toEqual([
      "10.0.0.1",
      "10.0.0.1",
      "10.0.0.1",
    ]);
    const pasted = pasteWrites([["a", "b"]], { top: 1, bottom: 3, left: 1, right: 1 }, 3);
    expect(pasted.map(({ column: to, row, value }) => [row, to, value])).toEqual([
      [1, 1, "a"],
      [1, 2, "b"],
      [2, 1, "a"],
      [2, 2, "b"],
      [3, 1, "a"],
      [3, 2, "b"],
    ]);
    // What has no room beside is left out, not put elsewhere.
    expect(pasteWrites([["a", "b"]], { top: 0, bottom: 0, left: 2, right: 2 }, 3)).toHaveLength(1);
  });

  it("adds a table with the columns that it needs", () => {
    const { id, ops } = addTableOps([PODS], "ping", ["pod", "channel"]);
    const { document } = applyStep({ tables: [PODS], scripts: {} }, ops);
    expect(document.tables.map((table) => table.id)).toEqual(["t1", id]);
    expect(document.tables[1]?.columns.map(({ name }) => name)).toEqual(["pod", "channel"]);
  });
});

describe("finding", () => {
  it("goes on behind the cell and begins again at the start, past what is secret", () => {
    expect(findNext(view(), "PING", { row: 2, column: 0 })).toEqual({ row: 2, column: 0 });
    expect(findNext(view(), "10.0", { row: 0, column: 2 })).toEqual({ row: 0, column: 2 });
    expect(findNext(view(), MASK, { row: 0, column: 0 })).toBeUndefined();
  });

  it("replaces texts as they stand, not as patterns", () => {
    expect(replaceWrites(view(), "10.0.0.", "192.168.1.$&")).toEqual([
      { row: 0, column: 2, value: "192.168.1.$&1" },
    ]);
    expect(replaceWrites(view(), "1..", "x")).toEqual([]);
  });
});

describe("keys", () => {
  const key = (name: string, more: object = {}) =>
    commandOf({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
  const size = { rows: 4, columns: 3 };
  const go = (from: Selection, command: Command | undefined) =>
    command && moved(from, command, size, ({ row, column: to }) => row < 3 && to < 2, 2);

  it.each<[string, object, Command | undefined]>([
    ["ArrowDown", { ctrlKey: true, shiftKey: true }, { do: "go", way: "down", far: true, extend: true }],
    ["ArrowUp", { altKey: true }, { do: "moveRows", by: -1 }],
    ["d", { ctrlKey: true }, { do: "fillDown" }],
    ["D", { ctrlKey: true, shiftKey: true }, { do: "count" }],
    ["z", { metaKey: true }, { do: "undo" }],
    ["c", { ctrlKey: true }, undefined],
    ["ä", {}, { do: "type", text: "ä" }],
    ["F5", {}, undefined],
    ["ContextMenu", {}, { do: "menu" }],
    ["F10", { shiftKey: true }, { do: "menu" }],
    ["F10", {}, undefined],
    ["Escape", {}, undefined],
  ])("%s %j", (name, more, command) => expect(key(name, more)).toEqual(command));

  it("lead to cells, never past the edge", () => {
    expect(go(at({ row: 0, column: 0 }), key("ArrowUp"))).toEqual(at({ row: 0, column: 0 }));
    expect(go(at({ row: 0, column: 0 }), key("ArrowDown", { ctrlKey: true }))).toEqual(
      at({ row: 2, column: 0 }),
    );
    expect(go(at({ row: 3, column: 2 }), key("Tab"))).toBeUndefined();
    expect(go(at({ row: 0, column: 2 }), key("Tab"))).toEqual(at({ row: 1, column: 0 }));
    expect(go(at({ row: 1, column: 1 }), key("End", { ctrlKey: true }))).toEqual(at({ row: 3, column: 2 }));
  });

  it("choose a block from where it began", () => {
    const chosen =
      go(at({ row: 2, column: 1 }), key("ArrowUp", { shiftKey: true })) ?? at({ row: 0, column: 0 });
    expect(blockOf(chosen)).toEqual({ top: 1, bottom: 2, left: 1, right: 1 });
  });
});

describe("what is wrong", () => {
  it("is found by cell, by row and by table", () => {
    const mark = { code: 1, text: "", hint: "", about: "" };
    const marks = marksOf([
      { ...mark, level: "error", table: "t1", row: "r1", column: "c1" },
      { ...mark, level: "warning", table: "t1", row: "r1" },
      { ...mark, level: "error" },
    ]);
    expect([marks.errors, marks.warnings, marks.inTable("t1")]).toEqual([2, 1, { errors: 1, warnings: 1 }]);
    const inRow = marks.inRow("r1");
    expect([ofCell(inRow, "c1").length, ofCell(inRow).length, [...marks.rows("t1")]]).toEqual([1, 1, ["r1"]]);
    expect(marks.inRow("r2")).toEqual([]);
  });
});

describe("a table out of a manual", () => {
  const meter = viewOf({ ...PODS, name: "modb_client", columns: [{ id: "c1", name: "address" }], rows: [] }, [
    {
      name: "modb_client",
      loaded: true,
      columns: ["channel", "label", "unit", "address"].map((name) => column(name)),
    },
  ]);
  const placed = (...rows: DraftCell[][]) => byHeadings(rows, meter, blockOf(at({ row: 3, column: 1 })));
  const written = (...rows: DraftCell[][]) => {
    const { columns } = meter;
    return placed(...rows)?.writes.map((one) => [one.row, columns[one.column]?.name, one.value]);
  };

  it("goes where its headings belong, and says what has no place", () => {
    expect(written([" Register", "EINHEIT", null, "Zugriff"], ["0", "V", "x", "R"], ["2"])).toEqual([
      [3, "address", "0"],
      [3, "unit", "V"],
      [4, "address", "2"],
      [4, "unit", null],
    ]);
    expect(placed(["Register", "Einheit", "Zugriff"], ["0", "V", "R"])).toMatchObject({
      left: ["Zugriff"],
      rows: 1,
    });
  });

  it.each<[string, DraftCell[][]]>([
    [
      "has one word that could be a heading",
      [
        ["Einheit", "x"],
        ["V", "y"],
      ],
    ],
    [
      "has no heading",
      [
        ["u1", "Spannung"],
        ["u2", "Strom"],
      ],
    ],
    ["has nothing but headings", [["label", "unit"]]],
    [
      "names a column twice",
      [
        ["Bezeichnung", "Beschreibung", "unit"],
        ["a", "b", "c"],
      ],
    ],
    [
      "begins with a number",
      [
        ["label", "unit", 3],
        ["a", "b", 4],
      ],
    ],
  ])("stays a block where it %s", (_, rows) => expect(placed(...rows)).toBeUndefined());
});
