import type { ErrorKind, ParametersOf } from "../catalogue/index.ts";
import { READ_LIMITS } from "./limits.ts";

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
  #cells = 0;
  #text = 0;

  bytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > READ_LIMITS.unpackedBytes) {
      throw new ReadProblem("unpackedTooLarge", { limit: READ_LIMITS.unpackedBytes / 1024 / 1024 });
    }
  }

  row(cells: number): void {
    this.#rows += 1;
    this.#cells += cells;
    if (this.#rows > READ_LIMITS.rows) throw new ReadProblem("tooManyRows", { limit: READ_LIMITS.rows });
    if (this.#cells > READ_LIMITS.cells) throw new ReadProblem("tooManyCells", {});
  }

  text(length: number): void {
    this.#text += length;
    if (this.#text > READ_LIMITS.textLength) throw new ReadProblem("tooManyCells", {});
  }
}
