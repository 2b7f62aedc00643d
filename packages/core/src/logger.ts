/**
 * What code logs through. Processes choose the sink: the hub and the appliance write event-log
 * segments, pods send entries to the hub, tests collect them.
 */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line of the event log. */
export interface LogEntry {
  /** ms since the epoch. */
  ts: number;
  level: LogLevel;
  /** `system`, `hub`, or `pod:{id}`. */
  src: string;
  /** Part of the program, e.g. `session`, `links`, `mqtt`. */
  module: string;
  /** Channel the line is about, if any. */
  chan?: string;
  msg: string;
}

export interface Logger {
  debug(msg: string, chan?: string): void;
  info(msg: string, chan?: string): void;
  warn(msg: string, chan?: string): void;
  error(msg: string, chan?: string): void;
  /** The same sink under another module name. */
  module(name: string): Logger;
}

export interface LogSink {
  /** Lowest level that is kept right now. */
  readonly level: LogLevel;
  write(entry: LogEntry): void;
}

export function createLogger(
  src: string,
  module: string,
  sink: LogSink,
  now: () => number = Date.now,
): Logger {
  const log = (level: LogLevel, msg: string, chan?: string) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(sink.level)) return;
    sink.write({ ts: now(), level, src, module, ...(chan === undefined ? {} : { chan }), msg });
  };
  return {
    debug: (msg, chan) => log("debug", msg, chan),
    info: (msg, chan) => log("info", msg, chan),
    warn: (msg, chan) => log("warn", msg, chan),
    error: (msg, chan) => log("error", msg, chan),
    module: (name) => createLogger(src, name, sink, now),
  };
}

/** Collects entries; for tests. */
export class MemoryLogSink implements LogSink {
  level: LogLevel = "debug";
  readonly entries: LogEntry[] = [];
  write(entry: LogEntry): void {
    this.entries.push(entry);
  }
}
