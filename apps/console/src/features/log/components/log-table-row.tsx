/** One line. The number is the button; the rest of the line does the same for the mouse. */
import { type KeyboardEvent, memo } from "react";
import { formatLocal, formatTime } from "../../../lib/format.ts";
import { logTexts } from "../../../texts/index.ts";
import type { LogRow } from "../model/rows.ts";
import { sourceName } from "../model/source-name.ts";
import { Highlighted } from "./highlighted.tsx";
import { LevelBubble } from "./level-bubble.tsx";
import classes from "./log-view.module.css";

export interface LogTableRowProps {
  row: LogRow;
  /** How often the line came in a row, and when last. */
  count: number;
  last: number;
  marked: boolean;
  search: string;
  /** The one line that the Tab key stops at. */
  stop: boolean;
  onFocus: (n: number) => void;
  onOpen: (row: LogRow) => void;
}

/** Once written a line never changes, so a page of 200 costs what is new. */
export const LogTableRow = memo(function LogTableRow({
  row,
  count,
  last,
  marked,
  search,
  stop,
  onFocus,
  onOpen,
}: LogTableRowProps) {
  const { n, ts, level, src, chan, msg } = row;
  return (
    <tr data-level={level} data-marked={marked || undefined} onClick={() => onOpen(row)}>
      <td className={classes["number"]}>
        <button
          type="button"
          className={classes["open"]}
          data-row={n}
          tabIndex={stop ? 0 : -1}
          aria-label={logTexts.detail.open(n)}
          aria-haspopup="dialog"
          onFocus={() => onFocus(n)}
          onKeyDown={moveFocus}
        >
          {n}
        </button>
      </td>
      <td className={classes["time"]}>
        <time dateTime={new Date(ts).toISOString()}>{formatLocal(ts)}</time>
      </td>
      <td className={classes["message"]}>
        <LevelBubble level={level} />
        <span className={classes["source"]}>{sourceName(src)}</span>{" "}
        {chan === undefined ? null : (
          <span className={classes["channel"]}>
            <Highlighted text={chan} search={search} />{" "}
          </span>
        )}
        <Highlighted text={msg} search={search} />
        {count > 1 ? (
          <>
            {" "}
            <span className={classes["repeats"]}>{logTexts.repeats(count, formatTime(last))}</span>
          </>
        ) : null}
      </td>
    </tr>
  );
});

/** To the line above, below, first or last. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget.closest("tr");
  const target = row && neighbour(row, event.key);
  if (!target) return;
  event.preventDefault();
  target.querySelector("button")?.focus();
}

function neighbour(row: Element, key: string): Element | null | undefined {
  if (key === "ArrowUp") return row.previousElementSibling;
  if (key === "ArrowDown") return row.nextElementSibling;
  if (key === "Home") return row.parentElement?.firstElementChild;
  return key === "End" ? row.parentElement?.lastElementChild : null;
}
