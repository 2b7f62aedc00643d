/**
 * What the summaries know of corrections, in their database: which ones they were told of, and days of channels whose figures are to be made
 * anew because of them. Written in the transactions of those who change either (`summaries.ts`).
 */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { DAY, startOf } from "./spans.ts";

export type ChannelDay = readonly [chan: string, day: number];

/** A correction as it was told of. */
export interface Told {
  number: number;
  chan: string;
  from: number;
  to: number;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS corrected (
    number INTEGER PRIMARY KEY, chan TEXT NOT NULL, start INTEGER NOT NULL, until INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS unsettled (
    chan TEXT NOT NULL, day INTEGER NOT NULL, PRIMARY KEY (chan, day)
  ) STRICT, WITHOUT ROWID;`;

export class Unsettled {
  readonly #db: DatabaseSyncInstance;

  constructor(db: DatabaseSyncInstance) {
    this.#db = db;
    db.exec(TABLES);
  }

  days(): ChannelDay[] {
    const rows = this.#db.prepare("SELECT chan, day FROM unsettled ORDER BY day DESC").all();
    return (rows as { chan: string; day: number }[]).map(({ chan, day }) => [chan, day]);
  }

  add(days: readonly ChannelDay[]): void {
    const insert = this.#db.prepare("INSERT OR IGNORE INTO unsettled VALUES (?, ?)");
    for (const [chan, day] of days) insert.run(chan, day);
  }

  remove([chan, day]: ChannelDay): void {
    this.#db.prepare("DELETE FROM unsettled WHERE chan = ? AND day = ?").run(chan, day);
  }

  told(): Told[] {
    const rows = this.#db.prepare("SELECT number, chan, start, until FROM corrected ORDER BY number").all();
    return (rows as { number: number; chan: string; start: number; until: number }[]).map(
      ({ chan, number, start, until }) => ({ number, chan, from: start, to: until }),
    );
  }

  tell({ chan, from, number, to }: Told): void {
    this.#db.prepare("INSERT OR REPLACE INTO corrected VALUES (?, ?, ?, ?)").run(number, chan, from, to);
  }

  forget(number: number): void {
    this.#db.prepare("DELETE FROM corrected WHERE number = ?").run(number);
  }
}

/** The days (UTC) that a span touches, by their start. */
export function daysOf({ from, to }: { from: number; to: number }): number[] {
  const days: number[] = [];
  for (let day = startOf(from, DAY); day < to; day += DAY) days.push(day);
  return days;
}
