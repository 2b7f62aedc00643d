import type { DraftCell, DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";
import { isSecret, tablesOfDraft } from "@hubwart/draft";
import type { Sheet, TableInput } from "@hubwart/project";

/** What an empty draft begins with. */
export const EMPTY_SHEETS: readonly Sheet[] = [
  { name: "project", above: [], columns: ["key", "value"], rows: [["id", "projekt"]] },
  { name: "pods", above: [], columns: ["id", "label"], rows: [] },
];

/** So that cells that mean the same are the same, e.g. `x` and `ja`. Secrets stay as they are. */
export function inOneForm(
  document: DraftDocument,
  arrange: (table: TableInput) => TableInput,
): DraftDocument {
  const { tables } = tablesOfDraft(document, () => null);
  return {
    ...document,
    tables: document.tables.map((table, index) => {
      const plain = tables[index];
      const rows = plain ? arrange(plain).rows.slice(table.above.length + 1) : [];
      return { ...table, rows: table.rows.map((row, at) => formed(table, row, rows[at]?.cells ?? [])) };
    }),
  };
}

function formed({ columns }: DraftTable, { cells, id }: DraftRow, plain: readonly unknown[]): DraftRow {
  const filled = columns.flatMap(({ id: column }, index): [string, DraftCell][] => {
    const before = cells[column] ?? null;
    const cell = isSecret(before) ? before : plain[index];
    return isCell(cell) && cell !== "" ? [[column, cell]] : [];
  });
  return { id, cells: Object.fromEntries(filled) };
}

const isCell = (cell: unknown): cell is string | number | boolean | { secret: string } =>
  cell !== null && cell !== undefined;
