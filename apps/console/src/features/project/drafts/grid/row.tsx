import { draftsTexts as texts } from "../../../../texts/index.ts";
import { cellText, isEmpty, MASK } from "../model/cells.ts";
import type { Marks } from "../model/marks.ts";
import type { Block, Spot } from "../model/selection.ts";
import { cellAt, infoOfCell, isUnused, type ShownColumn, type TableView } from "../model/table-view.ts";
import classes from "./grid.module.css";

export interface RowProps {
  /** Of the grid. */
  id: string;
  index: number;
  /** px from the top. */
  start: number;
  view: TableView;
  marks: Marks;
  comment: boolean;
  block: Block;
  head: Spot;
  /** What is being typed into the cell in focus, where it is of this row. */
  typed: string | undefined;
  onTyped: (text: string) => void;
  onLeave: () => void;
  onChoose: (column: number, extend: boolean) => void;
  onEdit: () => void;
}

export function Row(props: RowProps) {
  const { block, comment, head, id, index, marks, start, typed, view } = props;
  const row = view.rows[index];
  const ofRow = row ? marks.of(row.id) : [];
  const line = view.table.above.length + index + 2;
  return (
    <div
      className={classes["row"]}
      role="row"
      aria-rowindex={index + 2}
      data-comment={comment}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span
        className={classes["number"]}
        role="rowheader"
        data-level={ofRow[0]?.level}
        title={ofRow.map(({ hint, text }) => `${text} ${hint}`).join("\n") || undefined}
        aria-label={row ? texts.grid.row(line) : texts.grid.newRow}
      >
        {row ? line : "+"}
      </span>
      {view.columns.map((column, at) => {
        const own = row && column.id !== undefined ? marks.of(row.id, column.id) : [];
        const active = head.row === index && head.column === at;
        const chosen = index >= block.top && index <= block.bottom && at >= block.left && at <= block.right;
        return (
          <span
            key={column.key}
            id={`${id}-${index}-${at}`}
            className={classes["cell"]}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={chosen}
            aria-invalid={own.some(({ level }) => level === "error") || undefined}
            data-active={active}
            data-level={own[0]?.level}
            data-unused={isUnused(view, row, column)}
            title={own.map(({ hint, text }) => `${text} ${hint}`).join("\n") || undefined}
            style={{ width: column.width }}
            onMouseDown={(event) => {
              if (!active || typed === undefined) props.onChoose(at, event.shiftKey);
            }}
            onDoubleClick={props.onEdit}
          >
            {active && typed !== undefined ? (
              <CellEditor {...props} column={column} typed={typed} line={line} />
            ) : (
              <Content view={view} index={index} column={column} />
            )}
          </span>
        );
      })}
    </div>
  );
}

function Content({ column, index, view }: { view: TableView; index: number; column: ShownColumn }) {
  const row = view.rows[index];
  const cell = cellAt(row, column);
  const info = infoOfCell(view, row, column);
  if (!isEmpty(cell)) return info?.secret ? MASK : cellText(cell);
  return row && info?.preset !== undefined ? <span className={classes["preset"]}>{info.preset}</span> : null;
}

function CellEditor({
  column,
  id,
  index,
  line,
  onLeave,
  onTyped,
  typed,
  view,
}: RowProps & { column: ShownColumn; typed: string; line: number }) {
  const choices = infoOfCell(view, view.rows[index], column)?.choices;
  return (
    <>
      <input
        // The cell was asked for by key or click, and what is typed belongs into it.
        ref={(field) => field?.focus()}
        className={classes["field"]}
        aria-label={texts.grid.edit(column.name, line)}
        value={typed}
        list={choices && `${id}-choices`}
        onChange={(event) => onTyped(event.currentTarget.value)}
        onBlur={onLeave}
      />
      {choices ? (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}
