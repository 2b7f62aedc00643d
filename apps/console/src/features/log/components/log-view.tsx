/** The lines: loading, failed, empty, or a page of them that follows or stands still. */
import { LIMITS } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { Pager } from "../../../components/pager.tsx";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, logTexts } from "../../../texts/index.ts";
import { useLog } from "../api/log.ts";
import { FOLLOWING, followed, pageOf, pagesOf, waitingOf } from "../model/follow.ts";
import { around, type LogSearch } from "../model/log-search.ts";
import type { LogRow } from "../model/rows.ts";
import { FollowBar } from "./follow-bar.tsx";
import { LogDetail } from "./log-detail.tsx";
import { LogNews } from "./log-news.tsx";
import { LogTable } from "./log-table.tsx";

const texts = logTexts;
const NONE: readonly LogRow[] = [];

export interface LogViewProps {
  search: LogSearch;
  change: (search: LogSearch) => void;
  /** Told which modules occur. */
  onModules: (modules: readonly string[]) => void;
  /** Shown instead of the lines when they cannot be loaded. */
  failed?: string;
}

/** To be mounted anew for every other search. */
export function LogView({ search, change, onModules, failed = texts.none }: LogViewProps) {
  const { query, live } = useLog(search);
  const { data, error, refetch, isFetching } = query;
  const [state, dispatch] = useReducer(followed, FOLLOWING);
  const [detail, setDetail] = useState<LogRow>();
  const rows = data?.rows ?? NONE;
  useModules(rows, onModules);
  const nothing = data === undefined;
  useEffect(() => {
    if (error && nothing) notice.apiError(error, {}, { id: "log" });
  }, [error, nothing]);

  const seen = state.frozen ?? rows;
  const pages = pagesOf(seen);
  const page = state.frozen ? state.page : pages;
  const shown = useMemo(() => pageOf(seen, page), [seen, page]);
  const marked = useMarked(seen, search.at, (to) => dispatch({ did: "turned", page: to, rows }));

  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  // Always the same, so that lines which come while one reads cost nothing.
  const onScrolled = useCallback(
    (atEnd: boolean) => dispatch({ did: "scrolled", atEnd, rows: latest.current }),
    [],
  );

  if (data === undefined && !error) return <LoadingState lines={8} shape="lines" />;
  if (seen.length === 0) {
    const filtered = Object.keys(search).length > 0;
    const again = error ? (
      <Button variant="default" size="xs" onClick={() => void refetch()}>
        {commonTexts.action.retry}
      </Button>
    ) : filtered ? (
      <Button variant="default" size="xs" onClick={() => change({})}>
        {texts.clear}
      </Button>
    ) : null;
    return (
      <EmptyState
        title={error ? failed : texts.none}
        text={error ? texts.failed : filtered ? texts.noneText : undefined}
        action={again}
      />
    );
  }
  return (
    <>
      {error ? <ReloadFailed error={error} onRetry={refetch} retrying={isFetching} /> : null}
      <FollowBar
        live={live}
        state={state}
        waiting={waitingOf(state, rows)}
        onPause={() => dispatch({ did: "paused", rows })}
        onNewest={() => dispatch({ did: "newest" })}
      />
      <LogTable
        rows={shown}
        page={page}
        search={search.filter ?? ""}
        marked={marked?.n}
        following={state.frozen === undefined}
        onScrolled={onScrolled}
        onOpen={setDetail}
      />
      <Pager
        label={texts.pager.label}
        page={page}
        pages={pages}
        rows={texts.pager.rows(shown[0]?.n ?? 0, shown.at(-1)?.n ?? 0, seen.at(-1)?.n ?? 0)}
        onTurn={(to) => dispatch({ did: "turned", page: to, rows })}
      />
      <LogNews rows={rows} />
      <LogDetail
        row={detail}
        onClose={() => setDetail(undefined)}
        onAround={search.comp === undefined ? ({ ts }) => change(around(ts)) : undefined}
      />
    </>
  );
}

/** The first line from `at` on. Its page is turned to once, as soon as there are lines. */
function useMarked(
  rows: readonly LogRow[],
  at: number | undefined,
  turn: (page: number) => void,
): LogRow | undefined {
  const place = at === undefined ? -1 : rows.findIndex(({ ts }) => ts >= at);
  const turned = useRef(false);
  useEffect(() => {
    if (place < 0 || turned.current) return;
    turned.current = true;
    turn(Math.floor(place / LIMITS.logPage) + 1);
  });
  return rows[place];
}

function useModules(rows: readonly LogRow[], tell: (modules: readonly string[]) => void): void {
  const names = useMemo(() => [...new Set(rows.map(({ module }) => module))].sort().join(","), [rows]);
  useEffect(() => {
    if (names !== "") tell(names.split(","));
  }, [names, tell]);
}
