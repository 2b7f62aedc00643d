/**
 * What can be done with a row: a sign each, and one menu where the row is a card. A single one says there what it does.
 *
 *     <RowActions row="haus" actions={[{ label: "Benutzer bearbeiten", icon: IconPencil, run: edit }]} />
 */
import { commonTexts } from "../texts/index.ts";
import icon from "./icon-button.module.css";
import classes from "./row-actions.module.css";
import { type RowAction, RowMenu } from "./row-menu.tsx";

export interface RowActionsProps {
  /** Names the row for those who hear the buttons. */
  row: string;
  actions: readonly (RowAction & {
    /** Said instead of label and row. */
    name?: string;
  })[];
}

export function RowActions({ row, actions }: RowActionsProps) {
  const single = actions.length === 1;
  return (
    <>
      <div className={classes["signs"]} data-single={single}>
        {actions.map(({ label, name = `${label}: ${row}`, icon: Icon, run }) => (
          <button
            key={label}
            type="button"
            className={icon["icon"]}
            data-small
            aria-label={name}
            title={label}
            onClick={run}
          >
            <Icon size={18} aria-hidden />
            {single ? <span className={classes["text"]}>{label}</span> : null}
          </button>
        ))}
      </div>
      {single ? null : (
        <div className={classes["menu"]}>
          <RowMenu label={commonTexts.table.actionsOf(row)} actions={actions} />
        </div>
      )}
    </>
  );
}
