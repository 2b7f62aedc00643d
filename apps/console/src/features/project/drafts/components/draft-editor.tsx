/** A draft: its tables, one of them as a grid, what is wrong, and what can be done with the whole. */
import type { DraftDocument } from "@hubwart/contract";
import { useCallbackRef, useMediaQuery } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Mark, TableInfo } from "../../../../compiler/protocol.ts";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { onDemand } from "../../../../components/on-demand.tsx";
import { PageFrame } from "../../../../components/page-frame.tsx";
import { openRowMenu } from "../../../../components/row-menu.tsx";
import { UnsavedGuard } from "../../../../components/unsaved-guard.tsx";
import { useSame } from "../../../../lib/use-same.ts";
import { draftsTexts as texts } from "../../../../texts/index.ts";
import { history } from "../model/draft-state.ts";
import { firstColumns, hasPods } from "../model/new-table.ts";
import { cellKey, followed, selectionAt, selectionOf, type Target } from "../model/place.ts";
import { at, type Selection, within } from "../model/selection.ts";
import { addTableOps, writeOps } from "../model/steps.ts";
import { tableKey, viewOf } from "../model/table-view.ts";
import { useAddressedPlace } from "../use-addressed-place.ts";
import { type DraftAddress, useDraftAddress, useKeptCell } from "../use-draft-address.ts";
import type { Editor } from "../use-editor.ts";
import { hasValues, useLiveWanted } from "../use-live-rows.ts";
import classes from "./editor.module.css";
import { DraftActions, LiveButton, SightButtons, StepButtons } from "./editor-bar.tsx";
import { SavedState, Trouble } from "./editor-state.tsx";
import { linesOf } from "./grid-parts.ts";
import { LiveGrid } from "./live-grid.tsx";
import { Problems } from "./problems.tsx";
import { RowActions } from "./row-actions.tsx";
import { LUA, labelOf, missingTables, TableTabs, tabsOf } from "./table-tabs.tsx";

const FindBar = onDemand(async () => (await import("./find-bar.tsx")).FindBar);
const FirstPod = onDemand(async () => (await import("./first-pod.tsx")).FirstPod);
const LuaPanel = onDemand(async () => (await import("./lua-panel.tsx")).LuaPanel);
const PublishDialog = onDemand(async () => (await import("./publish-dialog.tsx")).PublishDialog);
const RowForm = onDemand(async () => (await import("./row-form.tsx")).RowForm);

function keptSelection(
  { tables }: DraftDocument,
  infos: readonly TableInfo[],
  { cell, table: id }: DraftAddress,
): Readonly<Record<string, Selection>> {
  const table = tables.find((one) => one.id === id);
  const kept = table && selectionAt(table, infos, cell);
  return kept ? { [id]: kept } : {};
}

const START = at({ row: 0, column: 0 });
/** px: below, a tap on a row opens it as a form. */
const FORM_BELOW = 720;

const useNarrow = (): boolean =>
  useMediaQuery(`(max-width: ${FORM_BELOW - 1}px)`, false, { getInitialValueInEffect: false });

export function DraftEditor({ editor }: { editor: Editor }) {
  const { again, ask, failed, foresee, infos, marks, store, unchecked, view } = editor;
  const { document, draft } = view.state;
  const [address, put] = useDraftAddress();
  const [line, setLine] = useState<{ line: number }>();
  const [selections, setSelections] = useState(() => keptSelection(document, infos, address));
  const [moved, setMoved] = useState(false);
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [seen, setSeen] = useState({ document, others: view.others });
  if (seen.document !== document) {
    setSeen({ document, others: view.others });
    // Before anything is drawn: what is chosen, or typed into, stays the same row.
    if (seen.others !== view.others && !onlyWrong)
      setSelections(followed(selections, seen.document, document));
  }
  const [finding, setFinding] = useState(false);
  const [asked, setAsked] = useState<"check" | "publish">();
  const [form, setForm] = useState(false);
  const grid = useRef<HTMLTableElement>(null);
  /** The address named the cell that is active. */
  const restored = useRef(Object.keys(selections).length > 0);
  const menu = useRef<HTMLButtonElement>(null);
  const narrow = useNarrow();
  const [live, setLive] = useLiveWanted();
  const suggest = useCallback(
    (of: string, column: string, text: string) => ask("suggest", { table: of, column, text }),
    [ask],
  );

  const lua = address.table === LUA;
  const table = lua
    ? undefined
    : (document.tables.find(({ id }) => id === address.table) ?? document.tables[0]);
  // A row stays while it is being put right.
  const settled = useSyncExternalStore(marks.subscribe, () => (onlyWrong ? marks.settled : undefined));
  const wrong = table ? settled?.rows(table.id) : undefined;
  const shown = useMemo(
    () => table && viewOf(table, infos, wrong ? table.rows.filter(({ id }) => wrong.has(id)) : table.rows),
    [table, infos, wrong],
  );
  const { redo, undo } = history(view.state);

  const show = (selection: Selection, of: string): void =>
    setSelections((before) => ({ ...before, [of]: selection }));
  const select = (selection: Selection): void => {
    setMoved(true);
    show(selection, table?.id ?? "");
  };
  const size = { rows: (shown?.rows.length ?? 0) + 1, columns: shown?.columns.length ?? 1 };
  const kept = selections[table?.id ?? ""] ?? START;
  const selection: Selection = { anchor: within(kept.anchor, size), head: within(kept.head, size) };

  // Once it is drawn.
  const focusGrid = useCallbackRef(() =>
    requestAnimationFrame(() => grid.current?.focus({ preventScroll: true })),
  );

  useKeptCell(table?.id ?? "", moved && shown ? cellKey(shown, selection.head) : undefined, put);

  function open(target: Target, how: { keepsPlace?: boolean; infos?: readonly TableInfo[] } = {}): void {
    if ("script" in target) {
      put({ table: LUA, script: target.script, cell: "" }, how);
      setLine({ line: target.line ?? 1 });
      return;
    }
    const now = store.view.state.document;
    const there = now.tables.find(({ id }) => id === target.table);
    if (!there) return;
    put({ table: there.id, cell: "" }, how);
    setOnlyWrong(false);
    show(selectionOf(there, how.infos ?? infos, target), there.id);
    focusGrid();
  }
  const openMark = useCallbackRef(({ table: of = "", row, column, script: named, line: at_ }: Mark) =>
    open(named === undefined ? { table: of, row, column } : { script: named, line: at_ }),
  );
  async function addTable(name: string): Promise<void> {
    const info = (await ask("table", { name })).find((one) => one.name === name);
    const { tables } = store.view.state.document;
    if (!info || tables.some((one) => tableKey(one.name) === name)) return;
    const { id, ops } = addTableOps(tables, name, firstColumns(info));
    if (!store.act(texts.steps.addTable(labelOf(name, infos)), ops)) return;
    put({ table: id, cell: "" });
    focusGrid();
  }
  const choose = useCallbackRef((id: string) => put({ table: id, cell: "" }));
  const add = useCallbackRef((name: string) => void addTable(name));
  const tabs = useSame(tabsOf(document.tables, infos));
  const missing = useSame(missingTables(document.tables, infos));
  useAddressedPlace(editor, (target) => open(target, { keepsPlace: true }));
  useEffect(() => {
    // What led here is gone: as in any spreadsheet, keys are the table's at once.
    if (restored.current || globalThis.document.activeElement === globalThis.document.body)
      grid.current?.focus({ preventScroll: true });
  }, []);

  return (
    <PageFrame
      title={draft.name}
      back="/project/edit"
      actions={<DraftActions store={store} draft={draft.id} onAsk={setAsked} />}
    >
      <UnsavedGuard dirty={view.state.pending.length > 0} />
      <Trouble editor={editor} />
      <div className={classes["bar"]}>
        <StepButtons store={store} undo={undo?.label} redo={redo?.label} />
        {lua ? null : (
          <SightButtons
            finding={finding}
            setFinding={setFinding}
            onlyWrong={onlyWrong}
            setOnlyWrong={setOnlyWrong}
          />
        )}
        {shown && hasValues(shown) && !narrow ? <LiveButton live={live} setLive={setLive} /> : null}
        <span className={classes["gap"]} />
        <SavedState editor={editor} />
      </div>
      <TableTabs
        tabs={tabs}
        marks={marks}
        missing={missing}
        chosen={lua ? LUA : table?.id}
        onChoose={choose}
        onEnter={focusGrid}
        onAdd={add}
      />
      {!lua && infos.length > 0 && !hasPods(document) ? (
        <FirstPod
          infos={infos}
          ask={ask}
          store={store}
          onDone={(next, known) => open(next, { infos: known })}
        />
      ) : null}
      {lua ? (
        <LuaPanel
          document={document}
          marks={marks}
          store={store}
          ask={ask}
          chosen={address.script}
          goTo={line}
          onChoose={(name) => {
            setLine(undefined);
            put({ script: name });
          }}
        />
      ) : table && shown ? (
        <>
          {finding ? (
            <FindBar
              onUnavailable={() => setFinding(false)}
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
            foresee={foresee}
            undo={store.undo}
            redo={store.redo}
            onFind={() => setFinding(true)}
            suggest={suggest}
            focusRef={grid}
          />
          {form ? (
            <RowForm
              onUnavailable={() => setForm(false)}
              label={labelOf(table.name, infos)}
              view={shown}
              marks={marks}
              row={selection.head.row}
              line={linesOf(shown)(selection.head.row)}
              ask={ask}
              act={store.act}
              foresee={foresee}
              suggest={suggest}
              onRow={(row) => select(at({ row, column: selection.head.column }))}
              onClose={() => {
                setForm(false);
                focusGrid();
              }}
            />
          ) : null}
        </>
      ) : (
        <EmptyState title={texts.noTables} text={texts.noTablesText} />
      )}
      <Problems marks={marks} onAgain={failed ? again : undefined} unchecked={unchecked} onOpen={openMark} />
      {asked ? (
        <PublishDialog
          onUnavailable={() => setAsked(undefined)}
          store={store}
          infos={infos}
          checkOnly={asked === "check"}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </PageFrame>
  );
}
