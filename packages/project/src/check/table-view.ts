/**
 * A table seen through its columns: finds the header row, reports what is wrong with it, and hands out
 * the rows below, cell by cell.
 *
 *     const view = TableView.open(table, "links", { known, required }, report);
 *     for (const row of view.rows()) row.read("scale", LINK_COLUMNS.scale);
 *     view.finish();
 */
import type { ErrorKind, ParametersOf } from "../catalogue/common.ts";
import type { Kind } from "../catalogue/kind.ts";
import type { Column } from "../columns.ts";
import {
  type Cell,
  columnLetters,
  type FormulaResult,
  type SheetTable,
  type TableRow,
} from "../read/table.ts";
import type { Place, Report } from "../report.ts";
import { type CellContext, type CellValue, parseCell } from "./parse-cell.ts";
import type { TableShape } from "./shapes.ts";

/** Rows with content: a title may stand above the header. */
export const HEADER_WITHIN = 10;
/** Characters of a header cell that count. */
const HEADER_LENGTH = 80;

export class TableView {
  readonly table: SheetTable;
  readonly name: string;
  readonly report: Report;
  /** Column name → index. Empty if there is no header. */
  readonly columns = new Map<string, number>();
  /** Columns whose absence was reported once for the table, and is not reported for each row. */
  readonly missing = new Set<string>();
  readonly #formulas = new Map<string, { line: number; count: number }>();
  #rows: readonly TableRow[] = [];

  private constructor(table: SheetTable, name: string, report: Report) {
    this.table = table;
    this.name = name;
    this.report = report;
  }

  static open(table: SheetTable, name: string, shape: TableShape, report: Report): TableView {
    const view = new TableView(table, name, report);
    view.#open(shape);
    return view;
  }

  /** How its rows are read: the same text, the same result of the same cells. */
  get reading(): string {
    const { file, name, pointIsDecimal } = this.table;
    return JSON.stringify([file, name, this.name, pointIsDecimal, ...this.columns]);
  }

  place(line?: number): Place {
    return { file: this.table.file, table: this.table.name, ...(line === undefined ? {} : { line }) };
  }

  /** Whether a place is that line of this table. */
  stands({ file, line, table }: Place, at: number): boolean {
    return line === at && table === this.table.name && file === this.table.file;
  }

  /** Rows with content below the header; comment rows (`#` in column A) are left out. */
  *rows(): Generator<ViewRow> {
    for (let place = 0; place < this.#rows.length; place += 1) {
      const row = this.row(place);
      if (row) yield row;
    }
  }

  /** The one at this place of `below`; undefined for a comment. */
  row(place: number): ViewRow | undefined {
    const row = this.#rows[place];
    return row && !isComment(row) ? new ViewRow(this, row) : undefined;
  }

  /** All below the header, comments too. */
  get below(): readonly TableRow[] {
    return this.#rows;
  }

  /** Reports what can be said only after all rows: formulas, merged cells. */
  finish(): void {
    for (const [column, { line, count }] of this.#formulas) {
      this.report.add("formula", { ...this.place(line), attribute: column }, { column, count });
    }
    const firstLine = this.#rows[0]?.line ?? Number.POSITIVE_INFINITY;
    for (const { line, range } of this.table.mergedAcross) {
      if (line >= firstLine) this.report.add("mergedAcross", this.place(line), { range });
    }
  }

  noteFormula(column: string, line: number): void {
    const seen = this.#formulas.get(column);
    if (seen) seen.count += 1;
    else this.#formulas.set(column, { line, count: 1 });
  }

  #open(shape: TableShape): void {
    const { rows } = this.table;
    const at = headerAt(rows, shape);
    const header = rows[at];
    if (!header) {
      this.report.add("missingHeader", this.place(), {});
      return;
    }
    this.#rows = rows.slice(at + 1);
    header.cells.forEach((cell, index) => {
      const column = headerName(cell);
      const where = { ...this.place(header.line), attribute: column };
      if (column === "") this.#warnUnnamed(index);
      else if (column.startsWith("_")) return;
      else if (this.columns.has(column)) this.report.add("duplicateColumn", where, { column });
      else if (shape.known.has(column)) this.columns.set(column, index);
      else {
        const near = this.report.near(column, shape.known);
        this.report.add("unknownColumn", where, { column, near });
      }
    });
    const width = this.table.width ?? this.#rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
    for (let index = header.cells.length; index < width; index++) this.#warnUnnamed(index);
    for (const column of shape.required) {
      if (this.columns.has(column)) continue;
      this.missing.add(column);
      this.report.add("missingColumn", { ...this.place(header.line), attribute: column }, { column });
    }
  }

  #warnUnnamed(index: number): void {
    const row = this.#rows.find((candidate) => (candidate.cells[index] ?? null) !== null);
    if (row) this.report.add("unnamedColumn", this.place(row.line), { column: columnLetters(index) });
  }
}

/** Where the header stands among the rows; the first row where none looks like one. */
export function headerAt(rows: readonly TableRow[], shape: TableShape): number {
  const known = (row: TableRow) => row.cells.filter((cell) => shape.known.has(headerName(cell))).length;
  const enough = Math.min(2, shape.required.length);
  return Math.max(
    0,
    rows.slice(0, HEADER_WITHIN).findIndex((row) => known(row) >= enough),
  );
}

/** Rows whose first cell says that they are for people. */
export function isComment({ cells: [first] }: TableRow): boolean {
  return typeof first === "string" && first.trimStart().startsWith("#");
}

export function headerName(cell: Cell | undefined): string {
  return typeof cell === "string" ? cell.slice(0, HEADER_LENGTH).normalize("NFC").trim().toLowerCase() : "";
}

export class ViewRow implements CellContext {
  readonly #view: TableView;
  readonly #row: TableRow;
  /** Full channel name or pod id for the entries of this row, once known. */
  channel = "";
  /** False as soon as an error (not a warning) was reported for this row. */
  ok = true;

  constructor(view: TableView, row: TableRow) {
    this.#view = view;
    this.#row = row;
  }

  get place(): Place {
    return this.#view.place(this.#row.line);
  }

  standsAt(place: Place): boolean {
    return this.#view.stands(place, this.#row.line);
  }

  get source(): TableRow {
    return this.#row;
  }

  get pointIsDecimal(): boolean {
    return this.#view.table.pointIsDecimal;
  }

  near(word: string, candidates: Iterable<string>): string | undefined {
    return this.#view.report.near(word, candidates);
  }

  filled(column: string): boolean {
    return this.#cell(column) !== null;
  }

  fail<K extends ErrorKind>(kind: K, attribute: string, parameters: ParametersOf<K>): void;
  fail<P>(kind: Kind<P>, attribute: string, parameters: P): void;
  fail(kind: never, attribute: string, parameters: never): void {
    const { report } = this.#view;
    const before = report.errors;
    report.add(kind, { ...this.place, channel: this.channel, attribute }, parameters);
    if (report.errors > before) this.ok = false;
  }

  /** The cell by its column; the default if it is empty. Undefined if it is empty without one, or wrong (reported). */
  read(name: string, column: Column): CellValue | undefined {
    const cell = this.#cell(name);
    if (cell === null) {
      if (column.required && column.default === undefined) {
        if (this.#view.missing.has(name)) this.ok = false;
        else this.fail("missingValue", name, { column: name, help: column.help });
      }
      return column.default;
    }
    let plain: Exclude<FormulaResult, null>;
    if (typeof cell === "object" && cell.odd === "formula") {
      if (cell.value === null) {
        this.fail("formulaWithoutValue", name, { column: name });
        return undefined;
      }
      this.#view.noteFormula(name, this.#row.line);
      plain = cell.value;
    } else plain = cell;
    return parseCell(plain, name, column, this);
  }

  text(name: string, column: Column): string | undefined {
    const value = this.read(name, column);
    return value === undefined || value === "" ? undefined : String(value);
  }

  /** The cell's plain content, or the formula's result; undefined for dates, errors and empty cells. */
  plain(name: string): CellValue | undefined {
    const cell = this.#cell(name);
    const content = typeof cell === "object" && cell?.odd === "formula" ? cell.value : cell;
    return typeof content === "object" ? undefined : content;
  }

  #cell(column: string): Cell {
    const index = this.#view.columns.get(column);
    return index === undefined ? null : (this.#row.cells[index] ?? null);
  }
}
