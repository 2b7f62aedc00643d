import type { DraftRow } from "@hubwart/contract";
import { memo, type ReactNode } from "react";
import type { ValueStore } from "../../../../lib/value-store.ts";
import { draftsTexts } from "../../../../texts/index.ts";
import { cellText } from "../model/cells.ts";
import type { MarkSource } from "../model/mark-store.ts";
import { ofCell } from "../model/marks.ts";
import { cellAt, infoOfKind, isComment, kindOfRow, type TableView } from "../model/table-view.ts";
import { useMarksOfRow } from "../use-marks.ts";
import classes from "./grid.module.css";
import { createFit, widthOf } from "./grid-fit.ts";
import { LiveCell } from "./live-cell.tsx";

const texts = draftsTexts.grid;
const fit = createFit(widthOf);

export interface GridRowProps {
  view: TableView;
  row: DraftRow | undefined;
  index: number;
  /** As a spreadsheet shows it. */
  line: number;
  marks: MarkSource;
  /** Columns that are chosen, both ends included; undefined for none. */
  chosen: readonly [number, number] | undefined;
  /** The column that has the focus; -1 for none. */
  active: number;
  /** Instead of the active cell's text. */
  editor: ReactNode;
  /** px from the head. */
  top: number;
  gridId: string;
  /** Undefined: no values are shown. */
  store: ValueStore | undefined;
  /** The channel that the row is. */
  chan: string | undefined;
  loaded: boolean;
}

/** A draft that changed elsewhere is another view: most rows are drawn as before. */
function isSame(before: GridRowProps, now: GridRowProps): boolean {
  return (Object.keys(now) as (keyof GridRowProps)[]).every((name) => {
    if (name === "view") return isSameShape(before.view, now.view);
    return Object.is(before[name], now[name]);
  });
}

const isSameShape = (before: TableView, now: TableView): boolean =>
  before === now ||
  (before.info === now.info &&
    before.frozen === now.frozen &&
    before.table.columns === now.table.columns &&
    before.columns.length === now.columns.length &&
    before.columns.every((one, at) => {
      const { id, info, key, width } = now.columns[at] ?? one;
      return one.id === id && one.key === key && one.info === info && one.width === width;
    }));

/**
 * A row that comes into sight is written into another one, so its cells have nothing of their own but what stands in them: where they
 * stand is said by the row. Widths of columns are those of the table: a style of its own would make each cell one that is reckoned alone.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { active, chan, chosen, editor, gridId, index, line, loaded, marks, row, store, top, view } = props;
  const kind = kindOfRow(view, row);
  const inRow = useMarksOfRow(marks, row?.id);
  const own = ofCell(inRow);
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes["row"]}
      data-row={index}
      data-comment={isComment(view.table, row) || undefined}
      data-editing={editor !== null || undefined}
      style={{ top }}
    >
      <th
        scope="row"
        className={`${classes["cell"]} ${classes["line"]}`}
        data-frozen
        data-level={levelOf(own)}
        title={own.map(({ text }) => text).join("\n") || undefined}
      >
        {row ? line : "+"}
      </th>
      {view.columns.map((column, at) => {
        const cell = cellAt(row, column);
        const found = column.id === undefined ? [] : ofCell(inRow, column.id);
        const info = infoOfKind(column, kind);
        const isActive = at === active;
        const text = cellText(cell);
        const preset = row && text === "" ? info?.preset : undefined;
        const shown = fit(preset ?? text, column.width);
        const isCut = shown !== (preset ?? text);
        return (
          <td
            key={column.key}
            id={isActive ? `${gridId}-${index}-${at}` : undefined}
            aria-colindex={at + 2}
            aria-selected={chosen !== undefined && at >= chosen[0] && at <= chosen[1]}
            aria-describedby={isActive && chan !== undefined ? `${gridId}-${index}-live` : undefined}
            aria-invalid={found.some(({ level }) => level === "error") || undefined}
            className={classes["cell"]}
            data-column={at}
            data-frozen={at < view.frozen ? at : undefined}
            data-last-frozen={at === view.frozen - 1 || undefined}
            data-active={isActive || undefined}
            data-chosen={(chosen && at >= chosen[0] && at <= chosen[1]) || undefined}
            data-unused={(column.info !== undefined && info === undefined) || undefined}
            data-level={levelOf(found)}
            data-editing={(isActive && editor !== null) || undefined}
            aria-label={isCut && !(isActive && editor !== null) ? (preset ?? text) : undefined}
            title={found.map(({ text }) => text).join("\n") || (isCut ? (preset ?? text) : undefined)}
          >
            {isActive && editor !== null ? (
              editor
            ) : preset === undefined ? (
              shown
            ) : (
              <span className={classes["preset"]}>{shown}</span>
            )}
          </td>
        );
      })}
      {store ? (
        <td
          id={active >= 0 ? `${gridId}-${index}-live` : undefined}
          aria-colindex={view.columns.length + 2}
          className={`${classes["cell"]} ${classes["beside"]}`}
        >
          {chan === undefined ? null : <LiveCell chan={chan} store={store} loaded={loaded} />}
        </td>
      ) : null}
    </tr>
  );
}, isSame);

function levelOf(marks: readonly { level: "error" | "warning" }[]): "error" | "warning" | undefined {
  if (marks.some(({ level }) => level === "error")) return "error";
  return marks.length > 0 ? "warning" : undefined;
}

interface GridHeadProps {
  view: TableView;
  live: boolean;
}

export const GridHead = memo(
  function GridHead({ live, view }: GridHeadProps) {
    return (
      <tr aria-rowindex={1} className={classes["row"]}>
        <th scope="col" className={`${classes["cell"]} ${classes["line"]}`} data-frozen>
          {texts.line}
        </th>
        {view.columns.map(({ info, key, name }, at) => (
          <th
            key={key}
            scope="col"
            aria-colindex={at + 2}
            className={classes["cell"]}
            data-frozen={at < view.frozen ? at : undefined}
            data-last-frozen={at === view.frozen - 1 || undefined}
            title={info?.help}
          >
            {name}
            {info?.required ? (
              <span className={classes["needed"]} title={texts.required}>
                {" *"}
              </span>
            ) : null}
          </th>
        ))}
        {live ? (
          <th
            scope="col"
            aria-colindex={view.columns.length + 2}
            className={`${classes["cell"]} ${classes["beside"]}`}
          >
            {draftsTexts.live.column}
          </th>
        ) : null}
      </tr>
    );
  },
  (before, now) => before.live === now.live && isSameShape(before.view, now.view),
);
