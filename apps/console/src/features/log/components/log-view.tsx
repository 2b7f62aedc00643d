/** The lines: loading, failed, empty, or a page of them that follows or stands still. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { Pager } from "../../../components/pager.tsx";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { notice } from "../../../lib/notice.tsx";
import { logTexts } from "../../../texts/index.ts";
import { useLog } from "../api/log.ts";
import { pageOf, pagesOf, waitingOf } from "../model/follow.ts";
import { around, type LogSearch } from "../model/log-search.ts";
import type { LogRow } from "../model/rows.ts";
import { FollowBar } from "./follow-bar.tsx";
import { LogDetail } from "./log-detail.tsx";
import { LogNews } from "./log-news.tsx";
import { LogTable } from "./log-table.tsx";
import { useFollowed } from "./use-followed.ts";
import { useOpened } from "./use-opened.ts";

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
export function LogView({ search, change, onModules, failed = texts.failed }: LogViewProps) {
  const { query, live } = useLog(search);
  const { data, error, refetch, isFetching } = query;
  const rows = data?.rows ?? NONE;
  const { state, dispatch, turn } = useFollowed(rows, data?.based === true, search.at);
  const opened = useOpened(search, rows, data?.based === true);
  useModules(rows, onModules);
  const nothing = data === undefined;
  useEffect(() => {
    if (error && nothing) notice.apiError(error, {}, { id: "log" });
  }, [error, nothing]);

  const seen = state.frozen ?? rows;
  const pages = pagesOf(seen);
  const page = state.frozen ? state.page : pages;
  const shown = useMemo(() => pageOf(seen, page), [seen, page]);
  const marked = seen.find(({ ts }) => search.at !== undefined && ts >= search.at);

  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  // Always the same, so that lines which come while one reads cost nothing.
  const onScrolled = useCallback(
    (atEnd: boolean) => dispatch({ did: "scrolled", atEnd, rows: latest.current }),
    [dispatch],
  );

  if (data === undefined && !error) return <LoadingState lines={8} shape="lines" />;
  if (seen.length === 0) {
    if (error) return <ErrorState title={failed} error={error} onRetry={refetch} />;
    const filtered = Object.keys(search).length > 0;
    const clear = (
      <Button variant="default" size="xs" onClick={() => change({})}>
        {texts.clear}
      </Button>
    );
    return (
      <EmptyState
        title={texts.none}
        text={filtered ? texts.noneText : undefined}
        action={filtered ? clear : null}
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
        onOpen={opened.open}
      />
      <Pager
        label={texts.pager.label}
        page={page}
        pages={pages}
        rows={texts.pager.rows(shown[0]?.n ?? 0, shown.at(-1)?.n ?? 0, seen.at(-1)?.n ?? 0)}
        onTurn={turn}
      />
      <LogNews rows={rows} />
      <LogDetail
        opened={opened.line}
        onClose={opened.close}
        onAround={search.comp === undefined ? ({ ts }) => change(around(ts)) : undefined}
      />
    </>
  );
}

function useModules(rows: readonly LogRow[], tell: (modules: readonly string[]) => void): void {
  const names = useMemo(() => [...new Set(rows.map(({ module }) => module))].sort().join(","), [rows]);
  useEffect(() => {
    if (names !== "") tell(names.split(","));
  }, [names, tell]);
}
