/** A table as a grid with one cell in focus. Only the rows in sight are in the document. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { draftsTexts as texts } from "../../../../texts/index.ts";
import { blockText, cellText, isEmpty, textBlock, typedCell } from "../model/cells.ts";
import type { DraftStore } from "../model/draft-store.ts";
import type { Marks } from "../model/marks.ts";
import { at, blockOf, type Command, commandOf, moved, type Selection, within } from "../model/selection.ts";
import { series } from "../model/series.ts";
import { deleteOps, insertOps, moveOps, type Write, writeOps } from "../model/steps.ts";
import { cellAt, isComment, type TableView } from "../model/table-view.ts";
import classes from "./grid.module.css";
import { Row } from "./row.tsx";

const ROW = 32;
const PAGE = 12;

export interface GridProps {
  view: TableView;
  marks: Marks;
  store: DraftStore;
}

export function Grid({ marks, store, view }: GridProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [wished, select] = useState<Selection>(at({ row: 0, column: 0 }));
  const [typed, setTyped] = useState<string>();
  const leaving = useRef(false);
  const { columns, rows, table } = view;
  // One more, in which a new row begins.
  const size = { rows: rows.length + 1, columns: columns.length };
  const selection = { anchor: within(wished.anchor, size), head: within(wished.head, size) };
  const { head } = selection;
  const block = blockOf(selection);
  const virtualizer = useVirtualizer({
    count: size.rows,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
    initialRect: { width: 800, height: 600 },
  });
  useEffect(() => virtualizer.scrollToIndex(head.row), [head.row, virtualizer]);

  const act = (label: string, writes: readonly Write[]) => store.act(label, writeOps(view, writes));
  const inBlock = (value: (row: number, column: number) => Write["value"]): Write[] => {
    const writes: Write[] = [];
    for (let row = block.top; row <= Math.min(block.bottom, rows.length - 1); row += 1)
      for (let column = block.left; column <= block.right; column += 1)
        writes.push({ row, column, value: value(row, column) });
    return writes;
  };
  const columnCells = (column: number) =>
    rows.slice(block.top, block.bottom + 1).map((row) => cellAt(row, columns[column]));

  function commit(): void {
    if (typed === undefined) return;
    const column = columns[head.column];
    const value = typedCell(typed, cellAt(rows[head.row], column));
    setTyped(undefined);
    act(texts.steps.cell(column?.name ?? ""), [{ ...head, value }]);
  }

  function run(command: Command): void {
    const next = moved(
      selection,
      command,
      size,
      ({ column, row }) => !isEmpty(cellAt(rows[row], columns[column])),
      PAGE,
    );
    if (next) select(next);
    const count = block.bottom - block.top + 1;
    switch (command.do) {
      case "type":
        return setTyped(command.text);
      case "edit": {
        const column = columns[head.column];
        return setTyped(column?.info?.secret ? "" : cellText(cellAt(rows[head.row], column)));
      }
      case "clear":
        return void act(
          texts.steps.clear(inBlock(() => null).length),
          inBlock(() => null),
        );
      case "fillDown":
        return void act(
          texts.steps.fill,
          inBlock((_, column) => cellAt(rows[block.top], columns[column])),
        );
      case "count": {
        const counted = new Map(columns.map((_, column) => [column, series(columnCells(column))]));
        return void act(
          texts.steps.count,
          inBlock((row, column) => counted.get(column)?.[row - block.top] ?? null),
        );
      }
      case "insert":
        return void store.act(texts.steps.insert(count), insertOps(view, block.top, count));
      case "delete":
        return void store.act(texts.steps.remove(count), deleteOps(view, block.top, block.bottom));
      case "moveRows":
        return void store.act(texts.steps.move(count), moveOps(view, block.top, block.bottom, command.by));
      case "undo":
        return store.undo();
      case "redo":
        return store.redo();
      default:
        return undefined;
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const command = commandOf(event);
    if (typed !== undefined) {
      if (event.key === "Escape") setTyped(undefined);
      else if (command?.do === "enter" || command?.do === "tab") {
        event.preventDefault();
        commit();
        run(command);
      } else return;
      box.current?.focus();
      return;
    }
    // Nobody is held in the grid: Escape, then Tab goes on in the page.
    const left = leaving.current && event.key === "Tab";
    leaving.current = event.key === "Escape";
    if (left || !command || command.do === "find") return;
    event.preventDefault();
    run(command);
  }

  function copy(event: ClipboardEvent): void {
    if (typed !== undefined) return;
    event.preventDefault();
    const chosen = rows
      .slice(block.top, block.bottom + 1)
      .map((row) => columns.slice(block.left, block.right + 1).map((column) => cellAt(row, column)));
    event.clipboardData.setData("text/plain", blockText(chosen));
    if (event.type === "cut")
      act(
        texts.steps.cut,
        inBlock(() => null),
      );
  }

  function paste(event: ClipboardEvent): void {
    if (typed !== undefined) return;
    event.preventDefault();
    const pasted = textBlock(event.clipboardData.getData("text/plain"));
    const [only] = pasted.length === 1 && pasted[0]?.length === 1 ? pasted[0] : [];
    const writes =
      only !== undefined && rows.length > block.top
        ? inBlock(() => only || null)
        : pasted.flatMap((cells, row) =>
            cells.map(
              (text, column): Write => ({
                row: block.top + row,
                column: block.left + column,
                value: text || null,
              }),
            ),
          );
    act(texts.steps.paste(pasted.length), writes);
  }

  return (
    <div
      ref={box}
      className={classes["grid"]}
      role="grid"
      // The grid itself has the focus; a cell that scrolls out of sight would take it along.
      tabIndex={0}
      aria-label={table.name}
      aria-rowcount={size.rows + 1}
      aria-colcount={size.columns + 1}
      aria-multiselectable
      aria-activedescendant={`${id}-${head.row}-${head.column}`}
      aria-describedby={`${id}-help`}
      onKeyDown={onKeyDown}
      onCopy={copy}
      onCut={copy}
      onPaste={paste}
    >
      <p className="hw-visually-hidden" id={`${id}-help`}>
        {texts.grid.help}
      </p>
      <div className={classes["head"]} role="row" aria-rowindex={1}>
        <span className={classes["number"]} role="columnheader">
          <span className="hw-visually-hidden">{texts.grid.rowMenu}</span>
        </span>
        {columns.map(({ info, key, name, width }) => (
          <span
            key={key}
            className={classes["cell"]}
            role="columnheader"
            title={info?.help}
            style={{ width }}
          >
            {name}
          </span>
        ))}
      </div>
      <div className={classes["rows"]} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <Row
            key={rows[index]?.id ?? "new"}
            id={id}
            index={index}
            start={start}
            view={view}
            marks={marks}
            comment={isComment(table, rows[index])}
            block={block}
            head={head}
            typed={head.row === index ? typed : undefined}
            onTyped={setTyped}
            onLeave={commit}
            onChoose={(column, extend) => {
              commit();
              const spot = { row: index, column };
              select(extend ? { anchor: selection.anchor, head: spot } : at(spot));
            }}
            onEdit={() => run({ do: "edit" })}
          />
        ))}
      </div>
    </div>
  );
}
