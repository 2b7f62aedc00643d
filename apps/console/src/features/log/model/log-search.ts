/** The filters of the event log as they stand in the address, and as the calls take them. */
import type { QueryInput, systemLog } from "@hubwart/contract";
import type { LogRequest } from "../../../api/stream.ts";

export const PRIORITIES = ["debug", "info", "warn", "error"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Of the page; the first is not written in the address. */
export const LOG_TABS = ["lines", "levels"] as const;

export interface LogSearch {
  /** `container:{name}`: that container's own log instead of the event log. */
  comp?: string;
  /** `system`, `hub`, `pod` or `pod:{id}`. */
  source?: string;
  priority?: Priority;
  /** Comma-separated. */
  modules?: string;
  filter?: string;
  /** Since the hub's last start. */
  session?: 1;
  /** Lines from then on, and up to then. ms since the epoch. */
  from?: number;
  to?: number;
  /** The view begins at the first line from then on, which is marked. ms since the epoch. */
  at?: number;
}

/** Takes from an address whatever fits; nothing in it can break the page. */
export function parseLogSearch(raw: Record<string, unknown>): LogSearch {
  const text = (name: string): string => {
    const value = raw[name];
    return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";
  };
  const priority = PRIORITIES.find((known) => known === raw["priority"]);
  return compact({
    source: text("source"),
    priority: priority === "debug" ? undefined : priority,
    modules: text("modules"),
    filter: text("filter"),
    session: ["1", "true"].includes(String(raw["session"])) ? 1 : undefined,
    from: moment(raw["from"]),
    to: moment(raw["to"]),
    at: moment(raw["at"]),
  });
}

const LATEST = 8.64e15;

function moment(value: unknown): number | undefined {
  const ms = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(ms) && ms > 0 && ms <= LATEST ? ms : undefined;
}

/** Lines on both sides of one that was found, whatever was looked for, ms. */
const AROUND = 60_000;

export const around = (ts: number): LogSearch => ({ from: ts - AROUND, to: ts + AROUND, at: ts });

/** What follows a start or an upload, ms. */
const AFTER = 600_000;

/** With the same filters. */
export const jumpTo = (search: LogSearch, ts: number): LogSearch => ({
  ...search,
  from: ts - AROUND,
  to: ts + AFTER,
  at: ts,
});

/** Another range; the place that one came for is left. */
export function withRange(
  { at: _at, ...search }: LogSearch,
  range: { from?: number | undefined } | { to?: number | undefined },
): LogSearch {
  return compact({ ...search, ...range });
}

/** Without what is empty, so that the address says only what is set. */
export function compact(
  search: {
    [K in keyof LogSearch]?: LogSearch[K] | "" | undefined;
  },
): LogSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}

type LogQuery = QueryInput<typeof systemLog> & object;

export function queryOf(search: LogSearch): LogQuery {
  const { session, from, to, at: _at, ...rest } = search;
  return {
    ...rest,
    ...(session ? { session: "1" } : {}),
    ...(from === undefined ? {} : { after: String(from - 1) }),
    ...(to === undefined ? {} : { before: String(to) }),
  };
}

/** What comes from now on is always since the hub's start. */
export function requestOf({ filter, source, priority, modules }: LogSearch): LogRequest {
  return {
    ...(source === undefined ? {} : { source }),
    ...(priority === undefined ? {} : { priority }),
    ...(modules === undefined ? {} : { modules }),
    ...(filter === undefined ? {} : { text: filter }),
  };
}
