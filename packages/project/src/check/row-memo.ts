/**
 * What was read of rows that were in order, for whoever compiles the same tables again and again: rows are known by their cells, as objects.
 * The result of a row hangs on its cells and on how its table is read alone; what it names elsewhere is looked up each time.
 */
import type { Cell } from "../read/table.ts";

type Cells = readonly Cell[];

export interface ReadCells {
  /** Without empty ones at the end. */
  cells: Cell[];
  /** Characters of all texts. */
  characters: number;
}

interface Kept {
  /** `TableView.reading` */
  reading: string;
  value: unknown;
}

export class RowMemo {
  readonly #rows = new WeakMap<Cells, Kept>();
  readonly #ends = new WeakMap<Cells, ReadCells>();
  /** Equal texts as one, so that they are compared at a glance. */
  readonly #readings = new Map<string, string>();

  reading(text: string): string {
    const known = this.#readings.get(text);
    if (known !== undefined) return known;
    this.#readings.set(text, text);
    return text;
  }

  /** As it was kept under this reading, which says what it is. */
  get(cells: Cells, reading: string): unknown {
    const kept = this.#rows.get(cells);
    return kept?.reading === reading ? kept.value : undefined;
  }

  /** Not of a row with formulas or dates, whose finds are counted for the table as a whole. */
  keep(cells: Cells, reading: string, value: unknown): void {
    if (cells.every((cell) => typeof cell !== "object" || cell === null))
      this.#rows.set(cells, { reading, value });
  }

  /** The same object for the same cells. */
  asRead(cells: Cells, read: (cells: Cells) => ReadCells): ReadCells {
    const known = this.#ends.get(cells);
    if (known) return known;
    const made = read(cells);
    this.#ends.set(cells, made);
    return made;
  }
}
