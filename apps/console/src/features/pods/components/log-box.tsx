/**
 * Log lines, newest below, only those in view in the document. The view moves with new lines while its end is in
 * sight; otherwise it stays where it is and says how many came.
 */

import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type UIEvent, useLayoutEffect, useRef } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { dateFormat } from "../../../lib/intl.ts";
import { podsTexts } from "../../../texts/index.ts";
import { isAtEnd, type LogAction, type LogView, type ShownLine } from "../model/log-view.ts";
import classes from "./log-box.module.css";

const texts = podsTexts.log;
const LINE_HEIGHT = 26;
/** What scrolls must be reachable by keyboard (WCAG 2.1.1); not every browser sees to that by itself. */
const KEYBOARD = { tabIndex: 0 } as const;

export interface LogBoxProps {
  view: LogView;
  /** Those of the view's lines that are shown. */
  lines: readonly ShownLine[];
  dispatch: (action: LogAction) => void;
}

export function LogBox({ view, lines, dispatch }: LogBoxProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const { atEnd, unseen } = view;
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 20,
  });
  const height = virtualizer.getTotalSize();

  function toEnd(): void {
    const element = scroll.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }
  useLayoutEffect(() => {
    if (atEnd) toEnd();
  }, [atEnd, height, lines]);

  function onScroll({
    currentTarget: { scrollTop, scrollHeight, clientHeight },
  }: UIEvent<HTMLElement>): void {
    const position = {
      top: scrollTop,
      lastTop: lastTop.current,
      distance: scrollHeight - scrollTop - clientHeight,
    };
    lastTop.current = scrollTop;
    const next = isAtEnd(atEnd, position);
    if (next !== atEnd) dispatch({ kind: "scrolled", atEnd: next });
  }

  return (
    <div className={classes["frame"]}>
      <section
        className={classes["scroll"]}
        ref={scroll}
        onScroll={onScroll}
        {...KEYBOARD}
        aria-label={texts.view}
      >
        {lines.length === 0 ? (
          <EmptyState title={view.lines.length === 0 ? texts.empty : texts.noMatch} />
        ) : (
          <ol className={classes["lines"]} style={{ height }}>
            {virtualizer.getVirtualItems().map(({ key, index, start }) => {
              const line = lines[index];
              return line === undefined ? null : (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={classes["line"]}
                  data-level={line.level}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Line line={line} />
                </li>
              );
            })}
          </ol>
        )}
      </section>
      {atEnd ? null : (
        <Button
          className={classes["newest"] ?? ""}
          size="sm"
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={() => {
            toEnd();
            dispatch({ kind: "scrolled", atEnd: true });
          }}
        >
          {unseen > 0 ? `${texts.newest} · ${texts.unseen(unseen)}` : texts.newest}
        </Button>
      )}
    </div>
  );
}

const time = dateFormat({
  day: "2-digit",
  month: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

function Line({ line: { ts, level, module, chan, msg } }: { line: ShownLine }) {
  return (
    <>
      <time className={classes["time"]} dateTime={new Date(ts).toISOString()}>
        {time.format(ts)}
      </time>
      <span className={classes["level"]}>{texts.names[level]}</span>
      <span className={classes["module"]}>{chan ?? module}</span>
      <span className={classes["text"]}>{msg}</span>
    </>
  );
}
