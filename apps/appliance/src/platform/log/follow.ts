/** New lines of the event log, for the event stream. */
import { type Clock, errorText, followLog, type Logger } from "@hubwart/core";
import { type FollowQuery, toFilter, toLine } from "./query.ts";

export function logFollower(logs: string, clock: Clock, log: Logger) {
  return (query: FollowQuery, handler: (line: ReturnType<typeof toLine>) => void): (() => void) => {
    const abort = new AbortController();
    const filter = toFilter(query, 0);
    const run = async () => {
      for await (const entries of followLog(logs, filter, { clock, signal: abort.signal })) {
        for (const entry of entries) handler(toLine(entry));
      }
    };
    run().catch((error: unknown) => log.warn(`following the log: ${errorText(error)}`));
    return () => abort.abort();
  };
}
