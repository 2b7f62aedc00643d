/**
 * Tokens of sessions.
 *
 * Invariants
 * - Only the SHA-256 of a token is kept.
 * - A token ends five minutes of monotonic time after its last use. The database is told of a use at most once
 *   a minute; after a restart the idle time goes on from there.
 * - A replaced token stays valid until its successor is first used, at most five minutes.
 * - The database decides which tokens exist, so that another process (`hubwart password reset`) can end them;
 *   memory holds only their monotonic times.
 * - `onEnd` handlers of a session run once, when its last token is gone; they are told whether only time ended it.
 */

import { createHash, randomBytes } from "node:crypto";
import { LIMITS } from "@hubwart/contract";
import { type Clock, isDiskFull, isUnwritable } from "@hubwart/core";
import type { SessionOrigin, Store, TokenRow } from "@hubwart/core/store";

const PERSIST_EVERY_MS = 60_000;
const MOST_TOKENS_OF_A_SESSION = 8;
const MOST_TOKENS = 1_000;
/** So that nobody ends the sessions of others by signing in on and on. */
const MOST_TOKENS_OF_A_PERSON = 100;

/** Where a session is begun from. */
export type Origin = Omit<SessionOrigin, "began">;
const NOWHERE: Origin = { address: "", browser: "", system: "" };

interface Live {
  lastUse: number;
  persisted: number;
  /** Monotonic time at which a replaced token ends. */
  deadline: number | undefined;
}

export class Tokens {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #holds: (person: string) => boolean;
  readonly #live = new Map<string, Live>();
  readonly #endings = new Map<string, Set<(byTime: boolean) => void>>();

  /** @param holds whether what a person's session belongs to is what the person has today */
  constructor(store: Store, clock: Clock, holds: (person: string) => boolean = () => false) {
    this.#store = store;
    this.#clock = clock;
    this.#holds = holds;
  }

  /** A new session's first token. `person`: what it belongs to; without, the one password. */
  issue(from: Origin = NOWHERE, person?: string): { token: string; sessionId: string } {
    const sessionId = randomBytes(12).toString("base64url");
    const token = this.#add(sessionId, null, person);
    this.#store.sessions.began(sessionId, { ...from, began: this.#clock.now() });
    this.#bound(person);
    return { token, sessionId };
  }

  /** The session of a token. `counts` false: looking does not prolong it. */
  authenticate(token: string, counts: boolean): { id: string; person: string | undefined } | undefined {
    const hash = hashOf(token);
    const row = this.#find(hash);
    if (!row) {
      this.#live.delete(key(hash));
      return undefined;
    }
    const live = this.#liveOf(hash, row);
    if (this.#over(live)) {
      this.#drop(hash, row.sessionId);
      return undefined;
    }
    if (counts) this.#use(hash, row, live);
    return { id: row.sessionId, person: row.person };
  }

  /** A successor of the token; undefined if the token is not valid. */
  replace(token: string): string | undefined {
    const session = this.authenticate(token, true);
    if (!session) return undefined;
    const hash = hashOf(token);
    const deadline = this.#clock.now() + LIMITS.tokenIdle;
    const successor = this.#store.transaction(() => {
      this.#store.sessions.endAt(hash, deadline);
      const added = this.#add(session.id, hash, session.person);
      const kept = new Set([key(hash), key(hashOf(added))]);
      const others = this.#store.sessions.tokensOf(session.id).filter((other) => !kept.has(key(other)));
      for (const extra of others.slice(MOST_TOKENS_OF_A_SESSION - kept.size)) {
        this.#store.sessions.delete(extra);
      }
      return added;
    });
    const live = this.#live.get(key(hash));
    if (live) live.deadline ??= this.#clock.monotonic() + LIMITS.tokenIdle;
    return successor;
  }

  end(sessionId: string): void {
    this.#store.sessions.deleteSession(sessionId);
    this.#ended(sessionId, false);
  }

  /** Ends all sessions but this one. */
  endOthers(sessionId: string): void {
    this.#store.sessions.deleteOthers(sessionId);
    for (const other of this.#endings.keys()) if (other !== sessionId) this.#ended(other, false);
  }

  /** Sessions that are not over, with when each was used last (ms since the epoch); newest use first. */
  list(): { sessionId: string; used: number; person: string | undefined }[] {
    const used = new Map<string, number>();
    const people = new Map<string, string | undefined>();
    const ago = this.#clock.now() - this.#clock.monotonic();
    for (const { hash, token } of this.#store.sessions.all()) {
      const live = this.#liveOf(hash, token);
      if (this.#over(live) || !this.#find(hash)) continue;
      const at = Math.max(ago + live.lastUse, used.get(token.sessionId) ?? Number.NEGATIVE_INFINITY);
      used.set(token.sessionId, at);
      people.set(token.sessionId, token.person);
    }
    return [...used]
      .map(([sessionId, at]) => ({ sessionId, used: at, person: people.get(sessionId) }))
      .toSorted((a, b) => b.used - a.used);
  }

  /** Runs the handlers of sessions that are no longer there, whoever ended them. */
  sweep(): void {
    for (const { hash, token } of this.#store.sessions.all()) {
      if (this.#over(this.#liveOf(hash, token))) this.#drop(hash, token.sessionId);
    }
    for (const sessionId of this.#endings.keys()) {
      if (!this.alive(sessionId)) this.#ended(sessionId, false);
    }
  }

  /** Calls `handler` once when the session ends, at once if it has. The returned function forgets it. */
  onEnd(sessionId: string, handler: (byTime: boolean) => void): () => void {
    if (!this.alive(sessionId)) {
      handler(false);
      return () => undefined;
    }
    const handlers = this.#endings.get(sessionId) ?? new Set();
    this.#endings.set(sessionId, handlers);
    handlers.add(handler);
    return () => {
      handlers.delete(handler);
      if (handlers.size === 0 && this.#endings.get(sessionId) === handlers) this.#endings.delete(sessionId);
    };
  }

  /** What the session belongs to; undefined for the one password, and for one that is over. */
  personOf(sessionId: string): string | undefined {
    return this.list().find((one) => one.sessionId === sessionId)?.person;
  }

  /** Whether the session has a token that is still valid. */
  alive(sessionId: string): boolean {
    return this.#store.sessions.tokensOf(sessionId).some((hash) => {
      const row = this.#find(hash);
      return row !== undefined && !this.#over(this.#liveOf(hash, row));
    });
  }

  #find(hash: Uint8Array): TokenRow | undefined {
    const row = this.#store.sessions.find(hash);
    return row?.person === undefined || this.#holds(row.person) ? row : undefined;
  }

  #add(sessionId: string, parent: Uint8Array | null, person: string | undefined): string {
    const token = randomBytes(32).toString("base64url");
    const hash = hashOf(token);
    this.#store.sessions.insert(hash, {
      sessionId,
      lastUse: this.#clock.now(),
      deadline: null,
      parent,
      ...(person === undefined ? {} : { person }),
    });
    const now = this.#clock.monotonic();
    this.#live.set(key(hash), { lastUse: now, persisted: now, deadline: undefined });
    return token;
  }

  #use(hash: Uint8Array, row: TokenRow, live: Live): void {
    const now = this.#clock.monotonic();
    live.lastUse = now;
    try {
      if (row.parent) {
        this.#store.sessions.delete(row.parent);
        this.#live.delete(key(row.parent));
        this.#store.sessions.adopted(hash);
      }
      if (now - live.persisted < PERSIST_EVERY_MS) return;
      this.#store.sessions.used(hash, this.#clock.now());
      live.persisted = now;
    } catch (error) {
      // Nobody is shut out because there is no room to note that he was here.
      if (!isDiskFull(error) && !isUnwritable(error)) throw error;
    }
  }

  /** Monotonic times of a token; after a restart taken from the wall-clock times that were stored. */
  #liveOf(hash: Uint8Array, row: TokenRow): Live {
    const known = this.#live.get(key(hash));
    if (known) return known;
    const [now, mono] = [this.#clock.now(), this.#clock.monotonic()];
    const lastUse = mono - Math.max(0, now - row.lastUse);
    const left = row.deadline === null ? undefined : Math.min(row.deadline - now, LIMITS.tokenIdle);
    const live: Live = {
      lastUse,
      persisted: lastUse,
      deadline: left === undefined ? undefined : mono + left,
    };
    this.#live.set(key(hash), live);
    return live;
  }

  #over(live: Live): boolean {
    const now = this.#clock.monotonic();
    return now - live.lastUse >= LIMITS.tokenIdle || (live.deadline !== undefined && now >= live.deadline);
  }

  #drop(hash: Uint8Array, sessionId: string): void {
    try {
      this.#store.sessions.delete(hash);
      this.#live.delete(key(hash));
    } catch (error) {
      // It is over by its time, on a disk that takes nothing as well.
      if (!isUnwritable(error)) throw error;
    }
    if (!this.alive(sessionId)) this.#ended(sessionId, true);
  }

  #ended(sessionId: string, byTime: boolean): void {
    const handlers = this.#endings.get(sessionId);
    this.#endings.delete(sessionId);
    for (const handler of handlers ?? []) handler(byTime);
  }

  /** Keeps the number of tokens bounded, of a person's own first; the longest unused go first. */
  #bound(person: string | undefined): void {
    const all = this.#store.sessions.all();
    const own = person === undefined ? [] : all.filter(({ token }) => token.person === person);
    for (const { hash, token } of new Set([...own.slice(MOST_TOKENS_OF_A_PERSON), ...all.slice(MOST_TOKENS)]))
      this.#drop(hash, token.sessionId);
    const present = new Set(all.map(({ hash }) => key(hash)));
    for (const known of this.#live.keys()) if (!present.has(known)) this.#live.delete(known);
  }
}

export function hashOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

function key(hash: Uint8Array): string {
  return Buffer.from(hash).toString("base64");
}
