/** The last column of a table: what can be done with a row. */
import type { FactColumn } from "../../../components/fact-table.tsx";
import { RowActions, type RowActionsProps } from "../../../components/row-actions.tsx";

export function actionColumn<T>(
  header: string,
  rowName: (row: T) => string,
  actionsOf: (row: T) => RowActionsProps["actions"],
): FactColumn<T> {
  return {
    id: "actions",
    header,
    align: "right",
    cell: (row) => <RowActions row={rowName(row)} actions={actionsOf(row)} />,
  };
}
