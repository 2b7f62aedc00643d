/**
 * Alarms and change logs of all sites, in the order in which they came here: of one site that is the order of its own journal.
 * Entries that are here already are passed over.
 */
import { type Clock, wellFormed } from "@hubwart/core";
import {
  type AlarmEntry,
  alarmEntry,
  type ChangeEntry,
  changeEntry,
  FEEDS,
  type FeedMark,
  type FeedMarks,
  type FeedName,
} from "@hubwart/fleet";
import type { PoolClient } from "pg";
import * as z from "zod/mini";
import type { Taken } from "../feeds/intake.ts";
import type { Database, Row } from "./database.ts";

const TABLE: Record<FeedName, string> = { alarms: "site_alarms", changes: "site_changes" };
/** Entries of one site that are kept; a hub itself keeps 200,000 and 10,000. */
export const MOST: Record<FeedName, number> = { alarms: 200_000, changes: 100_000 };
/** New ones of a site after which it is looked whether there are more. */
const SURPLUS = 5_000;
/** Characters of an entry that are searched. */
const MOST_WORDS = 8_000;

export interface Search {
  /** None: all. */
  hubs?: readonly string[] | undefined;
  kind?: string | undefined;
  priority?: number | undefined;
  /** Part of the words, whatever its case. */
  text?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Arrived before the one of this place. */
  before?: number | undefined;
  limit: number;
}

export interface Found<E> {
  /** Rises with each arrival. */
  place: number;
  hub: string;
  /** ms since the epoch, by the central's clock. */
  received: number;
  entry: E;
}

export class SiteLogs {
  readonly #database: Database;
  readonly #clock: Clock;
  /** In memory too: each hub asks for its own whenever it connects. */
  readonly #marks = new Map<string, FeedMarks>();
  readonly #surplus = new Map<string, number>();

  private constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  static async open(database: Database, clock: Clock): Promise<SiteLogs> {
    const logs = new SiteLogs(database, clock);
    for (const { at, feed, hub, seq } of await database.query("SELECT * FROM feeds"))
      logs.#marked(String(hub), String(feed), { seq: Number(seq), at: Number(at) });
    return logs;
  }

  /** The last entry of each feed of the hub that is stored. */
  marks(hub: string): FeedMarks {
    return this.#marks.get(hub) ?? {};
  }

  /** All or nothing; on the disk when it returns. */
  async add(taken: readonly Taken[]): Promise<void> {
    const received = this.#clock.now();
    await this.#database.all(async (client) => {
      for (const feed of FEEDS) await insert(client, feed, received, rowsOf(feed, taken));
      await mark(client, received, taken);
      await this.#bound(client, taken);
    });
    for (const { batch, feed, hub } of taken) {
      const { at, seq } = lastOf(batch.entries);
      this.#marked(hub, feed, { seq, at });
    }
  }

  async feeds() {
    const rows = await this.#database.query("SELECT * FROM feeds ORDER BY hub, feed");
    return rows.flatMap(({ at, feed, gaps, hub, received, seq }) => {
      const name = FEEDS.find((one) => one === feed);
      const numbers = { seq: Number(seq), at: Number(at), received: Number(received), gaps: Number(gaps) };
      return name === undefined ? [] : [{ hub: String(hub), feed: name, ...numbers }];
    });
  }

  async alarms(search: Search): Promise<Found<AlarmEntry>[]> {
    return await this.#found("alarms", alarmEntry, search);
  }

  async changes(search: Search): Promise<Found<ChangeEntry>[]> {
    return await this.#found("changes", changeEntry, search);
  }

  async #found<S extends z.ZodMiniType>(
    feed: FeedName,
    shape: S,
    { before, from, hubs, kind, limit, priority, text, to }: Search,
  ): Promise<Found<z.output<S>>[]> {
    const values: unknown[] = [];
    const asked: [string, unknown][] = [
      ["id < $", before],
      ["hub = ANY ($)", hubs],
      ["kind = $", kind],
      ["priority = $", priority],
      ["strpos(words, $) > 0", text && plain(text).toLowerCase()],
      ["at >= $", from],
      ["at <= $", to],
    ];
    const where = asked.flatMap(([condition, value]) => {
      if (value === undefined || value === "") return [];
      values.push(value);
      return condition.replace("$", `$${values.length}`);
    });
    const condition = where.length > 0 ? `WHERE ${where.join(" AND ")}` : "";
    const rows = await this.#database.query(
      `SELECT id, hub, received, entry FROM ${TABLE[feed]} ${condition} ORDER BY id DESC LIMIT ${Math.trunc(limit)}`,
      values,
    );
    return rows.flatMap((row) => foundOf(shape, row) ?? []);
  }

  #marked(hub: string, feed: string, at: { seq: number; at: number }): void {
    const name = FEEDS.find((one) => one === feed);
    if (name) this.#marks.set(hub, { ...this.#marks.get(hub), [name]: at });
  }

  /** Keeps what one site has here bounded, whatever it sends. */
  async #bound(client: PoolClient, taken: readonly Taken[]): Promise<void> {
    for (const { batch, feed, hub } of taken) {
      const key = `${feed} ${hub}`;
      const surplus = (this.#surplus.get(key) ?? 0) + batch.entries.length;
      this.#surplus.set(key, surplus < SURPLUS ? surplus : 0);
      if (surplus < SURPLUS) continue;
      await client.query(
        `DELETE FROM ${TABLE[feed]} WHERE hub = $1 AND id <=
           (SELECT id FROM ${TABLE[feed]} WHERE hub = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)`,
        [hub, MOST[feed]],
      );
    }
  }
}

interface NewRow {
  hub: string;
  seq: number;
  at: number;
  kind: string;
  priority: number;
  words: string;
  entry: string;
}

function rowsOf(feed: FeedName, taken: readonly Taken[]): NewRow[] {
  return taken.flatMap((one): NewRow[] => {
    const { hub } = one;
    if (one.feed !== feed) return [];
    if (one.feed === "alarms")
      return one.batch.entries.map((entry) => {
        const { at, id, priority, seq, source, text, what: kind } = entry;
        return {
          hub,
          seq,
          at,
          kind,
          priority,
          words: wordsOf([id, source, text]),
          entry: JSON.stringify(entry),
        };
      });
    return one.batch.entries.map((entry) => {
      const { address, after = "", at, before = "", call: kind, seq, who = "" } = entry;
      const words = wordsOf([kind, address, who, before, after]);
      return { hub, seq, at, kind, priority: 0, words, entry: JSON.stringify(entry) };
    });
  });
}

async function insert(client: PoolClient, feed: FeedName, received: number, rows: readonly NewRow[]) {
  if (rows.length === 0) return;
  await client.query(
    `INSERT INTO ${TABLE[feed]} (hub, seq, at, received, kind, priority, words, entry)
     SELECT u.hub, u.seq, u.at, $8, u.kind, u.priority, u.words, u.entry
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::smallint[], $6::text[], $7::text[])
       WITH ORDINALITY AS u (hub, seq, at, kind, priority, words, entry, place) ORDER BY u.place
     ON CONFLICT (hub, seq, at) DO NOTHING`,
    [
      rows.map(({ hub }) => hub),
      rows.map(({ seq }) => seq),
      rows.map(({ at }) => at),
      rows.map(({ kind }) => kind),
      rows.map(({ priority }) => priority),
      rows.map(({ words }) => words),
      rows.map(({ entry }) => entry),
      received,
    ],
  );
}

/** One row for each feed: the last of its batches says where it is. */
async function mark(client: PoolClient, received: number, taken: readonly Taken[]): Promise<void> {
  const last = new Map<string, { hub: string; feed: FeedName; seq: number; at: number; gaps: number }>();
  for (const { batch, feed, hub } of taken) {
    const key = `${feed} ${hub}`;
    const { at, seq } = lastOf(batch.entries);
    const gaps = (last.get(key)?.gaps ?? 0) + (batch.gap === true ? 1 : 0);
    last.set(key, { hub, feed, seq, at, gaps });
  }
  const rows = [...last.values()];
  await client.query(
    `INSERT INTO feeds (hub, feed, seq, at, received, gaps)
     SELECT u.hub, u.feed, u.seq, u.at, $6, u.gaps
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) AS u (hub, feed, seq, at, gaps)
     ON CONFLICT (hub, feed) DO UPDATE SET seq = excluded.seq, at = excluded.at, received = excluded.received,
       gaps = feeds.gaps + excluded.gaps`,
    [
      rows.map(({ hub }) => hub),
      rows.map(({ feed }) => feed),
      rows.map(({ seq }) => seq),
      rows.map(({ at }) => at),
      rows.map(({ gaps }) => gaps),
      received,
    ],
  );
}

function lastOf(entries: readonly FeedMark[]): FeedMark {
  const last = entries.at(-1);
  if (last === undefined) throw new Error("a batch without entries");
  return last;
}

/** PostgreSQL takes no U+0000. */
const plain = (text: string): string => wellFormed(text).replaceAll("\0", "");
const wordsOf = (texts: readonly string[]): string =>
  plain(texts.join(" ").slice(0, MOST_WORDS)).toLowerCase();

function foundOf<S extends z.ZodMiniType>(shape: S, row: Row): Found<z.output<S>> | undefined {
  // What an earlier release stored in another shape is passed over.
  const { data } = z.safeParse(shape, JSON.parse(String(row["entry"])));
  return data === undefined
    ? undefined
    : { place: Number(row["id"]), hub: String(row["hub"]), received: Number(row["received"]), entry: data };
}
