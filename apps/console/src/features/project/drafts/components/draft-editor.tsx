/** A draft: its tables, one of them as a grid, what is wrong, and what can be done with the whole. */
import { Alert, Button, Switch } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconActivity, IconArrowBackUp, IconArrowForwardUp, IconSearch } from "@tabler/icons-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { DownloadButton } from "../../../../components/download-button.tsx";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { PageFrame } from "../../../../components/page-frame.tsx";
import { openRowMenu } from "../../../../components/row-menu.tsx";
import { UnsavedGuard } from "../../../../components/unsaved-guard.tsx";
import { errorText } from "../../../../lib/error-text.ts";
import { formatTime } from "../../../../lib/format.ts";
import { useAddressed } from "../../../../lib/use-view.ts";
import { commonTexts, draftsTexts as texts } from "../../../../texts/index.ts";
import { downloadDraft } from "../../api/drafts.ts";
import { history } from "../model/draft-state.ts";
import { selectionOf, type Target } from "../model/place.ts";
import { at, type Selection, within } from "../model/selection.ts";
import { addTableOps, writeOps } from "../model/steps.ts";
import { viewOf } from "../model/table-view.ts";
import { useAddressedPlace } from "../use-addressed-place.ts";
import type { Editor } from "../use-editor.ts";
import { hasValues, useLiveWanted } from "../use-live-rows.ts";
import classes from "./editor.module.css";
import { FindBar } from "./find-bar.tsx";
import { linesOf } from "./grid-parts.ts";
import { LiveGrid } from "./live-grid.tsx";
import { Problems } from "./problems.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { RowActions } from "./row-actions.tsx";
import { RowForm } from "./row-form.tsx";
import { labelOf, TableTabs } from "./table-tabs.tsx";

const START = at({ row: 0, column: 0 });
/** px: below, a tap on a row opens it as a form. */
const FORM_BELOW = 720;

const useNarrow = (): boolean =>
  useMediaQuery(`(max-width: ${FORM_BELOW - 1}px)`, false, { getInitialValueInEffect: false });

export function DraftEditor({ editor }: { editor: Editor }) {
  const { ask, failed, infos, marks, store, view } = editor;
  const { document, draft } = view.state;
  const [tableId, setTable] = useAddressed("draft.table");
  const [selections, setSelections] = useState<Readonly<Record<string, Selection>>>({});
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [finding, setFinding] = useState(false);
  const [asked, setAsked] = useState<"check" | "publish">();
  const [form, setForm] = useState(false);
  const grid = useRef<HTMLTableElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const narrow = useNarrow();
  const [live, setLive] = useLiveWanted();
  const suggest = useCallback(
    (of: string, column: string, text: string) => ask("suggest", { table: of, column, text }),
    [ask],
  );

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
        {shown && hasValues(shown) && !narrow ? (
          <Button
            size="xs"
            variant={live ? "light" : "default"}
            leftSection={<IconActivity size={16} aria-hidden />}
            aria-pressed={live}
            onClick={() => setLive(!live)}
          >
            {texts.live.button}
          </Button>
        ) : null}
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
            document={document}
            infos={infos}
            store={store}
            ask={ask}
            shown={shown}
            selection={selection}
            onForm={() => setForm(true)}
            onOpen={open}
            buttonRef={menu}
            onDropTable={() =>
              store.act(texts.steps.dropTable(labelOf(table.name, infos)), [
                { op: "dropTable", table: table.id },
              ])
            }
          />
          <LiveGrid
            ask={ask}
            on={live && !narrow && hasValues(shown)}
            onMenu={() => openRowMenu(menu.current)}
            onOpenRow={narrow ? () => setForm(true) : undefined}
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
          {form ? (
            <RowForm
              label={labelOf(table.name, infos)}
              view={shown}
              marks={marks}
              row={selection.head.row}
              line={linesOf(shown)(selection.head.row)}
              ask={ask}
              act={store.act}
              suggest={suggest}
              onRow={(row) => select(at({ row, column: selection.head.column }))}
              onClose={() => {
                setForm(false);
                requestAnimationFrame(() => grid.current?.focus());
              }}
            />
          ) : null}
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
        <PublishDialog
          store={store}
          infos={infos}
          checkOnly={asked === "check"}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </PageFrame>
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
