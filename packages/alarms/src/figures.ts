/** Figures of a time by ISA-18.2 and EEMUA 191: what was raised, floods, who cries most, how long until somebody had it. */
import { keptMatcher } from "@hubwart/core";
import type { AlarmEvent, AlarmFigures } from "@hubwart/ipc";

const SPAN = 10 * 60_000;
const FLOOD = 10;
const CHATTER_WITHIN = 60_000;
const CHATTER_TIMES = 3;
const MOST = 10;

interface Source {
  text: string;
  count: number;
  chatters: number;
  /** Of the last raises, oldest first. */
  last: number[];
}

type IsOwn = (of: Pick<AlarmEvent, "source">) => boolean;

/** Whether something is of an alarm that counts. @param within patterns of sources; undefined: each counts */
export function ownSource(within: readonly string[] | undefined): IsOwn {
  if (within === undefined) return () => true;
  const isOwn = keptMatcher(within);
  return ({ source }) => isOwn(source);
}

/** `events`: raised and acked, oldest first; `why` of a raised one: it was suppressed, and is not counted. */
export function figuresOf(
  events: Iterable<Pick<AlarmEvent, "at" | "id" | "nr" | "priority" | "source" | "text" | "what" | "why">>,
  { from, isOwn, stale, to }: { from: number; to: number; stale: number; isOwn: IsOwn },
): AlarmFigures {
  const spans = new Map<number, number>();
  const sources = new Map<string, Source>();
  const raisedAt = new Map<number, number>();
  const ackTimes: number[] = [];
  const priorities: AlarmFigures["priorities"] = [0, 0, 0, 0];
  let raised = 0;
  for (const { at, id, nr, priority, source: of, text, what, why } of events) {
    if (!isOwn({ source: of })) continue;
    if (what === "acked") {
      const since = raisedAt.get(nr);
      if (since !== undefined) ackTimes.push(Math.max(0, at - since));
      continue;
    }
    if (why !== undefined) continue;
    raised += 1;
    raisedAt.set(nr, at);
    priorities[priority - 1] = (priorities[priority - 1] ?? 0) + 1;
    const span = Math.floor(at / SPAN);
    spans.set(span, (spans.get(span) ?? 0) + 1);
    const source = sources.get(id) ?? { text, count: 0, chatters: 0, last: [] };
    sources.set(id, source);
    note(source, at, text);
  }
  const [peakSpan = Math.floor(from / SPAN), peakCount = 0] =
    [...spans].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const all = [...sources].map(([id, source]) => ({ id, ...source }));
  const median = quantile(ackTimes, 0.5);
  const p90 = quantile(ackTimes, 0.9);
  return {
    from,
    to,
    raised,
    rate: to > from ? raised / ((to - from) / SPAN) : 0,
    peak: { at: peakSpan * SPAN, count: peakCount },
    floods: [...spans.values()].filter((count) => count > FLOOD).length,
    worst: all
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MOST)
      .map(({ count, id, text }) => ({ id, text, count, share: count / raised })),
    chattering: all
      .filter(({ chatters }) => chatters > 0)
      .toSorted((a, b) => b.chatters - a.chatters)
      .slice(0, MOST)
      .map(({ chatters, id, text }) => ({ id, text, count: chatters })),
    stale,
    priorities,
    ...(median === undefined || p90 === undefined ? {} : { ackTime: { median, p90 } }),
  };
}

function note(source: Source, at: number, text: string): void {
  source.text = text;
  source.count += 1;
  source.last.push(at);
  if (source.last.length > CHATTER_TIMES) source.last.shift();
  const [oldest = 0] = source.last;
  if (source.last.length === CHATTER_TIMES && at - oldest <= CHATTER_WITHIN) source.chatters += 1;
}

function quantile(values: readonly number[], part: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
