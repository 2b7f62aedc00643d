/**
 * When the quality of a channel changed, so that a chart can tell a value that held from one that was not known.
 * Few per channel: a quarter of an hour keeps at most `MOST_TURNS` of them, and the last state wins.
 */
import type { ChartSpan } from "@hubwart/ipc";
import type { Rows } from "./rows.ts";

export type Turn = readonly [time: number, quality: number];

const MOST_TURNS = 60;

/** Adds rows sorted by channel and time. The first row of a channel is always a turn. */
export function addTurns(
  turns: Map<number, Turn[]>,
  rows: Pick<Rows, "channels" | "qualities" | "times">,
): void {
  rows.channels.forEach((channel, at) => {
    let known = turns.get(channel);
    if (!known) {
      known = [];
      turns.set(channel, known);
    }
    addTurn(known, rows.times[at] ?? 0, rows.qualities[at] ?? 0);
  });
}

export function addTurn(turns: Turn[], time: number, quality: number): void {
  const last = turns.at(-1);
  if (last?.[1] === quality) return;
  if (last && turns.length >= MOST_TURNS) turns[turns.length - 1] = [last[0], quality];
  else turns.push([time, quality]);
}

/** The times between `from` and `to` in which the value was not good. `turns`: sorted by time. */
export function spansOf(turns: readonly Turn[], from: number, to: number): ChartSpan[] {
  const spans: ChartSpan[] = [];
  turns.forEach(([time, quality], at) => {
    const start = Math.max(from, time);
    const end = Math.min(to, turns[at + 1]?.[0] ?? to);
    if ((quality === 1 || quality === 2) && start < end) spans.push([start, end, quality]);
  });
  return spans;
}
