/** What `/system/log` asks for, as the event log understands it; and its lines as they are sent. */
import type { logLine, QueryOf, systemLog } from "@hubwart/contract";
import type { LogEntry, LogFilter } from "@hubwart/core";
import type * as z from "zod/mini";

export type LogQuery = QueryOf<typeof systemLog>;
/** What the event stream takes of it. */
export type FollowQuery = Pick<LogQuery, "comp" | "priority" | "modules" | "source" | "filter">;

/**
 * `hubStarted` in Unix seconds, for `session`.
 */
export function toFilter(query: LogQuery, hubStarted: number): LogFilter {
  const since = Math.max(
    query.after === undefined ? 0 : query.after + 1,
    query.session === true ? hubStarted * 1000 : 0,
  );
  const src = componentOf(query.comp);
  const source = query.source?.trim() ?? "";
  const text = query.filter?.trim() ?? "";
  const modules = (query.modules ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return {
    ...(src.length > 0 ? { src } : {}),
    ...(source === "" ? {} : { source }),
    ...(query.priority === undefined ? {} : { level: query.priority }),
    ...(modules.length > 0 ? { modules } : {}),
    ...(text === "" ? {} : { text }),
    ...(since > 0 ? { since } : {}),
    ...(query.before === undefined ? {} : { until: query.before }),
  };
}

const OWN_CONTAINER = new Set(["container:main", "container:s4q_main"]);

/** Name of the container whose own log is meant, without its prefix. */
export function addOnOf(comp: string | undefined): string | undefined {
  if (comp === undefined || !comp.startsWith("container:") || OWN_CONTAINER.has(comp)) return undefined;
  return comp.slice("container:".length).replace(/^s4q_/, "");
}

/** Sources of a component; none means all. The system's own container is the appliance. */
function componentOf(comp: string | undefined): string[] {
  if (comp === undefined || comp === "") return [];
  if (OWN_CONTAINER.has(comp)) return ["system"];
  if (comp === "hub") return ["hub", "pod"];
  return [comp];
}

export function toLine(entry: LogEntry): Omit<z.output<typeof logLine>, "lineno"> {
  // The console marks what happened to the project in a colour of its own.
  const level = entry.module === "project" && entry.level === "info" ? "project" : entry.level;
  return { ...entry, level };
}
