/** What tells the row of a block from the others of its page: not where it stands, so that moving it changes the row. */
export function blockKey(cell: (column: string) => string): string[] {
  const or = (column: string) => cell(column) || "-";
  return [cell("page"), cell("block"), or("source"), or("on"), or("label")];
}
