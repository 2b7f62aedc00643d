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
}

export class SessionTable {
  readonly #db: DatabaseSyncInstance;
  readonly #shelter: Shelter;

  constructor(db: DatabaseSyncInstance, shelter: Shelter) {
    this.#db = db;
    this.#shelter = shelter;
  }

  /** Only tokens that were issued for the password of today. */
  find(hash: Uint8Array): TokenRow | undefined {
    const row = this.#db
      .prepare(
        "SELECT session_id, last_use, deadline, parent FROM session JOIN credential ON credential.id = session.credential WHERE token_hash = ?",
      )
      .get(hash);
    return row === undefined ? undefined : toToken(row as Row);
  }

  insert(hash: Uint8Array, token: TokenRow): void {
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

  deleteAll(): void {
    this.#write("DELETE FROM session", []);
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
  return {
    sessionId: text(row, "session_id"),
    lastUse: int(row, "last_use"),
    deadline: intOrNull(row, "deadline"),
    parent: blobOrNull(row, "parent"),
  };
}
