/** Tokens of sessions, by the SHA-256 of the token; the token itself is stored nowhere. */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { blobOrNull, type Cell, int, intOrNull, type Row, text } from "./rows.ts";
import type { Shelter } from "./shelter.ts";

export interface TokenRow {
  sessionId: string;
  /** ms since the epoch, at most a minute behind. */
  lastUse: number;
  /** ms since the epoch at which the token ends whatever its use; null while it was not replaced. */
  deadline: number | null;
  /** Hash of the token this one replaces; null once this one was used. */
  parent: Uint8Array | null;
  /** Of a person: `{id}.{stamp}`, which somebody has to judge. Absent of who has the one password. */
  person?: string;
}

/** Before what a person's session belongs to, so that a release that knows no people takes it for none of today's password. */
const PERSON = "person.";

/** From where a session was begun. */
export interface SessionOrigin {
  /** ms since the epoch. */
  began: number;
  address: string;
  /** Names, as "Firefox" and "Windows"; empty where not known. */
  browser: string;
  system: string;
}

export class SessionTable {
  readonly #db: DatabaseSyncInstance;
  readonly #shelter: Shelter;

  constructor(db: DatabaseSyncInstance, shelter: Shelter) {
    this.#db = db;
    this.#shelter = shelter;
  }

  /** Of the one password only tokens that were issued for that of today. */
  find(hash: Uint8Array): TokenRow | undefined {
    const row = this.#db
      .prepare(
        `SELECT session.* FROM session LEFT JOIN credential ON credential.id = session.credential
           WHERE token_hash = ? AND (credential.id IS NOT NULL OR session.credential LIKE '${PERSON}%')`,
      )
      .get(hash);
    return row === undefined ? undefined : toToken(row as Row);
  }

  insert(hash: Uint8Array, token: TokenRow): void {
    if (token.person !== undefined) {
      const { deadline, lastUse, parent, person, sessionId } = token;
      const values = [hash, sessionId, PERSON + person, lastUse, deadline, parent];
      this.#write("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)", values);
      return;
    }
    this.#write("INSERT INTO session SELECT ?, ?, id, ?, ?, ? FROM credential WHERE one = 1", [
      hash,
      token.sessionId,
      token.lastUse,
      token.deadline,
      token.parent,
    ]);
  }

  used(hash: Uint8Array, now: number): void {
    this.#write("UPDATE session SET last_use = ? WHERE token_hash = ?", [now, hash]);
  }

  adopted(hash: Uint8Array): void {
    this.#write("UPDATE session SET parent = NULL WHERE token_hash = ?", [hash]);
  }

  endAt(hash: Uint8Array, deadline: number): void {
    this.#write("UPDATE session SET deadline = ? WHERE token_hash = ? AND deadline IS NULL", [
      deadline,
      hash,
    ]);
  }

  delete(hash: Uint8Array): void {
    this.#write("DELETE FROM session WHERE token_hash = ?", [hash]);
  }

  deleteSession(sessionId: string): void {
    this.#write("DELETE FROM session WHERE session_id = ?", [sessionId]);
  }

  deleteOthers(sessionId: string): void {
    this.#write("DELETE FROM session WHERE session_id <> ?", [sessionId]);
  }

  /** Of who has the one password. */
  deleteOwners(): void {
    this.#write(`DELETE FROM session WHERE credential NOT LIKE '${PERSON}%'`, []);
  }

  /** @param person id */
  deletePerson(person: string): void {
    const begin = `${PERSON}${person}.`;
    this.#write("DELETE FROM session WHERE substr(credential, 1, ?) = ?", [begin.length, begin]);
  }

  deleteAll(): void {
    this.#write("DELETE FROM session", []);
  }

  /** Also forgets the origins of sessions that are over: once a sign-in is enough. */
  began(sessionId: string, { address, began, browser, system }: SessionOrigin): void {
    this.#write("DELETE FROM session_origin WHERE session_id NOT IN (SELECT session_id FROM session)", []);
    this.#write("INSERT OR REPLACE INTO session_origin VALUES (?, ?, ?, ?, ?)", [
      sessionId,
      began,
      address,
      browser,
      system,
    ]);
  }

  /** By session; none of those that an older release began. */
  origins(): Map<string, SessionOrigin> {
    const rows = this.#db.prepare("SELECT * FROM session_origin").all() as Row[];
    return new Map(
      rows.map((row) => [
        text(row, "session_id"),
        {
          began: int(row, "began"),
          address: text(row, "address"),
          browser: text(row, "browser"),
          system: text(row, "system"),
        },
      ]),
    );
  }

  #write(sql: string, values: readonly Cell[]): void {
    this.#shelter.write(() => this.#db.prepare(sql).run(...values));
  }

  /** Hashes of the tokens of a session, newest use first. */
  tokensOf(sessionId: string): Uint8Array[] {
    return this.#db
      .prepare("SELECT token_hash FROM session WHERE session_id = ? ORDER BY last_use DESC")
      .all(sessionId)
      .map((row) => blobOrNull(row as Row, "token_hash") ?? new Uint8Array());
  }

  all(): { hash: Uint8Array; token: TokenRow }[] {
    return this.#db
      .prepare("SELECT * FROM session ORDER BY last_use DESC")
      .all()
      .map((row) => ({
        hash: blobOrNull(row as Row, "token_hash") ?? new Uint8Array(),
        token: toToken(row as Row),
      }));
  }
}

function toToken(row: Row): TokenRow {
  const of = text(row, "credential");
  return {
    ...(of.startsWith(PERSON) ? { person: of.slice(PERSON.length) } : {}),
    sessionId: text(row, "session_id"),
    lastUse: int(row, "last_use"),
    deadline: intOrNull(row, "deadline"),
    parent: blobOrNull(row, "parent"),
  };
}
