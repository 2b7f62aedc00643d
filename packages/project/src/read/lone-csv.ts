/** A CSV file that is no table of a project, within the bounds of one: its rows, or the German sentence why not. */
import { CATALOGUE } from "../catalogue/index.ts";
import type { Kind } from "../catalogue/kind.ts";
import { Budget, ReadProblem } from "./budget.ts";
import { readCsv } from "./csv.ts";

export interface LoneRow {
  /** 1-based line in the file. */
  line: number;
  /** Empty cells are empty texts; shorter than the header where the rest is empty. */
  cells: string[];
}

export function readLoneCsv(bytes: Uint8Array): { rows: LoneRow[] } | { problem: string } {
  try {
    const { rows } = readCsv(bytes, "", "csv", new Budget());
    return {
      rows: rows.map(({ line, cells }) => ({
        line,
        cells: cells.map((cell) => (typeof cell === "string" ? cell.trim() : "")),
      })),
    };
  } catch (error) {
    if (!(error instanceof ReadProblem)) throw error;
    const { kind, parameters }: ReadProblem = error;
    return { problem: (CATALOGUE[kind] as Kind<object>).text(parameters) };
  }
}
