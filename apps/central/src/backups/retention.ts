/** Which backups of a site go. Pure. */
import { timeAsIn, timeIn } from "@hubwart/archive/names";
import type { BackupRow, BackupState } from "./row.ts";

/** Backups of one site. */
export const MOST_KEPT = 14;
/** Entries of those that people removed. */
const MOST_REMOVED = 100;
/** No site takes more of the room of all than one part in so many. */
const SHARE = 4;
/** By so much a clock of a hub may be ahead, ms. */
const AHEAD = 86_400_000;

type Kept = Pick<BackupRow, "name" | "size" | "state">;

/** Those that stay longest come first: the newest, and at the end those that were made while a clock was ahead, for nobody knows how old they are. */
export function ranked<K extends Pick<Kept, "name">>(rows: readonly K[], now: number): K[] {
  const most = timeAsIn(now + AHEAD);
  const sorted = rows.toSorted((a, b) => timeIn(b.name).localeCompare(timeIn(a.name)));
  const ahead = sorted.filter(({ name }) => timeIn(name) > most);
  return [...sorted.filter(({ name }) => timeIn(name) <= most), ...ahead.reverse()];
}

/** @param bound bytes for the backups of all sites */
export const shareOf = (bound: number): number => bound / SHARE;

/** Of the rows of one site, those that go; never the newest, and never the newest that was proved. */
export function leaving<K extends Kept>(rows: readonly K[], now: number, bound: number): K[] {
  const there = rows.filter(({ state }) => !IS_GONE.has(state));
  const order = ranked(there, now);
  const proved = order.find(({ state }) => state === "proved");
  const stays = new Set([order[0], proved].filter((row) => row !== undefined));
  let count = stays.size;
  let bytes = [...stays].reduce((sum, { size }) => sum + size, 0);
  const going = order.filter((row) => {
    if (stays.has(row)) return false;
    if (count >= MOST_KEPT || bytes + row.size > shareOf(bound)) return true;
    count += 1;
    bytes += row.size;
    return false;
  });
  const entries = ranked(
    rows.filter(({ state }) => IS_GONE.has(state)),
    now,
  );
  return [...going, ...entries.slice(MOST_REMOVED)];
}

/** No file of it is there. */
export const IS_GONE: ReadonlySet<BackupState> = new Set(["lost", "removed"]);

/** The one made before it that was proved. */
export function before(rows: readonly BackupRow[], row: BackupRow): BackupRow | undefined {
  return rows
    .filter((other) => other.state === "proved" && timeIn(other.name) < timeIn(row.name))
    .toSorted((a, b) => timeIn(b.name).localeCompare(timeIn(a.name)))[0];
}

/** Another device signed it than the one before, or none did where one had. */
export function isOfOther(rows: readonly BackupRow[], row: BackupRow): boolean {
  const earlier = row.state === "proved" ? before(rows, row) : undefined;
  return earlier !== undefined && earlier.device !== "" && earlier.device !== row.device;
}
