/**
 * One page of lines. Following, it stays at its end; otherwise nothing moves it. One line is a stop of the Tab key,
 * the arrow keys go from line to line.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { logTexts } from "../../../texts/index.ts";
import type { LogRow } from "../model/rows.ts";
import { LogTableRow } from "./log-table-row.tsx";
import classes from "./log-view.module.css";

const texts = logTexts;
/** Pixels from the end that still count as the end. */
const END = 8;

export interface LogTableProps {
  rows: readonly LogRow[];
  page: number;
  /** Text that is marked. */
  search: string;
  following: boolean;
  onScrolled: (atEnd: boolean) => void;
  onOpen: (row: LogRow) => void;
}

export function LogTable({ rows, page, search, following, onScrolled, onOpen }: LogTableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  const [current, setCurrent] = useState<number>();
  const newest = rows.at(-1)?.n;
  const stop = rows.some(({ n }) => n === current) ? current : newest;

  useLayoutEffect(() => {
    const box = scroll.current;
    if (box && following && newest !== undefined) box.scrollTop = box.scrollHeight;
  }, [following, newest]);
  // A box of another height must not count as scrolling up.
  useEffect(() => {
    const box = scroll.current;
    if (!box || !following) return;
    const observer = new ResizeObserver(() => {
      box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [following]);
  // Another page begins at its top.
  useLayoutEffect(() => {
    const box = scroll.current;
    if (box && !following && shown.current !== page) box.scrollTop = 0;
    shown.current = page;
  }, [following, page]);

  return (
    <div
      className={classes["scroll"]}
      ref={scroll}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        onScrolled(scrollHeight - scrollTop - clientHeight <= END)
      }
    >
      <table className={classes["table"]} aria-label={texts.log}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.number}</th>
            <th scope="col">{texts.columns.time}</th>
            <th scope="col">{texts.columns.message}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LogTableRow
              key={row.n}
              row={row}
              search={search}
              stop={row.n === stop}
              onFocus={setCurrent}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
