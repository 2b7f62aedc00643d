/** The last column of a table: what can be done with a row. */
import { ActionIcon } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import type { FactColumn } from "../../../components/fact-table.tsx";
import classes from "./section.module.css";

export interface RowAction {
  icon: TablerIcon;
  /** Names the row too, for those who hear it. */
  label: string;
  title?: string;
  onClick: () => void;
}

export function actionColumn<T>(header: string, actionsOf: (row: T) => readonly RowAction[]): FactColumn<T> {
  return {
    id: "actions",
    header,
    align: "right",
    cell: (row) => (
      <div className={classes["actions"]}>
        {actionsOf(row).map(({ icon: Icon, label, title, onClick }) => (
          <ActionIcon
            key={label}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={label}
            title={title}
            onClick={onClick}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
      </div>
    ),
  };
}
