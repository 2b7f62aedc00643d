/** Which entries somebody wants to see. */
import { LOG_LEVELS, type LogEntry, type LogLevel } from "../logger.ts";

export interface LogFilter {
  /** `system`, `hub`, `pod:{id}`; a name also covers what stands below it, so `pod` is every pod. */
  src?: readonly string[];
  /** Narrows `src` further, in the same words. */
  source?: string;
  /** Lowest level. */
  level?: LogLevel;
  modules?: readonly string[];
  /** Part of message, channel or module, whatever the case. */
  text?: string;
  /** ms since the epoch; entries from then on. */
  since?: number;
  /** ms since the epoch; entries up to then. */
  until?: number;
}

export function logMatcher(filter: LogFilter): (entry: LogEntry) => boolean {
  const { since, until } = filter;
  const lowest = LOG_LEVELS.indexOf(filter.level ?? "debug");
  const sources = filter.src?.map(covers);
  const source = filter.source === undefined ? undefined : covers(filter.source);
  const modules = filter.modules && filter.modules.length > 0 ? new Set(filter.modules) : undefined;
  const text = filter.text?.toLowerCase() ?? "";
  return (entry) =>
    LOG_LEVELS.indexOf(entry.level) >= lowest &&
    (since === undefined || entry.ts >= since) &&
    (until === undefined || entry.ts <= until) &&
    (!sources || sources.some((within) => within(entry.src))) &&
    (!source || source(entry.src)) &&
    (!modules || modules.has(entry.module)) &&
    (text === "" || `${entry.msg}\n${entry.chan ?? ""}\n${entry.module}`.toLowerCase().includes(text));
}

function covers(name: string): (src: string) => boolean {
  const below = `${name}:`;
  return (src) => src === name || src.startsWith(below);
}
