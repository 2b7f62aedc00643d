/**
 * One page of lines. Following, it stays at its end; otherwise nothing moves it. One line is a stop of the Tab key,
 * the arrow keys go from line to line; who is on a line reads, so the page no longer follows.
 *
 * Not announced line by line (`aria-live` is off): `LogNews` says what matters, at most every few seconds.
 */
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { zoneNote } from "../../../lib/zone.ts";
import { logTexts } from "../../../texts/index.ts";
import { grouped } from "../model/groups.ts";
import type { LogRow } from "../model/rows.ts";
import { isQuick, SAMPLE_EVERY, type Samples, sampled, windowOf } from "../model/window.ts";
import { LogTableRow } from "./log-table-row.tsx";
import classes from "./log-view.module.css";

const texts = logTexts;
/** Pixels from the end that still count as the end. */
const END = 8;
/** What a line takes that is not in the document, in px; only the scroll bar tells the difference. */
const ROW_HEIGHT = 29;

export interface LogTableProps {
  rows: readonly LogRow[];
  page: number;
  /** Text that is marked. */
  search: string;
  /** The line that one came for: it is brought into view. */
  marked?: number | undefined;
  following: boolean;
  onScrolled: (atEnd: boolean) => void;
  onOpen: (row: LogRow) => void;
}

export const LogTable = memo(function LogTable(props: LogTableProps) {
  const { rows, page, search, marked, following, onScrolled, onOpen } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const shownPage = useRef(page);
  /** Below the view, in px; undefined until somebody scrolled. */
  const below = useRef<number>(undefined);
  const [current, setCurrent] = useState<number>();
  const newest = rows.at(-1)?.n;
  const quick = useQuick(newest ?? 0) && following;
  const { shown, left } = windowOf(rows, quick);
  const groups = grouped(shown);
  const stop = groups.some(({ row }) => row.n === current) ? current : groups.at(-1)?.row.n;

  const onFocus = useCallback(
    (n: number) => {
      setCurrent(n);
      if (following) onScrolled(false);
    },
    [following, onScrolled],
  );

  useLayoutEffect(() => {
    const box = scroll.current;
    if (box && following && newest !== undefined) toEnd(box);
  }, [following, newest]);
  // A box of another height must not count as scrolling up.
  const size = useRef("");
  useEffect(() => {
    const box = scroll.current;
    if (!box || !following) return;
    size.current = sizeOf(box);
    const observer = new ResizeObserver(() => {
      size.current = sizeOf(box);
      toEnd(box);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [following]);
  // Another page begins at its top; the same one with its lines back stays where it is, seen from its end.
  useLayoutEffect(() => {
    const box = scroll.current;
    if (box && !following && shownPage.current !== page) box.scrollTop = 0;
    else if (box && !following && below.current !== undefined)
      box.scrollTop = box.scrollHeight - box.clientHeight - below.current;
    shownPage.current = page;
  }, [following, page]);

  useLayoutEffect(() => {
    const box = scroll.current;
    const row = box?.querySelector("tr[data-marked]");
    if (marked === undefined || !box || !row) return;
    // The box alone: the page stays where it is.
    const { top } = row.getBoundingClientRect();
    box.scrollTop += top - box.getBoundingClientRect().top - box.clientHeight / 2;
  }, [marked]);

  return (
    <div
      className={classes["scroll"]}
      ref={scroll}
      role="log"
      aria-live="off"
      aria-label={texts.log}
      onScroll={({ currentTarget: box }) => {
        // The event of a box that has just got another size comes before its observer.
        if (following && sizeOf(box) !== size.current) return;
        below.current = box.scrollHeight - box.scrollTop - box.clientHeight;
        const atEnd = below.current <= END;
        if (atEnd !== following) onScrolled(atEnd);
      }}
    >
      <table className={classes["table"]} aria-label={texts.log}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.number}</th>
            <th scope="col">
              {texts.columns.time}
              {zoneNote()}
            </th>
            <th scope="col">{texts.columns.message}</th>
          </tr>
        </thead>
        {left > 0 ? (
          <tbody aria-hidden>
            <tr className={classes["left"]}>
              <td colSpan={3} aria-label={texts.columns.message} style={{ height: left * ROW_HEIGHT }} />
            </tr>
          </tbody>
        ) : null}
        <tbody>
          {groups.map(({ row, count, last }) => (
            <LogTableRow
              key={row.n}
              row={row}
              count={count}
              last={last}
              marked={row.n === marked}
              search={search}
              stop={row.n === stop}
              onFocus={onFocus}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

/** No layout is read; the browser takes the nearest place there is. */
function toEnd(box: HTMLElement): void {
  box.scrollTop = Number.MAX_SAFE_INTEGER;
}

const sizeOf = ({ clientHeight, clientWidth }: HTMLElement): string => `${clientWidth} ${clientHeight}`;

/** Whether lines come quickly; stays so for a moment after they no longer do. */
function useQuick(newest: number): boolean {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  const [samples, setSamples] = useState<Samples>([newest, newest]);
  useEffect(() => {
    const timer = setInterval(() => setSamples((known) => sampled(known, latest.current)), SAMPLE_EVERY);
    return () => clearInterval(timer);
  }, []);
  return isQuick(samples, newest);
}
