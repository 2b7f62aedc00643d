/** New lines of the event log, or of a container's, for the event stream. */
import { type Clock, errorText, followLog, type LogEntry, type Logger } from "@hubwart/core";
import type { ContainerLogQuery } from "../../offers.ts";
import { addOnOf, type FollowQuery, toFilter, toLine } from "./query.ts";

export interface FollowParts {
  /** `layout.logs` */
  logs: string;
  clock: Clock;
  log: Logger;
  containerLog: (query: ContainerLogQuery) => AsyncIterable<LogEntry>;
}

export function logFollower({ logs, clock, log, containerLog }: FollowParts) {
  return (query: FollowQuery, handler: (line: ReturnType<typeof toLine>) => void): (() => void) => {
    const abort = new AbortController();
    const { signal } = abort;
    const addOn = addOnOf(query.comp);
    const run = async () => {
      if (addOn !== undefined) {
        const { filter: text, priority: level } = query;
        const lines = containerLog({
          id: addOn,
          tail: 0,
          follow: true,
          since: clock.now(),
          text,
          level,
          signal,
        });
        for await (const entry of lines) handler(toLine(entry));
        return;
      }
      for await (const entries of followLog(logs, toFilter(query, 0), { clock, signal })) {
        for (const entry of entries) handler(toLine(entry));
      }
    };
    run().catch((error: unknown) => log.warn(`following the log: ${errorText(error)}`));
    return () => abort.abort();
  };
}
