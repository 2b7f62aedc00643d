/**
 * What was read of rows that were in order, for whoever compiles the same tables again and again: rows are known by their cells, as objects.
 * The result of a row hangs on its cells and on how its table is read alone; what it names elsewhere is looked up each time.
 */
import type { Cell, RowMemory, TableRow } from "../read/table.ts";

type Cells = readonly Cell[];

export interface ReadCells extends RowMemory {
  /** Without empty ones at the end. */
  cells: Cell[];
  /** Characters of all texts. */
  characters: number;
}

export class RowMemo {
  readonly #read = new WeakMap<Cells, ReadCells>();
  /** Equal texts as one, so that they are compared at a glance. */
  readonly #readings = new Map<string, string>();

  /** @param text `TableView.reading` */
  reading(text: string): string {
    const known = this.#readings.get(text);
    if (known !== undefined) return known;
    this.#readings.set(text, text);
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
}

/** As it was kept under this reading, which says what it is. */
export function keptOf({ memory }: TableRow, reading: string): unknown {
  const kept = memory?.kept;
  return kept?.reading === reading ? kept.value : undefined;
}

/** Not of a row with formulas or dates, whose finds are counted for the table as a whole. */
export function keep({ cells, memory }: TableRow, reading: string, value: unknown): void {
  if (memory && cells.every((cell) => typeof cell !== "object" || cell === null))
    memory.kept = { reading, value };
}
