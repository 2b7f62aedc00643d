/**
 * What is remembered for whoever compiles the same tables again and again.
 *
 * What was read of a row that was in order hangs on its cells, as an object, and on how its table is read; what it names elsewhere is looked
 * up each time. Most rows stand where they stood: what became of those is left as it is (`StandingTable`).
 */
import type { DraftLinks } from "../link/draft-links.ts";
import type { Cell, RowMemory, TableRow } from "../read/table.ts";
import type { DraftChannels } from "./draft-channels.ts";

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

export interface Standing {
  channels: DraftChannels;
  links: DraftLinks;
}

export class RowMemo {
  readonly #read = new WeakMap<Cells, ReadCells>();
  /** Equal texts as one, so that they are compared at a glance. */
  readonly #texts = new Map<string, string>();
  /** By the place of the table. */
  readonly tables: ReadTable[] = [];
  #standing: Standing | undefined;

  /** What became of the rows, both by the same compilation. */
  stand(standing: Standing): void {
    this.#standing = standing;
  }

  /** What stands since the last compilation, which is changed in place: until this one has come to its end, nothing does. */
  take(): Standing | undefined {
    const standing = this.#standing;
    this.#standing = undefined;
    return standing;
  }

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
}

/** How a table's rows are read. Nothing is kept without a memo. */
export const readingOf = ({ reading }: { reading: string }, memo: RowMemo | undefined): string =>
  memo?.same(reading) ?? "";

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
