/**
 * A database that refuses a request refuses all of its lines. Sending ever smaller parts finds the ones it means, and
 * every other line arrives.
 *
 * Where it seems to take none at all, the fault is elsewhere (another table's columns, a proxy's answer): nothing is
 * given up then, and the whole is tried again later.
 */
import { TargetError } from "@hubwart/core/delivery";

export interface Verdict {
  /** Lines of the request that were refused. */
  refused: number;
  /** German; why. Absent: all were taken. */
  reason?: string;
}

/** One request. All or nothing, unless the answer names how many it left out. */
export type Write = (lines: readonly string[]) => Promise<Verdict>;

/** Lines that are tried singly before any is given up. */
const SAMPLE = 8;

/** @throws TargetError where nothing at all is taken */
export async function writeNarrowing(lines: readonly string[], write: Write): Promise<Verdict> {
  const verdict = await write(lines);
  if (verdict.reason === undefined || verdict.refused < lines.length || lines.length === 1) return verdict;
  if (!(await anyTaken(lines, write))) throw new TargetError(verdict.reason);
  const middle = lines.length >> 1;
  const left = await halve(lines.slice(0, middle), write);
  const right = await halve(lines.slice(middle), write);
  return { refused: left.refused + right.refused, reason: verdict.reason };
}

async function halve(lines: readonly string[], write: Write): Promise<Verdict> {
  const verdict = await write(lines);
  if (verdict.refused < lines.length || lines.length === 1) return verdict;
  const middle = lines.length >> 1;
  const left = await halve(lines.slice(0, middle), write);
  const right = await halve(lines.slice(middle), write);
  return { refused: left.refused + right.refused };
}

/** Other lines each time, so that the few good ones among many bad are found some time. */
async function anyTaken(lines: readonly string[], write: Write): Promise<boolean> {
  const distance = lines.length / Math.min(SAMPLE, lines.length);
  const offset = Math.random() * distance;
  for (let at = offset; at < lines.length; at += distance) {
    const line = lines[Math.floor(at)];
    if (line !== undefined && (await write([line])).refused === 0) return true;
  }
  return false;
}
