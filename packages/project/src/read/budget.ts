import type { ErrorKind, ParametersOf } from "../catalogue/common.ts";
import { READ_LIMITS } from "./limits.ts";
import { tableKey } from "./table.ts";

/** Ends the reading of one file with a catalogued error. */
export class ReadProblem<K extends ErrorKind = ErrorKind> extends Error {
  readonly kind: K;
  readonly parameters: ParametersOf<K>;
  constructor(kind: K, parameters: ParametersOf<K>) {
    super(kind);
    this.kind = kind;
    this.parameters = parameters;
  }
}

/** What one upload may spend in all, whatever number of files it consists of. Each `spend` throws when it is used up. */
export class Budget {
  #bytes = 0;
  #rows = 0;
  readonly #tables = new Map<string, { name: string; rows: number }>();
  #table = { name: "", rows: 0 };
  #cells = 0;
  #text = 0;

  bytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > READ_LIMITS.unpackedBytes) {
      throw new ReadProblem("unpackedTooLarge", { limit: READ_LIMITS.unpackedBytes / 1024 / 1024 });
    }
  }

  /** The rows that follow belong to this table. */
  table(name: string): void {
    const key = tableKey(name);
    this.#table = this.#tables.get(key) ?? { name, rows: 0 };
    this.#tables.set(key, this.#table);
  }

  row(cells: number): void {
    this.rows(1, cells);
  }

  /** @param cells of all of them */
  rows(count: number, cells: number): void {
    this.#rows += count;
    this.#table.rows += count;
    this.#cells += cells;
    const { rows, allRows } = READ_LIMITS;
    if (this.#table.rows > rows)
      throw new ReadProblem("tooManyRows", { limit: rows, table: this.#table.name });
    if (this.#rows > allRows) throw new ReadProblem("tooManyRows", { limit: allRows });
    if (this.#cells > READ_LIMITS.cells) throw new ReadProblem("tooManyCells", {});
  }

  text(length: number): void {
    this.#text += length;
    if (this.#text > READ_LIMITS.textLength) throw new ReadProblem("tooManyCells", {});
  }
}
