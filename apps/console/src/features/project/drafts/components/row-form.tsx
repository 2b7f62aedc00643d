/** One row with a field per column, for little screens and for those who prefer it: each cell is kept when its field is left. */
import type { DraftCell, DraftOperation, DraftRow } from "@hubwart/contract";
import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";
import type { Ask, ColumnInfo } from "../../../../compiler/protocol.ts";
import { draftsTexts } from "../../../../texts/index.ts";
import { cellText, isSecret, MASK, typedCell } from "../model/cells.ts";
import type { MarkSource } from "../model/mark-store.ts";
import { ofCell } from "../model/marks.ts";
import { writeOps } from "../model/steps.ts";
import { cellAt, infoOfCell, isUnused, type ShownColumn, type TableView } from "../model/table-view.ts";
import { hasValues, useLiveRows } from "../use-live-rows.ts";
import { useMarksOfRow } from "../use-marks.ts";
import { LiveCell } from "./live-cell.tsx";
import classes from "./row-form.module.css";

const texts = draftsTexts.form;
type Suggest = (table: string, column: string, text: string) => Promise<readonly string[]>;

interface RowFormProps {
  label: string;
  view: TableView;
  marks: MarkSource;
  row: number;
  /** As the workbook has it. */
  line: number;
  ask: Ask;
  act: (label: string, ops: DraftOperation[]) => boolean;
  foresee: (ops: readonly DraftOperation[]) => void;
  suggest: Suggest;
  onRow: (row: number) => void;
  onClose: () => void;
}

export function RowForm(props: RowFormProps) {
  const { act, ask, foresee, label, line, marks, onClose, onRow, row: at, suggest, view } = props;
  const row = view.rows[at];
  const count = view.rows.length;
  const inRow = useMarksOfRow(marks, row?.id);
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={row ? texts.title(label, line) : texts.newRow(label)}
      classNames={{ body: classes["body"] ?? "" }}
      transitionProps={{ duration: 0 }}
    >
      <nav className={classes["steps"]} aria-label={texts.of(Math.min(at + 1, count), count)}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          disabled={at === 0}
          onClick={() => onRow(at - 1)}
        >
          {texts.previous}
        </Button>
        <span className={classes["of"]}>{row ? texts.of(at + 1, count) : null}</span>
        <Button
          variant="default"
          rightSection={<IconArrowRight size={16} aria-hidden />}
          disabled={at >= count}
          onClick={() => onRow(at + 1)}
        >
          {texts.next}
        </Button>
      </nav>
      <LiveLine view={view} row={row} ask={ask} />
      {ofCell(inRow).map(({ hint, level, text }) => (
        <p key={text} className={classes["said"]} data-level={level}>
          {draftsTexts.problems.levels[level]}: {text} {hint}
        </p>
      ))}
      {view.columns.map((column, index) => {
        const value = cellAt(row, column);
        // What the row does not use is in the way, unless something stands there.
        if (row && isUnused(view, row, column) && value === null) return null;
        const info = infoOfCell(view, row, column);
        const found = column.id === undefined ? [] : ofCell(inRow, column.id);
        return (
          <Field
            key={`${at} ${column.key}`}
            column={column}
            info={info}
            value={value}
            said={found.map(({ hint, text }) => `${text} ${hint}`.trim()).join(" ")}
            table={view.table.id}
            suggest={suggest}
            onTyped={(cell) =>
              foresee(cell === undefined ? [] : writeOps(view, [{ row: at, column: index, value: cell }]))
            }
            onDone={(cell) =>
              act(
                draftsTexts.steps.cell(column.name),
                writeOps(view, [{ row: at, column: index, value: cell }]),
              )
            }
          />
        );
      })}
      <Button onClick={onClose}>{texts.done}</Button>
    </Modal>
  );
}

function LiveLine({ ask, row, view }: { ask: Ask; row: DraftRow | undefined; view: TableView }) {
  const { live, onRows } = useLiveRows(view.table.id, ask, hasValues(view));
  useEffect(() => onRows(row ? [row] : []), [onRows, row]);
  const chan = live?.names.get(row?.id ?? "");
  if (!live || chan === undefined) return null;
  return (
    <p className={classes["live"]}>
      {texts.live} <LiveCell chan={chan} store={live.store} loaded={live.loaded} />
    </p>
  );
}

interface FieldProps {
  column: ShownColumn;
  info: ColumnInfo | undefined;
  value: DraftCell;
  /** What is wrong with it. */
  said: string;
  table: string;
  suggest: Suggest;
  /** Undefined: nothing is typed any more. */
  onTyped: (cell: DraftCell | undefined) => void;
  onDone: (cell: DraftCell) => void;
}

function Field({ column, info, onDone, onTyped, said, suggest, table, value }: FieldProps) {
  const shown = isSecret(value) ? "" : cellText(value);
  const [text, setText] = useState(shown);
  const [outside, setOutside] = useState(shown);
  const [focused, setFocused] = useState(false);
  const list = useId();
  const found = useFound(
    focused && info?.secret !== true,
    info?.choices,
    { table, column: column.name, text },
    suggest,
  );
  if (outside !== shown) {
    setOutside(shown);
    setText(shown);
  }
  const isTyped = text !== shown;
  const endTyping = useEffectEvent(() => onTyped(undefined));
  // After what is done with it, and where the row is gone.
  useEffect(() => (isTyped ? endTyping : undefined), [isTyped]);
  function type(now: string): void {
    setText(now);
    onTyped(typedCell(now, value));
  }
  function keep(): void {
    // An empty field of a password leaves it as it is.
    if (!isTyped) return;
    onDone(typedCell(text, value));
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !info?.long) {
      event.preventDefault();
      keep();
    } else if (event.key === "Escape") setText(shown);
  }
  const common = {
    label: column.name,
    description: helpOf(info, isSecret(value)),
    error: said === "" ? undefined : said,
    withAsterisk: info?.required === true,
    value: text,
    autoComplete: "off",
    spellCheck: false,
    // Escape gives up first what was typed, then the form.
    "data-mantine-stop-propagation": isTyped || undefined,
    onKeyDown,
    onFocus: () => setFocused(true),
    onBlur: () => {
      setFocused(false);
      keep();
    },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => type(currentTarget.value),
  } as const;
  if (info?.long && !info.secret) return <Textarea {...common} rows={4} />;
  if (info?.secret)
    return (
      <TextInput
        {...common}
        type="password"
        autoComplete="new-password"
        placeholder={isSecret(value) ? MASK : ""}
      />
    );
  return (
    <>
      <TextInput {...common} list={list} placeholder={info?.preset ?? ""} />
      <datalist id={list}>
        {found.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
    </>
  );
}

function helpOf(info: ColumnInfo | undefined, kept: boolean): string | undefined {
  if (!info) return draftsTexts.grid.unused;
  const { help, preset, secret, unit } = info;
  return [
    help,
    unit,
    preset === undefined ? undefined : draftsTexts.grid.presetOf(preset),
    secret ? draftsTexts.grid.secret : undefined,
    kept ? texts.keepSecret : undefined,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What may be meant, while the field has the focus. */
function useFound(
  on: boolean,
  choices: readonly string[] | undefined,
  { column, table, text }: { table: string; column: string; text: string },
  suggest: Suggest,
): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!on || choices) return undefined;
    let gone = false;
    void suggest(table, column, text).then((values) => {
      if (!gone) setFound(values);
    });
    return () => {
      gone = true;
    };
  }, [on, choices, suggest, table, column, text]);
  return choices ?? found;
}
