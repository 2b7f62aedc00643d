/** Asks before the project is made anew, and shows what changes. */
import { Alert } from "@mantine/core";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { constantsTexts } from "../../../texts/index.ts";
import { type Change, type Compiled, useActivate, useChanges } from "../api/constants.ts";
import { shownValue } from "../model/value-text.ts";
import classes from "./constants.module.css";

const texts = constantsTexts.activate;

const COLUMNS: readonly DataColumn<Change>[] = [
  {
    id: "channel",
    header: texts.columns.channel,
    value: ({ channel }) => channel,
    rowHeader: true,
    breaks: true,
  },
  { id: "from", header: texts.columns.from, value: ({ from }) => shownValue(from), breaks: true },
  { id: "to", header: texts.columns.to, value: ({ to }) => shownValue(to), breaks: true },
];

export interface ActivateDialogProps {
  opened: boolean;
  onClose: () => void;
  onDone: (result: Compiled) => void;
}

export function ActivateDialog({ opened, onClose, onDone }: ActivateDialogProps) {
  const activate = useActivate();
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size="lg"
      confirmLabel={texts.button}
      onConfirm={() => activate.mutateAsync()}
      onDone={onDone}
    >
      <p className={classes["note"]}>{texts.question}</p>
      {opened ? <Changes /> : null}
    </ActionDialog>
  );
}

function Changes() {
  const query = useChanges();
  return (
    <QueryState query={query} loading={<LoadingState shape="table" />}>
      {({ changes, total }) =>
        total === 0 ? (
          <p className={classes["note"]}>{texts.nothing}</p>
        ) : (
          <div className={layout["stackTight"]}>
            <Alert color="yellow" variant="light">
              {texts.warning}
            </Alert>
            <p className={classes["note"]}>{texts.changes(total)}</p>
            <section className={classes["changes"]} aria-label={texts.table}>
              <DataTable
                label={texts.table}
                rows={changes}
                columns={COLUMNS}
                rowKey={({ channel }) => channel}
              />
            </section>
            {total > changes.length ? <p>{texts.more(total - changes.length)}</p> : null}
          </div>
        )
      }
    </QueryState>
  );
}
