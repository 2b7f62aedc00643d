/** Writes workbooks: the template and the examples. The same tables give the same bytes. */
import { type Cell, type CellValue, writeXlsx } from "hucre/xlsx";

export interface WorkbookTable {
  name: string;
  /** The first row is the header. */
  rows: readonly (readonly CellValue[])[];
  /** Sheets of text for people have no header. */
  plain?: boolean;
  hidden?: boolean;
  /** 0-based, both ends included. */
  merges?: { startRow: number; startCol: number; endRow: number; endCol: number }[];
}

const HEADER: Partial<Cell> = {
  style: {
    font: { bold: true, color: { rgb: "FFFFFF" } },
    fill: { type: "pattern", pattern: "solid", fgColor: { rgb: "1F4E79" } },
  },
};
const COMMENT: Partial<Cell> = { style: { font: { italic: true, color: { rgb: "6B6B6B" } } } };
const EPOCH = new Date(0);

export async function writeWorkbook(tables: readonly WorkbookTable[]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: tables.map((table) => ({
      name: table.name,
      rows: table.rows.map((row) => [...row]),
      columns: widths(table).map((width) => ({ width })),
      cells: table.plain ? new Map() : styled(table),
      ...(table.plain ? {} : { freezePane: { rows: 1 } }),
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
    const isComment = typeof row[0] === "string" && row[0].startsWith("#");
    if (!isHeader && !isComment) return;
    row.forEach((value, column) => {
      if (value === null || value === undefined) return;
      cells.set(`${line},${column}`, { value, ...(isHeader ? HEADER : COMMENT) });
    });
  });
  return cells;
}

/** Wide enough for the content, within reason; in characters. */
function widths(table: WorkbookTable): number[] {
  const most: number[] = [];
  for (const row of table.rows.slice(0, 200)) {
    row.forEach((value, column) => {
      const length = value instanceof Date ? 12 : String(value ?? "").length + 3;
      most[column] = Math.min(70, Math.max(most[column] ?? 10, length));
    });
  }
  return most;
}
