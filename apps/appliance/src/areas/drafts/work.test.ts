import {
  type DraftDocument,
  type DraftEntry,
  type DraftOperation,
  type DraftStep,
  LIMITS,
} from "@hubwart/contract";
import { ManualClock } from "@hubwart/core";
import { applyStep, DraftFault } from "@hubwart/draft";
import { describe, expect, it } from "vitest";
import type { DraftFile } from "./draft-file.ts";
import { keepSteps } from "./keep.ts";
import { Sealer } from "./secrets.ts";
import { applyInTurns, Work } from "./work.ts";

const sealer = new Sealer((_table, column) => column === "password");
const tableOf = (rows: number): DraftDocument => ({
  tables: [
    {
      id: "t1",
      name: "pods",
      above: [],
      columns: [{ id: "password", name: "password" }],
      rows: Array.from({ length: rows }, (_, n) => ({ id: `r${n}`, cells: {} })),
    },
  ],
  scripts: {},
});
const move = (row: number): DraftOperation => ({ op: "move", table: "t1", after: null, rows: [`r${row}`] });
const clear = (row: number): DraftOperation => ({
  op: "set",
  table: "t1",
  cells: [[`r${row}`, "password", null]],
});
const addColumn = (id: string): DraftOperation => ({
  op: "addColumn",
  table: "t1",
  after: null,
  column: { id, name: id },
});
const apply = (document: DraftDocument, ops: readonly DraftOperation[], work = new Work()) =>
  applyInTurns(sealer, document, ops, new Map(), work);

describe("operations on a draft", () => {
  it("lead back the way they came, and seal what is secret", async () => {
    const document = tableOf(4);
    const set: DraftOperation = { op: "set", table: "t1", cells: [["r1", "password", "GEHEIM"]] };
    const made = await apply(document, [addColumn("x"), move(3), set, move(2)]);
    expect(JSON.stringify([made.document, made.ops])).not.toContain("GEHEIM");
    expect([...made.secrets.values()]).toEqual(["GEHEIM"]);
    expect(applyStep(made.document, made.inverse).document).toEqual(document);
    await expect(apply(document, [move(9)])).rejects.toThrow(DraftFault);
  });

  it("let others have their turn in between", async () => {
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    await apply(
      tableOf(5_000),
      Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? move(n * 7) : clear(n))),
    );
    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
  });

  it("that look at too much together are refused", async () => {
    const ops = Array.from({ length: 20 }, (_, n) => clear(n));
    await expect(apply(tableOf(100), ops, new Work(2_000))).rejects.toThrow("zu viele Änderungen auf einmal");
    const [large, work] = [tableOf(LIMITS.projectRows), new Work()];
    for (let at = 0; at < 480; at += 1) await work.take(large, [clear(1)]);
    await expect(Promise.all(Array.from({ length: 40 }, () => work.take(large, [clear(1)])))).rejects.toThrow(
      "zu viele",
    );
    const script = { tables: [], scripts: { "a.lua": "x".repeat(8_000) } };
    await expect(new Work(900).take(script, [{ op: "script", name: "a.lua", text: null }])).rejects.toThrow(
      "zu viele",
    );
  });

  it("that bring back rows which stood here and there are no matter", async () => {
    const document = tableOf(60_000);
    const rows = document.tables[0]?.rows.filter((_, n) => n % 2 === 1).map(({ id }) => id) ?? [];
    const gone = await apply(document, [{ op: "delete", table: "t1", rows }]);
    expect([gone.inverse.length, gone.document.tables[0]?.rows.length]).toEqual([30_000, 30_000]);
    const work = new Work();
    const back = await apply(gone.document, gone.inverse, work);
    expect(back.document).toEqual(document);
    expect(work.done).toBeLessThan(1_000_000);
  });

  it("make no table wider than a project may have it", async () => {
    const ids = Array.from({ length: LIMITS.projectColumns }, (_, n) => `c${n}`);
    const wide = ids.map((id) => ({ id, name: id }));
    const table = (columns: typeof wide): DraftOperation => ({
      op: "addTable",
      after: null,
      table: { id: "t2", name: "w", above: [], columns, rows: [] },
    });
    await expect(apply(tableOf(1), ids.map(addColumn))).rejects.toThrow("höchstens 256 Spalten");
    await expect(apply(tableOf(1), ids.slice(1).map(addColumn))).resolves.toBeDefined();
    await expect(apply(tableOf(1), [table([...wide, { id: "x", name: "x" }])])).rejects.toThrow("höchstens");
    await expect(apply(tableOf(1), [table(wide)])).resolves.toBeDefined();
  });
});

describe("a draft", () => {
  const step = (op: DraftOperation): DraftStep => ({ key: "k", label: "Schritt", ops: [op] });

  it("that is as large as can be read again may only be made smaller", async () => {
    const document = { ...tableOf(2), scripts: { "a.lua": "return 1" } };
    const kept: DraftEntry[] = [];
    const file = {
      document,
      full: true,
      secrets: new Map(),
      entries: [],
      head: { base: null },
      seq: 0,
      append: async (entries: DraftEntry[]) => void kept.push(...entries),
    } as unknown as DraftFile;
    const keep = (op: DraftOperation) =>
      keepSteps(file, [step(op)], "10.0.0.1", { sealer, clock: new ManualClock() });
    const script = (text: string | null): DraftOperation => ({ op: "script", name: "a.lua", text });
    for (const op of [addColumn("x"), script("return 2"), move(1)])
      await expect(keep(op)).rejects.toThrow("Der Entwurf ist zu groß");
    await keep(script(null));
    await keep({ op: "delete", table: "t1", rows: ["r1"] });
    expect(kept).toHaveLength(2);
  });
});
