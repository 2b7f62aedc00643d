/**
 * A table as a grid (WAI-ARIA APG, "grid"): the grid has the focus and names its active cell; keys as in a spreadsheet. Only rows in
 * sight are drawn.
 */
import type { DraftCell, DraftOperation, DraftRow } from "@hubwart/contract";
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { draftsTexts } from "../../../../texts/index.ts";
import { blockStep, emptied } from "../model/block-step.ts";
import { pasteWrites } from "../model/block-writes.ts";
import { blockText, isSecret, textBlock, typedCell } from "../model/cells.ts";
import type { MarkSource } from "../model/mark-store.ts";
import { nameWrites } from "../model/named-rows.ts";
import { byHeadings, type Headed } from "../model/paste-headings.ts";
import {
  at,
  blockOf,
  type Command,
  commandOf,
  moved,
  type Selection,
  type Spot,
} from "../model/selection.ts";
import { sameCell, type Write, writeOps } from "../model/steps.ts";
import { createTabRun } from "../model/tab-run.ts";
import { cellAt, infoOfCell, type TableView } from "../model/table-view.ts";
import { useDrawnRows } from "../use-drawn-rows.ts";
import type { LiveRows } from "../use-live-rows.ts";
import { CellEditor, type CellEditorProps } from "./cell-editor.tsx";
import { CellNote } from "./cell-note.tsx";
import classes from "./grid.module.css";
import { sayHeaded, sayOthersWrote, sayRowGone } from "./grid-notices.ts";
import {
  cellsOf,
  type Editing,
  editText,
  filled,
  inBlock,
  LIVE_WIDTH,
  leftsOf,
  linesOf,
  page,
  placeOf,
  ROW_HEIGHT,
  shifted,
  spotOf,
  spotOfEdit,
  widthsOf,
} from "./grid-parts.ts";
import { GridHead, GridRow } from "./grid-row.tsx";
import { createSight } from "./grid-sight.ts";

const texts = draftsTexts;

export interface GridProps {
  label: string;
  view: TableView;
  marks: MarkSource;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  act: (label: string, ops: DraftOperation[]) => boolean;
  /** Told what would be done if the cell that is typed into were left now; nothing: none is. */
  foresee: (ops: readonly DraftOperation[]) => void;
  undo: () => void;
  redo: () => void;
  onFind: () => void;
  suggest: (table: string, column: string, text: string) => Promise<readonly string[]>;
  /** Shown at the end of each row; undefined where that is not wanted. */
  live?: LiveRows | undefined;
  /** Told which rows are in sight. */
  onRows?: (rows: readonly DraftRow[]) => void;
  /** Opens a row as a form; where there is, a tap does. */
  onOpenRow?: ((row: number) => void) | undefined;
  /** Opens what can be done with the row. */
  onMenu?: () => void;
  /** Gets the focus when something else is done with the grid. */
  focusRef: RefObject<HTMLTableElement | null>;
}

export function Grid(props: GridProps) {
  const { act, focusRef, label, live, marks, onRows, onSelect, selection, suggest, view } = props;
  const gridId = useId();
  const [editing, setEditing] = useState<Editing>();
  /** Cells that were copied here, passwords among them, and the text they have on the clipboard. */
  const copied = useRef<{ text: string; cells: DraftCell[][] }>(undefined);
  const dragging = useRef(false);
  /** Escape was pressed: Tab goes on with the page. */
  const leaving = useRef(false);
  const [tabRun] = useState(createTabRun);
  const [sight] = useState(createSight);
  const count = view.rows.length + 1;
  const size = { rows: count, columns: view.columns.length };
  const block = blockOf(selection);
  const { head } = selection;
  const lines = useMemo(() => linesOf(view), [view]);
  const lefts = useMemo(() => leftsOf(view), [view]);
  const hasLive = live !== undefined;
  const widths = useMemo(() => widthsOf(view, hasLive), [view, hasLive]);
  const spot = editing && spotOfEdit(view, editing, head.row);
  const drawn = useDrawnRows(view.rows, { height: ROW_HEIGHT, table: focusRef, typed: spot?.row });

  useEffect(() => {
    const table = focusRef.current;
    return table?.parentElement ? sight.watch(table.parentElement, table) : undefined;
  }, [sight, focusRef]);
  const covered = live ? LIVE_WIDTH : 0;
  const isEditing = editing !== undefined;
  const inSight = useEffectEvent((at: Spot, over: number) => sight.show(placeOf(view, lefts, at, over)));
  const headInSight = useEffectEvent(() => inSight(head, covered));
  // What others do elsewhere in the table takes nobody away from where he looks.
  useEffect(() => inSight({ row: head.row, column: head.column }, covered), [head.row, head.column, covered]);
  useEffect(() => {
    if (isEditing) headInSight();
  }, [isEditing]);
  const { end, first } = drawn;
  useEffect(() => onRows?.(view.rows.slice(first, end)), [onRows, view.rows, first, end]);

  const write = (writes: Parameters<typeof writeOps>[1], name: string): void => {
    act(name, writeOps(view, writes));
  };
  const focus = (): void => focusRef.current?.focus({ preventScroll: true });

  function run(command: Command): boolean {
    const next = tabRun(
      moved(selection, command, size, (spot) => filled(view, spot), page(sight)),
      head,
      command,
    );
    if (next) {
      onSelect(next);
      return true;
    }
    switch (command.do) {
      case "tab":
        return false;
      case "type":
        begin(command.text);
        return true;
      case "edit":
        begin(editText(cellAt(view.rows[head.row], view.columns[head.column])));
        return true;
      case "clear":
      case "fillDown":
      case "count":
      case "insert":
      case "delete":
      case "duplicate":
      case "moveRows": {
        const { label: name, ops } = blockStep(view, block, command);
        if (act(name, ops) && command.do === "moveRows") onSelect(shifted(selection, command.by));
        return true;
      }
      case "undo":
        props.undo();
        return true;
      case "redo":
        props.redo();
        return true;
      case "find":
        props.onFind();
        return true;
      case "menu":
        props.onMenu?.();
        return props.onMenu !== undefined;
      case "all":
      case "end":
      case "enter":
      case "go":
      case "home":
      case "page":
        return false;
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.key === "Shift") return;
    const command = commandOf(event);
    const leaves = leaving.current && command?.do === "tab";
    leaving.current = event.key === "Escape";
    if (command && !leaves && run(command)) event.preventDefault();
  }
  function onCopy(event: ClipboardEvent): void {
    const cells = cellsOf(view, block);
    const text = blockText(cells);
    copied.current = { text, cells };
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    if (event.type === "cut") write(emptied(block), texts.steps.cut);
  }
  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text/plain").replaceAll("\r\n", "\n");
    event.preventDefault();
    const own = copied.current;
    // A spreadsheet ends each line, the last one too.
    const same = own !== undefined && own.text === text.replace(/\n$/, "");
    const pasted: DraftCell[][] = same
      ? own.cells
      : textBlock(text).map((row) => row.map((cell) => (cell === "" ? null : cell)));
    const headed = same ? undefined : byHeadings(pasted, view, block);
    if (headed) void pasteHeaded(headed);
    else pasteBlock(pasteWrites(pasted, block, view.columns.length), block.left);
  }
  /** The first of the new rows stays in sight, from this column on. */
  function pasteBlock(writes: readonly Write[], column: number): void {
    write(writes, texts.steps.paste(new Set(writes.map(({ row }) => row)).size));
    const last = writes.at(-1);
    if (last) onSelect({ anchor: last, head: { row: block.top, column } });
  }
  async function pasteHeaded(headed: Headed): Promise<void> {
    const pods = await suggest(view.table.id, "pod", "");
    const names = nameWrites(view, headed, { top: block.top, pods });
    pasteBlock([...names, ...headed.writes], 0);
    sayHeaded(headed, names.length > 0);
  }
  function onMouse(event: MouseEvent): void {
    const spot = spotOf(event.target);
    if (!spot) return;
    if (event.type === "mousedown") {
      if (event.button !== 0) return;
      dragging.current = true;
      focus();
      if (props.onOpenRow) {
        dragging.current = false;
        onSelect(at({ row: spot.row, column: Math.max(0, spot.column) }));
      } else if (spot.column < 0)
        onSelect({
          anchor: { row: event.shiftKey ? selection.anchor.row : spot.row, column: 0 },
          head: { row: spot.row, column: size.columns - 1 },
        });
      else {
        const again = spot.row === head.row && spot.column === head.column;
        onSelect(event.shiftKey ? { anchor: selection.anchor, head: spot } : at(spot));
        // A finger has no double click and no keys.
        if (again && window.matchMedia("(pointer: coarse)").matches) run({ do: "edit" });
      }
    } else if (dragging.current && event.buttons === 1 && spot.column >= 0)
      onSelect({ anchor: selection.anchor, head: spot });
    else dragging.current = false;
  }

  const begin = (text: string): void => {
    const [row, column] = [view.rows[head.row], view.columns[head.column]];
    if (!column) return;
    setEditing({ text, row: row?.id, column: column.name, before: cellAt(row, column) });
    foresee(head, text);
  };
  const foresee = (typed: Spot, text: string): void => {
    const now = cellAt(view.rows[typed.row], view.columns[typed.column]);
    props.foresee(writeOps(view, [{ ...typed, value: typedCell(text, now) }]));
  };
  const endTyping = useEffectEvent(() => props.foresee([]));
  // After what is done with it.
  useEffect(() => (isEditing ? endTyping : undefined), [isEditing]);
  const [gone, setGone] = useState(0);
  if (editing && !spot) {
    setEditing(undefined);
    setGone(gone + 1);
  }
  useEffect(() => {
    if (gone === 0) return;
    sayRowGone();
    focusRef.current?.focus({ preventScroll: true });
  }, [gone, focusRef]);
  const done: CellEditorProps["onDone"] = (text, way) => {
    setEditing(undefined);
    if (!editing || !spot) return;
    const name = editing.column;
    const now = cellAt(view.rows[spot.row], view.columns[spot.column]);
    const others = editing.row !== undefined && !sameCell(editing.before, now);
    const untouched = typedCell(text, editing.before) === editing.before;
    // An empty field of a password leaves it as it is, and what nobody typed leaves what came meanwhile.
    if (!(isSecret(now) && text === "") && !(others && untouched))
      write([{ ...spot, value: typedCell(text, now) }], texts.steps.cell(name));
    if (others) sayOthersWrote(texts.grid.edit(name, lines(spot.row)), now, untouched);
    if (way === "stay") return;
    focus();
    const command: Command =
      way === "down" || way === "up"
        ? { do: "enter", back: way === "up" }
        : { do: "tab", back: way === "left" };
    const more = { ...size, rows: size.rows + 1 };
    const next = tabRun(
      moved(at(spot), command, more, () => false, 1),
      spot,
      command,
    );
    if (next) onSelect(next);
  };
  const edited = spot ?? head;
  const column = view.columns[edited.column];
  const suggestHere = useCallback(
    (text: string) => suggest(view.table.id, column?.name ?? "", text),
    [suggest, view.table.id, column?.name],
  );
  const info = column && infoOfCell(view, view.rows[edited.row], column);
  const editor =
    editing === undefined ? null : (
      <CellEditor
        label={texts.grid.edit(column?.name ?? "", lines(edited.row))}
        text={editing.text}
        info={info}
        marks={marks}
        row={view.rows[edited.row]?.id}
        column={column?.id}
        note={`${gridId}-note`}
        suggest={suggestHere}
        onText={(text) => spot && foresee(spot, text)}
        onDone={done}
        onCancel={() => {
          setEditing(undefined);
          focus();
        }}
      />
    );
  return (
    <div className={classes["frame"]} style={{ "--rows": count } as CSSProperties}>
      <div className={classes["scroll"]}>
        <table
          ref={focusRef}
          role="grid"
          aria-label={label}
          aria-rowcount={count + 1}
          aria-colcount={size.columns + (live ? 2 : 1)}
          aria-multiselectable
          aria-activedescendant={`${gridId}-${head.row}-${head.column}`}
          tabIndex={0}
          className={classes["inner"]}
          style={widths}
          onKeyDown={onKeyDown}
          onCopy={onCopy}
          onCut={onCopy}
          onPaste={onPaste}
          onMouseDown={onMouse}
          onMouseMove={onMouse}
          onMouseUp={onMouse}
          onClick={({ target }) => {
            const spot = spotOf(target);
            if (spot) props.onOpenRow?.(spot.row);
          }}
          onDoubleClick={() => run({ do: "edit" })}
        >
          <thead className={classes["head"]}>
            <GridHead view={view} live={hasLive} />
          </thead>
          <tbody className={classes["body"]} style={{ height: drawn.height }}>
            {drawn.rows.map(({ index, slot, start }) => (
              <GridRow
                key={slot}
                view={view}
                row={view.rows[index]}
                index={index}
                line={lines(index)}
                marks={marks}
                chosen={inBlock(block, index)}
                active={index === edited.row ? edited.column : -1}
                editor={index === edited.row ? editor : null}
                top={start}
                gridId={gridId}
                chan={live?.names.get(view.rows[index]?.id ?? "")}
                store={live?.store}
                loaded={live?.loaded === true}
              />
            ))}
          </tbody>
        </table>
      </div>
      <CellNote
        id={`${gridId}-note`}
        typing={isEditing}
        view={view}
        spot={edited}
        block={block}
        line={lines(edited.row)}
        marks={marks}
      />
    </div>
  );
}
