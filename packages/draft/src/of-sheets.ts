import type { DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";

type Plain = string | number | boolean | null;

/** A table as an editor shows it; `Sheet` of the project's package is one. */
interface PlainSheet {
  name: string;
  above: readonly (readonly Plain[])[];
  columns: readonly string[];
  rows: readonly (readonly Plain[])[];
}

/** With ids; those that browsers make are longer, so that none of them is made again. */
export function documentOf(
  sheets: readonly PlainSheet[],
  scripts: Readonly<Record<string, string>>,
): DraftDocument {
  return { tables: sheets.map(tableOf), scripts: { ...scripts } };
}

function tableOf({ name, above, columns, rows }: PlainSheet, index: number): DraftTable {
  const ids = columns.map((_, column) => `c${column + 1}`);
  return {
    id: `t${index + 1}`,
    name,
    above: above.map((cells) => [...cells]),
    columns: columns.map((column, at) => ({ id: ids[at] ?? "", name: column })),
    rows: rows.map((cells, row): DraftRow => {
      const filled = cells.flatMap((cell, column) =>
        cell === null || cell === "" ? [] : [[ids[column] ?? "", cell] as const],
      );
      return { id: `r${row + 1}`, cells: Object.fromEntries(filled) };
    }),
  };
}
