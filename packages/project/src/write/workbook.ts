/** Writes workbooks: the template and the examples. The same tables give the same bytes. */

import { type Cell, type CellValue, type DataValidation, writeXlsx } from "hucre/xlsx";
import { columnLetters } from "../read/table.ts";

/** What a spreadsheet says and offers where somebody fills a column. */
export interface ColumnHint {
  title: string;
  text: string;
  /** To choose from; other values stay possible, since the check knows more words. */
  values?: readonly string[];
  /** Columns of one block have one colour in the header; 0 without. */
  block?: number;
}

export interface WorkbookTable {
  name: string;
  /** The first row is the header. */
  rows: readonly (readonly CellValue[])[];
  /** Sheets of text for people have no header. */
  plain?: boolean;
  hidden?: boolean;
  /** By column; none for a column without one. */
  hints?: readonly (ColumnHint | undefined)[];
  /** 0-based, both ends included. */
  merges?: { startRow: number; startCol: number; endRow: number; endCol: number }[];
}

const header = (rgb: string): Partial<Cell> => ({
  style: {
    font: { bold: true, color: { rgb: "FFFFFF" } },
    fill: { type: "pattern", pattern: "solid", fgColor: { rgb } },
  },
});
/** Neighbouring blocks differ; the first is for columns of no block. All carry white text. */
const HEADERS = [header("1F4E79"), header("0B6577"), header("5B4A8A")];
/** Rows that a column's hint is offered in; a larger table is no longer typed by hand. */
const HINTED_ROWS = 2_000;
/** What spreadsheets take (ECMA-376, 18.3.1.32). */
const MOST = { title: 32, text: 255, list: 255 };
const COMMENT: Partial<Cell> = {
  style: { font: { italic: true, color: { rgb: "6B6B6B" } }, alignment: { wrapText: true, vertical: "top" } },
};
/** In characters. What is longer is broken into lines if it is a comment, since that is read once and takes no cell. */
const WIDTH = { least: 10, most: 70, comment: 32 };
const EPOCH = new Date(0);

export async function writeWorkbook(tables: readonly WorkbookTable[]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: tables.map((table) => ({
      name: table.name,
      rows: table.rows.map((row) => [...row]),
      columns: widths(table).map((width) => ({ width })),
      cells: table.plain ? new Map() : styled(table),
      ...(table.plain ? {} : { freezePane: { rows: 1 } }),
      ...(table.hints ? { dataValidations: validations(table.hints) } : {}),
      ...(table.hidden ? { hidden: true } : {}),
      ...(table.merges ? { merges: table.merges } : {}),
    })),
    properties: { created: EPOCH, modified: EPOCH, creator: "Hubwart" },
  });
}

/** Header cells stand out, comment rows step back. */
function styled(table: WorkbookTable): Map<string, Partial<Cell>> {
  const cells = new Map<string, Partial<Cell>>();
  table.rows.forEach((row, line) => {
    const isHeader = line === 0;
    if (!isHeader && !isComment(row)) return;
    row.forEach((value, column) => {
      if (value === null || value === undefined) return;
      cells.set(`${line},${column}`, { value, ...(isHeader ? headerOf(table, column) : COMMENT) });
    });
  });
  return cells;
}

function headerOf({ hints }: WorkbookTable, column: number): Partial<Cell> {
  const block = hints?.[column]?.block ?? 0;
  return (block === 0 ? HEADERS[0] : HEADERS[1 + (block % 2)]) ?? {};
}

function validations(hints: readonly (ColumnHint | undefined)[]): DataValidation[] {
  return hints.flatMap((hint, index): DataValidation[] => {
    if (hint === undefined) return [];
    const letters = columnLetters(index);
    const { title, text, values = [] } = hint;
    const listed = values.length > 0 && values.join(",").length <= MOST.list;
    return [
      {
        // A condition that always holds, where there is nothing but the hint.
        ...(listed ? { type: "list", values: [...values] } : { type: "custom", formula1: "TRUE" }),
        allowBlank: true,
        showErrorMessage: false,
        showInputMessage: true,
        inputTitle: title.slice(0, MOST.title),
        inputMessage: text.length > MOST.text ? `${text.slice(0, MOST.text - 1)}…` : text,
        range: `${letters}2:${letters}${HINTED_ROWS}`,
      },
    ];
  });
}

const isComment = ([first]: readonly CellValue[]): boolean =>
  typeof first === "string" && first.startsWith("#");

/** Wide enough for the content, within reason. */
function widths(table: WorkbookTable): number[] {
  const most: number[] = [];
  for (const row of table.rows.slice(0, 200)) {
    const limit = isComment(row) ? WIDTH.comment : WIDTH.most;
    row.forEach((value, column) => {
      const length = value instanceof Date ? 12 : String(value ?? "").length + 3;
      most[column] = Math.max(most[column] ?? WIDTH.least, Math.min(limit, length));
    });
  }
  return most;
}
