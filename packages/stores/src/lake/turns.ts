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

/**
 * At most `most` spans: where there are more, the time is divided into so many parts, and each has the worst state that it knew.
 * `spans`: sorted by their start.
 */
export function fewerSpans(spans: readonly ChartSpan[], from: number, to: number, most: number): ChartSpan[] {
  if (spans.length <= most) return [...spans];
  const width = (to - from) / most;
  const worst = new Uint8Array(most);
  for (const [start, end, state] of spans) {
    const last = Math.min(most - 1, Math.ceil((end - from) / width) - 1);
    for (let part = Math.max(0, Math.floor((start - from) / width)); part <= last; part += 1)
      worst[part] = Math.max(worst[part] ?? 0, state);
  }
  const found: ChartSpan[] = [];
  worst.forEach((state, part) => {
    const [start, end] = [Math.round(from + part * width), Math.round(from + (part + 1) * width)];
    const before = found.at(-1);
    if (state === 0) return;
    if (before && before[1] === start && before[2] === state)
      found[found.length - 1] = [before[0], end, before[2]];
    else found.push([start, end, state as ChartSpan[2]]);
  });
  return found;
}
