/**
 * What is remembered for whoever compiles the same tables again and again.
 *
 * What was read of a row that was in order hangs on its cells, as an object, and on how its table is read; what it names elsewhere is looked
 * up each time. Most rows stand where they stood: they are known by their place, in lists that are run through without a look at the rows
 * themselves, since that look is what costs.
 */
import type { Cell, RowMemory, SheetTable, TableRow } from "../read/table.ts";

type Cells = readonly Cell[];

export interface ReadCells extends RowMemory {
  /** Without empty ones at the end. */
  cells: Cell[];
  /** Characters of all texts. */
  characters: number;
}

/** The rows of a table as it was read, place by place. */
export interface ReadTable {
  given: { cells: Cells }[];
  lines: number[];
  made: TableRow[];
  /** Cells of each row. */
  widths: number[];
  characters: number[];
}

/** How a table was read, and what else of the project its rows hang on. */
interface Reading {
  reading: string;
  around: string;
  rows: readonly TableRow[];
}

/** What became of the rows of a table, place by place; nothing of a row that was not in order. */
export class Outcomes<T> {
  readonly of: Reading;
  #before: Outcomes<T> | undefined;
  readonly #made: (T | undefined)[] = [];
  #place = 0;

  /** @param before undefined where anything around the rows is another thing now */
  constructor(of: Reading, before: Outcomes<T> | undefined) {
    this.of = of;
    this.#before = before;
    // Or each would hold all before it.
    if (before) before.#before = undefined;
  }

  /** Of the row at this place, if it stands where it stood. What becomes of it now is set before the next one is asked for. */
  at(row: TableRow, place: number): T | undefined {
    this.#place = place;
    this.#made[place] = undefined;
    const before = this.#before;
    return before?.of.rows[place] === row ? before.#made[place] : undefined;
  }

  set(outcome: T): void {
    this.#made[this.#place] = outcome;
  }
}

export class RowMemo {
  readonly #read = new WeakMap<Cells, ReadCells>();
  /** Equal texts as one, so that they are compared at a glance. */
  readonly #texts = new Map<string, string>();
  /** By the place of the table. */
  readonly tables: ReadTable[] = [];
  /** By file and name of the table. */
  readonly #outcomes = new Map<string, Outcomes<unknown>>();

  /** Of what there are few: each is kept for good. */
  same(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }

  /** The same object for the same cells. */
  asRead(cells: Cells, read: (cells: Cells) => ReadCells): ReadCells {
    const known = this.#read.get(cells);
    if (known) return known;
    const made = read(cells);
    this.#read.set(cells, made);
    return made;
  }

  outcomes<T>({ file, name }: SheetTable, of: Reading): Outcomes<T> {
    const key = `${file}|${name}`;
    const last = this.#outcomes.get(key) as Outcomes<T> | undefined;
    const same = last?.of.reading === of.reading && last.of.around === of.around;
    const now = new Outcomes(of, same ? last : undefined);
    this.#outcomes.set(key, now);
    return now;
  }
}

/** As it was kept under this reading, which says what it is. */
export function keptOf({ memory }: TableRow, reading: string): unknown {
  const kept = memory?.kept;
  return kept?.reading === reading ? kept.value : undefined;
}

/** Not of a row with formulas or dates, whose finds are counted for the table as a whole. */
export function keep({ cells, memory }: TableRow, reading: string, value: unknown): boolean {
  if (!memory || cells.some((cell) => typeof cell === "object" && cell !== null)) return false;
  memory.kept = { reading, value };
  return true;
}
