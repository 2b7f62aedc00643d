/**
 * "Von anderer Stelle geändert", for every editor: what is stored by now beside what is typed here, and the three ways on.
 * It comes into view and has the focus when saving meets the other state; afterwards the focus is on the saving button
 * (`SaveButton`) of the same form.
 */
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { Conflict, Difference } from "../lib/conflict.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./conflict-note.module.css";
import { type FactColumn, FactTable } from "./fact-table.tsx";
import layout from "./layout.module.css";
import { SAVE_BUTTON } from "./save-button.tsx";
import { TextDifference } from "./text-difference.tsx";

const texts = commonTexts.conflict;
const SCOPE = 'form, [role="dialog"], main';

export interface ConflictNoteProps {
  conflict: Conflict;
  disabled?: boolean;
}

/** A new one each time it is met, which takes the focus anew. */
export function ConflictNote(props: ConflictNoteProps) {
  return <Note key={props.conflict.met} {...props} />;
}

function Note({ conflict, disabled = false }: ConflictNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  const { differences, merge, overwrite, takeOver } = conflict;
  useEffect(() => {
    note.current?.focus({ preventScroll: true });
    note.current?.scrollIntoView?.({ block: "start" });
  }, []);
  const act = (way: () => void) => () => {
    const save = note.current?.closest(SCOPE)?.querySelector<HTMLElement>(SAVE_BUTTON);
    way();
    save?.focus();
  };
  return (
    <Alert
      ref={note}
      tabIndex={-1}
      color="orange"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={texts.title}
      classNames={{ root: classes["note"] ?? "" }}
    >
      <div className={layout["stackTight"]}>
        <p>{texts.text}</p>
        <Differences differences={differences} />
        <dl className={classes["ways"]}>
          {merge ? (
            <Way label={texts.merge} text={texts.mergeText} disabled={disabled} run={act(merge)} />
          ) : null}
          <Way label={texts.takeOver} text={texts.takeOverText} disabled={disabled} run={act(takeOver)} />
          <Way label={texts.overwrite} text={texts.overwriteText} disabled={disabled} run={act(overwrite)} />
        </dl>
      </div>
    </Alert>
  );
}

interface WayProps {
  label: string;
  text: string;
  disabled: boolean;
  run: () => void;
}

function Way({ label, text, disabled, run }: WayProps) {
  return (
    <div className={classes["way"]}>
      <dt>
        <Button variant="default" size="xs" disabled={disabled} onClick={run}>
          {label}
        </Button>
      </dt>
      <dd>{text}</dd>
    </div>
  );
}

const isText = ({ mine, theirs }: Difference): boolean => mine.includes("\n") || theirs.includes("\n");

const COLUMNS: readonly FactColumn<Difference>[] = [
  { id: "label", header: texts.columns.field, cell: ({ label }) => label },
  { id: "theirs", header: texts.columns.theirs, cell: ({ theirs }) => theirs },
  { id: "mine", header: texts.columns.mine, cell: ({ mine }) => mine },
];

function Differences({ differences }: Pick<Conflict, "differences">) {
  const rows = differences.filter((one) => !isText(one));
  return (
    <>
      {rows.length > 0 ? (
        <FactTable label={texts.table} rows={rows} columns={COLUMNS} rowKey={({ label }) => label} top />
      ) : null}
      {differences.filter(isText).map((one) => (
        <TextDifference key={one.label} {...one} />
      ))}
    </>
  );
}
