/** A draft: its tables, one of them as a grid, what is wrong, and what can be done with the whole. */
import type { DraftOperation } from "@hubwart/contract";
import { Alert, Button, Switch } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowBarDown,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowUp,
  IconCopyPlus,
  IconListNumbers,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconSearch,
  IconTrash,
} from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { DownloadButton } from "../../../../components/download-button.tsx";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { PageFrame } from "../../../../components/page-frame.tsx";
import { type RowAction, RowMenu } from "../../../../components/row-menu.tsx";
import { UnsavedGuard } from "../../../../components/unsaved-guard.tsx";
import { errorText } from "../../../../lib/error-text.ts";
import { formatTime } from "../../../../lib/format.ts";
import { useAddressed } from "../../../../lib/use-view.ts";
import { commonTexts, draftsTexts as texts } from "../../../../texts/index.ts";
import { downloadDraft } from "../../api/drafts.ts";
import { type BlockCommand, blockStep } from "../model/block-step.ts";
import { history } from "../model/draft-state.ts";
import { selectionOf, type Target } from "../model/place.ts";
import { at, blockOf, type Selection, within } from "../model/selection.ts";
import { addTableOps, writeOps } from "../model/steps.ts";
import { viewOf } from "../model/table-view.ts";
import { useAddressedPlace } from "../use-addressed-place.ts";
import type { Editor } from "../use-editor.ts";
import classes from "./editor.module.css";
import { FindBar } from "./find-bar.tsx";
import { Grid } from "./grid.tsx";
import { Problems } from "./problems.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { labelOf, TableTabs } from "./table-tabs.tsx";

const START = at({ row: 0, column: 0 });

export function DraftEditor({ editor }: { editor: Editor }) {
  const { failed, infos, marks, store, suggest, view } = editor;
  const { document, draft } = view.state;
  const [tableId, setTable] = useAddressed("draft.table");
  const [selections, setSelections] = useState<Readonly<Record<string, Selection>>>({});
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [finding, setFinding] = useState(false);
  const [asked, setAsked] = useState<"check" | "publish">();
  const grid = useRef<HTMLTableElement>(null);

  const table = document.tables.find(({ id }) => id === tableId) ?? document.tables[0];
  const wrong = onlyWrong && table ? marks?.rows(table.id) : undefined;
  const shown = useMemo(
    () => table && viewOf(table, infos, wrong ? table.rows.filter(({ id }) => wrong.has(id)) : table.rows),
    [table, infos, wrong],
  );
  const { redo, undo } = history(view.state);

  const select = (selection: Selection, of = table?.id ?? ""): void =>
    setSelections((before) => ({ ...before, [of]: selection }));
  const size = { rows: (shown?.rows.length ?? 0) + 1, columns: shown?.columns.length ?? 1 };
  const kept = selections[table?.id ?? ""] ?? START;
  const selection: Selection = { anchor: within(kept.anchor, size), head: within(kept.head, size) };

  function open(target: Target): void {
    const there = document.tables.find(({ id }) => id === target.table);
    if (!there) return;
    setTable(there.id);
    setOnlyWrong(false);
    select(selectionOf(there, infos, target), there.id);
    // Once it is drawn.
    requestAnimationFrame(() => grid.current?.focus());
  }
  useAddressedPlace(editor, open);

  return (
    <PageFrame
      title={draft.name}
      back="/project/edit"
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => setAsked("check")}>
            {texts.check}
          </Button>
          <DownloadButton
            size="xs"
            start={async () => {
              await store.flush();
              await downloadDraft(draft.id);
            }}
          >
            {texts.exportFile}
          </DownloadButton>
          <Button size="xs" onClick={() => setAsked("publish")}>
            {texts.publish}
          </Button>
        </>
      }
    >
      <UnsavedGuard dirty={view.state.pending.length > 0} />
      <Trouble editor={editor} />
      <div className={classes["bar"]}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!undo}
          title={undo && texts.undoOf(undo.label)}
          onClick={store.undo}
        >
          {texts.undo}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowForwardUp size={16} aria-hidden />}
          disabled={!redo}
          title={redo && texts.redoOf(redo.label)}
          onClick={store.redo}
        >
          {texts.redo}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-pressed={finding}
          onClick={() => setFinding((before) => !before)}
        >
          {texts.find.open}
        </Button>
        <Switch
          size="xs"
          label={texts.onlyWrong}
          checked={onlyWrong}
          onChange={(event) => setOnlyWrong(event.currentTarget.checked)}
        />
        <span className={classes["gap"]} />
        <SavedState editor={editor} />
      </div>
      <TableTabs
        tables={document.tables}
        infos={infos}
        marks={marks}
        chosen={table?.id}
        onChoose={setTable}
        onAdd={({ columns, name }) => {
          const needed = columns.filter(({ required }) => required).map((column) => column.name);
          const first = columns.slice(0, 2).map((column) => column.name);
          const { id, ops } = addTableOps(document.tables, name, [...new Set([...first, ...needed])]);
          if (store.act(texts.steps.addTable(labelOf(name, infos)), ops)) setTable(id);
        }}
      />
      {table && shown ? (
        <>
          {finding ? (
            <FindBar
              view={shown}
              from={selection.head}
              onFound={(spot) => select(at(spot))}
              write={(writes, label) => store.act(label, writeOps(shown, writes))}
              onClose={() => {
                setFinding(false);
                grid.current?.focus();
              }}
            />
          ) : null}
          <RowActions
            act={store.act}
            shown={shown}
            selection={selection}
            onDropTable={() =>
              store.act(texts.steps.dropTable(labelOf(table.name, infos)), [
                { op: "dropTable", table: table.id },
              ])
            }
          />
          <Grid
            key={table.id}
            label={labelOf(table.name, infos)}
            view={shown}
            marks={marks}
            selection={selection}
            onSelect={select}
            act={store.act}
            undo={store.undo}
            redo={store.redo}
            onFind={() => setFinding(true)}
            suggest={suggest}
            focusRef={grid}
          />
        </>
      ) : (
        <EmptyState title={texts.noTables} text={texts.noTablesText} />
      )}
      <Problems
        document={document}
        marks={marks}
        failed={failed}
        onOpen={({ table: of = "", row, column }) => open({ table: of, row, column })}
      />
      {asked ? (
        <PublishDialog store={store} checkOnly={asked === "check"} onClose={() => setAsked(undefined)} />
      ) : null}
    </PageFrame>
  );
}

interface RowActionsProps {
  act: (label: string, ops: DraftOperation[]) => boolean;
  shown: ReturnType<typeof viewOf>;
  selection: Selection;
  onDropTable: () => void;
}

const ROW_ACTIONS: readonly (Omit<RowAction, "run"> & { command: BlockCommand })[] = [
  { label: texts.grid.insertAbove, icon: IconRowInsertTop, command: { do: "insert" } },
  { label: texts.grid.insertBelow, icon: IconRowInsertBottom, command: { do: "insertBelow" } },
  { label: texts.grid.duplicate, icon: IconCopyPlus, command: { do: "duplicate" } },
  { label: texts.grid.up, icon: IconArrowUp, command: { do: "moveRows", by: -1 } },
  { label: texts.grid.down, icon: IconArrowDown, command: { do: "moveRows", by: 1 } },
  { label: texts.grid.fillDown, icon: IconArrowBarDown, command: { do: "fillDown" } },
  { label: texts.grid.count, icon: IconListNumbers, command: { do: "count" } },
  { label: texts.grid.remove, icon: IconTrash, command: { do: "delete" } },
];

function RowActions({ act, onDropTable, selection, shown }: RowActionsProps) {
  const run = (command: BlockCommand): void => {
    const { label, ops } = blockStep(shown, blockOf(selection), command);
    act(label, ops);
  };
  return (
    <div className={classes["bar"]}>
      <span className={classes["state"]}>{texts.grid.help}</span>
      <span className={classes["gap"]} />
      <RowMenu
        label={texts.grid.rowMenu}
        actions={[
          ...ROW_ACTIONS.map(({ command, ...action }) => ({ ...action, run: () => run(command) })),
          { label: texts.dropTable, icon: IconTrash, run: onDropTable },
        ]}
      />
    </div>
  );
}

function SavedState({ editor: { view } }: { editor: Editor }) {
  const { trouble, unsavedSince } = view;
  const text =
    trouble === "connection"
      ? texts.unsaved(unsavedSince === undefined ? "" : formatTime(unsavedSince))
      : unsavedSince === undefined
        ? texts.saved
        : texts.saving;
  return (
    <output className={classes["state"]} data-trouble={trouble === "connection" || undefined}>
      {text}
    </output>
  );
}

function Trouble({ editor: { store, view } }: { editor: Editor }) {
  const { notes, trouble } = view;
  const said = typeof trouble === "object" ? errorText(trouble.error) : undefined;
  return (
    <>
      {said ? (
        <Alert color="red" variant="light" role="alert" title={texts.refused}>
          <div className={classes["note"]}>
            <span>{[said.text, said.detail].filter(Boolean).join(" ")}</span>
            <Button size="xs" variant="default" onClick={store.retry}>
              {commonTexts.action.retry}
            </Button>
          </div>
        </Alert>
      ) : null}
      {notes.map(({ id, text }) => (
        <Alert
          key={id}
          color="orange"
          variant="light"
          role="alert"
          withCloseButton
          closeButtonLabel={texts.notes.dismiss}
          onClose={() => store.dismiss(id)}
        >
          {text}
        </Alert>
      ))}
    </>
  );
}
