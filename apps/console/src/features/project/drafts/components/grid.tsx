/**
 * A table as a grid (WAI-ARIA APG, "grid"): the grid has the focus and names its active cell; keys as in a spreadsheet. Only rows in
 * sight are drawn.
 */
import type { DraftCell, DraftOperation, DraftRow } from "@hubwart/contract";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { draftsTexts } from "../../../../texts/index.ts";
import { blockStep, emptied } from "../model/block-step.ts";
import { pasteWrites } from "../model/block-writes.ts";
import { blockText, isSecret, textBlock, typedCell } from "../model/cells.ts";
import type { Marks } from "../model/marks.ts";
import { at, blockOf, type Command, commandOf, moved, type Selection } from "../model/selection.ts";
import { writeOps } from "../model/steps.ts";
import { cellAt, infoOfCell, type TableView } from "../model/table-view.ts";
import type { LiveRows } from "../use-live-rows.ts";
import { CellEditor, type CellEditorProps } from "./cell-editor.tsx";
import { CellNote } from "./cell-note.tsx";
import classes from "./grid.module.css";
import {
  cellsOf,
  editText,
  filled,
  inBlock,
  leftsOf,
  linesOf,
  page,
  ROW_HEIGHT,
  scrollSideways,
  shifted,
  spotOf,
} from "./grid-parts.ts";
import { GridHead, GridRow, LIVE_WIDTH } from "./grid-row.tsx";

const texts = draftsTexts;

export interface GridProps {
  label: string;
  view: TableView;
  marks: Marks | undefined;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  act: (label: string, ops: DraftOperation[]) => boolean;
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
  /** Text that the editor begins with. */
  const [editing, setEditing] = useState<string>();
  /** Cells that were copied here, passwords among them, and the text they have on the clipboard. */
  const copied = useRef<{ text: string; cells: DraftCell[][] }>(undefined);
  const dragging = useRef(false);
  const count = view.rows.length + 1;
  const size = { rows: count, columns: view.columns.length };
  const block = blockOf(selection);
  const { head } = selection;
  const lines = useMemo(() => linesOf(view), [view]);
  const lefts = useMemo(() => leftsOf(view), [view]);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => focusRef.current?.parentElement ?? null,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingStart: ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  });

  const covered = live ? LIVE_WIDTH : 0;
  useEffect(() => {
    virtualizer.scrollToIndex(head.row);
    scrollSideways(focusRef.current?.parentElement, { view, lefts, covered }, head.column);
  }, [virtualizer, head.row, head.column, view, lefts, covered, focusRef]);
  const items = virtualizer.getVirtualItems();
  const [first, end] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1];
  useEffect(() => onRows?.(view.rows.slice(first, end)), [onRows, view.rows, first, end]);

  const write = (writes: Parameters<typeof writeOps>[1], name: string): void => {
    act(name, writeOps(view, writes));
  };
  const focus = (): void => focusRef.current?.focus({ preventScroll: true });

  function run(command: Command): boolean {
    const next = moved(
      selection,
      command,
      size,
      (spot) => filled(view, spot),
      page(focusRef.current?.parentElement),
    );
    if (next) {
      onSelect(next);
      return true;
    }
    switch (command.do) {
      case "tab":
        return false;
      case "type":
        setEditing(command.text);
        return true;
      case "edit":
        setEditing(editText(cellAt(view.rows[head.row], view.columns[head.column])));
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
    if (event.nativeEvent.isComposing) return;
    const command = commandOf(event);
    if (command && run(command)) event.preventDefault();
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
    const writes = pasteWrites(pasted, block, view.columns.length);
    write(writes, texts.steps.paste(new Set(writes.map(({ row }) => row)).size));
    const last = writes.at(-1);
    if (last) onSelect({ anchor: { row: block.top, column: block.left }, head: last });
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

  const done: CellEditorProps["onDone"] = (text, way) => {
    setEditing(undefined);
    const row = view.rows[head.row];
    const column = view.columns[head.column];
    const before = cellAt(row, column);
    // An empty field of a password leaves it as it is.
    if (!(isSecret(before) && text === ""))
      write([{ ...head, value: typedCell(text, before) }], texts.steps.cell(column?.name ?? ""));
    if (way === "stay") return;
    focus();
    const command: Command =
      way === "down" || way === "up"
        ? { do: "enter", back: way === "up" }
        : { do: "tab", back: way === "left" };
    const next = moved(selection, command, { ...size, rows: size.rows + 1 }, () => false, 1);
    if (next) onSelect(next);
  };
  const column = view.columns[head.column];
  const suggestHere = useCallback(
    (text: string) => suggest(view.table.id, column?.name ?? "", text),
    [suggest, view.table.id, column?.name],
  );
  const info = column && infoOfCell(view, view.rows[head.row], column);
  const editor =
    editing === undefined ? null : (
      <CellEditor
        label={texts.grid.edit(column?.name ?? "", lines(head.row))}
        text={editing}
        info={info}
        suggest={suggestHere}
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
            <GridHead view={view} lefts={lefts} live={live !== undefined} />
          </thead>
          <tbody className={classes["body"]} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, start }) => (
              <GridRow
                key={view.rows[index]?.id ?? "new"}
                view={view}
                row={view.rows[index]}
                index={index}
                line={lines(index)}
                marks={marks}
                chosen={inBlock(block, index)}
                active={index === head.row ? head.column : -1}
                editor={index === head.row ? editor : null}
                top={start}
                lefts={lefts}
                gridId={gridId}
                chan={live?.names.get(view.rows[index]?.id ?? "")}
                store={live?.store}
                loaded={live?.loaded === true}
              />
            ))}
          </tbody>
        </table>
      </div>
      <CellNote view={view} spot={head} block={block} line={lines(head.row)} marks={marks} />
    </div>
  );
}
