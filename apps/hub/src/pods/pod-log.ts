/** What pods and the hub's other children write goes into the event log, as theirs. */
import type { Clock, LogEntry, LogSink } from "@hubwart/core";

/** A child whose clock is off by more than this gets the hub's time in the log, ms. */
const CLOCK_SKEW = 5_000;

export function podLog(sink: LogSink, clock: Pick<Clock, "now">): (pod: string, list: LogEntry[]) => void {
  return (pod, list) => {
    const now = clock.now();
    for (const entry of list) {
      const ts = Math.abs(entry.ts - now) > CLOCK_SKEW ? now : entry.ts;
      sink.write({ ...entry, ts, src: `pod:${pod}` });
    }
  };
}
