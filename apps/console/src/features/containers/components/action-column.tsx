/** The last column of a table: what can be done with a row. */
import type { DataColumn } from "../../../components/data-table/data-table.tsx";
import { RowActions, type RowActionsProps } from "../../../components/row-actions.tsx";

export function actionColumn<T>(
  header: string,
  rowName: (row: T) => string,
  actionsOf: (row: T) => RowActionsProps["actions"],
): DataColumn<T> {
  return {
    id: "actions",
    header,
    align: "right",
    hideHeader: true,
    width: "1%",
    cell: (row) => <RowActions row={rowName(row)} actions={actionsOf(row)} />,
  };
}
