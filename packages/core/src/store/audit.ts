/**
 * Who changed what. Bounded by kind: attempts to sign in, which strangers can cause, and what somebody asked for in vain never push out
 * the record of changes.
 */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { LastRoom } from "./last-room.ts";
import { int, type Row, text } from "./rows.ts";

export const AUDIT_KINDS = ["change", "attempt", "refused"] as const;
/** `attempt`: to sign in, in vain. `refused`: somebody who is signed in asked for what is not there, or not allowed. */
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Which entries somebody looks for. An entry matches if it has the text, or is of one of the calls. */
export interface AuditSearch {
  text?: string;
  calls?: readonly string[];
  /** Calls that are looked at; empty: all. */
  only?: readonly string[];
}

export interface StoredAuditEntry extends AuditEntry {
  /** Rises with every entry. */
  id: number;
}

export interface AuditEntry {
  /** ms since the epoch. */
  ts: number;
  address: string;
  /** Name of the call in the contract, or of a command on the device. */
  call: string;
  /** Result code; 0 is success. */
  code: number;
  kind: AuditKind;
  /** Secrets are masked before they get here. */
  before: unknown;
  after: unknown;
  /** Whoever was signed in, as JSON; absent without anybody, and in entries of older releases. */
  who?: Doer | undefined;
}

/** `kind`: what it is that `id` names; `unknown` who gave a name that there is not. */
export interface Doer {
  kind: string;
  id?: string;
  name: string;
}

/** Entries of each kind that are kept. */
export const MOST_AUDIT: Record<AuditKind, number> = { change: 10_000, attempt: 1_000, refused: 1_000 };
const PORTION = 200;
/** Entries without anybody are of a time when there was one password and nothing else. */
const OF = "iif(json_extract(who, '$.kind') = 'unknown', '?', coalesce(json_extract(who, '$.id'), '')) = ?";

export class AuditTable {
  readonly #db: DatabaseSyncInstance;
  readonly #room: LastRoom;
  constructor(db: DatabaseSyncInstance, room = new LastRoom()) {
    this.#db = db;
    this.#room = room;
  }

  insert(entry: AuditEntry): void {
    const [before, after] = [json(entry.before), json(entry.after)];
    this.#room.keep((before?.length ?? 0) + (after?.length ?? 0));
    this.#db
      .prepare(
        "INSERT INTO audit (ts, address, call, code, kind, before, after, who) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(entry.ts, entry.address, entry.call, entry.code, entry.kind, before, after, json(entry.who));
    this.#db
      .prepare(
        "DELETE FROM audit WHERE kind = ? AND id <= (SELECT id FROM audit WHERE kind = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
      )
      .run(entry.kind, entry.kind, MOST_AUDIT[entry.kind]);
  }

  /** The newest entries, newest first. */
  latest(limit: number): AuditEntry[] {
    return this.#db
      .prepare("SELECT * FROM audit ORDER BY id DESC LIMIT ?")
      .all(limit)
      .map((row) => toEntry(row as Row));
  }

  count(search: AuditSearch): number {
    const { where, values } = condition(search);
    return int(
      this.#db.prepare(`SELECT count(*) AS found FROM audit ${where}`).get(...values) as Row,
      "found",
    );
  }

  /**
   * The last sign-in of somebody, and how many failed after it; undefined before the first.
   * @param person id; "" for who has the one password
   * @param halfway result code of those that a code was asked of: one of them is the sign-in that asks
   */
  lastSignIn(person: string, halfway: number): { at: number; address: string; failed: number } | undefined {
    const last = this.#db
      .prepare(
        `SELECT id, ts, address FROM audit WHERE kind = 'change' AND call = 'login' AND code = 0 AND ${OF} ORDER BY id DESC LIMIT 1`,
      )
      .get(person) as Row | undefined;
    if (last === undefined) return undefined;
    const failed = this.#db
      .prepare(
        `SELECT total(code <> ?) AS refused, total(code = ?) AS halfway FROM audit WHERE kind = 'attempt' AND call = 'login' AND ${OF} AND id > ?`,
      )
      .get(halfway, halfway, person, int(last, "id")) as Row;
    const others = Math.max(0, int(failed, "halfway") - 1);
    return { at: int(last, "ts"), address: text(last, "address"), failed: int(failed, "refused") + others };
  }

  /** Newest first. */
  page(search: AuditSearch, offset: number, limit: number): StoredAuditEntry[] {
    const { where, values } = condition(search);
    return this.#db
      .prepare(`SELECT * FROM audit ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
      .all(...values, limit, offset)
      .map((row) => toEntry(row as Row));
  }

  /** Changes behind an entry, oldest first, and the id of the newest one (0: none). */
  changesAfter(id: number, limit: number): { entries: StoredAuditEntry[]; last: number } {
    const rows = this.#db.prepare("SELECT * FROM audit WHERE kind = 'change' AND id > ? ORDER BY id LIMIT ?");
    const newest = this.#db.prepare("SELECT max(id) AS last FROM audit WHERE kind = 'change'").get();
    const entries = rows.all(id, limit).map((row) => toEntry(row as Row));
    return { entries, last: Number(newest?.["last"] ?? 0) };
  }

  /** All that match, newest first, read in portions; entries that come meanwhile are not among them. */
  *all(search: AuditSearch): Generator<StoredAuditEntry> {
    const { where, values } = condition(search);
    const next = this.#db.prepare(
      `SELECT * FROM audit ${where === "" ? "WHERE" : `${where} AND`} id < ? ORDER BY id DESC LIMIT ?`,
    );
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const rows = next.all(...values, before, PORTION).map((row) => toEntry(row as Row));
      yield* rows;
      before = rows.at(-1)?.id ?? 0;
      if (rows.length < PORTION) return;
    }
  }
}

function condition({ text = "", calls = [], only = [] }: AuditSearch): { where: string; values: string[] } {
  const parts: string[] = [];
  const values: string[] = [];
  if (only.length > 0) {
    parts.push(oneOf(only));
    values.push(...only);
  }
  if (text !== "") {
    const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const columns = ["call", "address", "before", "after", "who"];
    const alternatives = columns.map((column) => `${column} LIKE ? ESCAPE '\\'`);
    if (calls.length > 0) alternatives.push(oneOf(calls));
    parts.push(`(${alternatives.join(" OR ")})`);
    values.push(...columns.map(() => pattern), ...calls);
  }
  return { where: parts.length === 0 ? "" : `WHERE ${parts.join(" AND ")}`, values };
}

const oneOf = (calls: readonly string[]): string => `call IN (${calls.map(() => "?").join(", ")})`;

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function toEntry(row: Row): StoredAuditEntry {
  const value = (column: string): unknown =>
    row[column] === null || row[column] === undefined ? undefined : JSON.parse(text(row, column));
  return {
    id: int(row, "id"),
    ts: int(row, "ts"),
    address: text(row, "address"),
    call: text(row, "call"),
    code: int(row, "code"),
    kind: AUDIT_KINDS.find((kind) => kind === text(row, "kind")) ?? "change",
    before: value("before"),
    after: value("after"),
    who: value("who") as Doer | undefined,
  };
}
