/** Lines of the event log, merged from the two ways they come. */
import type { LogLine } from "../../../lib/log-lines.ts";

const keyOf = ({ ts, level, module, chan, msg }: LogLine): string =>
  JSON.stringify([ts, level, module, chan, msg]);

/**
 * `known` and those of `incoming` that it does not hold yet, oldest first. The stream lags behind the file and may
 * repeat what was just read from it, and a reading after a break overlaps with what was there before.
 */
export function mergeLines<T extends LogLine>(
  known: readonly T[],
  incoming: readonly LogLine[],
  make: (line: LogLine) => T,
): T[] {
  const from = Math.min(...incoming.map(({ ts }) => ts));
  const seen = new Map<string, number>();
  for (const line of known) {
    if (line.ts < from) continue;
    const key = keyOf(line);
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const fresh: T[] = [];
  for (const line of incoming) {
    const key = keyOf(line);
    const times = seen.get(key) ?? 0;
    if (times > 0) seen.set(key, times - 1);
    else fresh.push(make(line));
  }
  if (fresh.length === 0) return [...known];
  const lines = [...known, ...fresh];
  const newest = known.at(-1)?.ts ?? 0;
  return fresh.every(({ ts }) => ts >= newest) ? lines : lines.sort((a, b) => a.ts - b.ts);
}

/** Lines that contain the text in what is shown of them. */
export function filterLines<T extends LogLine>(lines: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return lines;
  return lines.filter(({ msg, module, chan }) =>
    `${module} ${chan ?? ""} ${msg}`.toLowerCase().includes(wanted),
  );
}
