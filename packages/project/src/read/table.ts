/** A table as read, before anybody knows what its columns mean. */

/** What a plain cell holds; null is an empty cell. */
export type PlainCell = string | number | boolean | null;

/** A date (ISO 8601, without a zone) or an error value (`#REF!` and its like). */
export interface OddCell {
  odd: "date" | "error";
  text: string;
}

export type FormulaResult = PlainCell | OddCell;

/** `value` is what the spreadsheet calculated last; null if it never did. */
export interface FormulaCell {
  odd: "formula";
  value: FormulaResult;
}

export type Cell = FormulaResult | FormulaCell;

export interface TableRow {
  /** 1-based line in the sheet or file. */
  line: number;
  /** By column; shorter than the header where the rest is empty. */
  cells: Cell[];
  /** Where what is made of these cells can be kept; undefined for those who compile once. */
  memory?: RowMemory;
}

/** Hangs on the cells alone, wherever they stand. */
export interface RowMemory {
  kept?: { reading: string; value: unknown };
}

export interface SheetTable {
  /** File within the upload. */
  file: string;
  /** Name of the sheet, or of the CSV without its ending, as written. */
  name: string;
  hidden: boolean;
  /** Rows with content, in order; the header is among them. */
  rows: TableRow[];
  /** A lone dot in a number is surely the decimal point (comma-separated text). */
  pointIsDecimal: boolean;
  /** Ranges merged over several columns, e.g. `B4:D4`. */
  mergedAcross: { line: number; range: string }[];
  /** Cells of its longest row, where that was counted. */
  width?: number;
}

/** Everything an upload holds. */
export interface RawProject {
  tables: SheetTable[];
  /** Lua sources by file name. */
  scripts: Map<string, string>;
  /** Files of the archive, litter apart. */
  names: string[];
  /** Something could not be read, so what seems missing may just not have been seen. */
  incomplete: boolean;
}

/** What stands in a cell, as text with a decimal comma; of a formula its result. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell).replace(".", ",");
  if (typeof cell !== "object") return String(cell);
  return cell.odd === "formula" ? cellText(cell.value) : cell.text;
}

/** The name by which a table is looked up. */
export function tableKey(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** `A`, `B`, … `AA` for 0, 1, … 26. */
export function columnLetters(index: number): string {
  let letters = "";
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  }
  return letters;
}
