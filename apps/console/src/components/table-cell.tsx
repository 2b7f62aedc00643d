import type { ReactElement, ReactNode } from "react";

/** A cell of a table's row, or the heading of that row; a function, since large tables have thousands. */
export function tableCell(
  id: string,
  rowHeader: boolean | undefined,
  attributes: Record<`data-${string}`, string | boolean | undefined>,
  content: ReactNode,
): ReactElement {
  return rowHeader ? (
    <th key={id} scope="row" {...attributes}>
      {content}
    </th>
  ) : (
    <td key={id} {...attributes}>
      {content}
    </td>
  );
}
