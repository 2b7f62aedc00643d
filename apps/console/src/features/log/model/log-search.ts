/** The filters of the event log as they stand in the address, and as the calls take them. */
import type { QueryInput, systemLog } from "@hubwart/contract";
import type { LogRequest } from "../../../api/stream.ts";

export const PRIORITIES = ["debug", "info", "warn", "error"] as const;
export type Priority = (typeof PRIORITIES)[number];

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
  });
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
  const { session, ...rest } = search;
  return { ...rest, ...(session ? { session: "1" } : {}) };
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
