/** The last column of a table: what can be done with a row, maybe nothing. */
import { RowActions, type RowActionsProps } from "../row-actions.tsx";
import type { DataColumn } from "./data-table.tsx";

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
    cell: (row) => {
      const actions = actionsOf(row);
      return actions.length === 0 ? null : <RowActions row={rowName(row)} actions={actions} />;
    },
  };
}
