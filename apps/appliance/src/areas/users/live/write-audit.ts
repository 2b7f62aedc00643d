/**
 * One entry in the change log for each write of a user, but at most one per user and channel in ten seconds: a slider that is
 * dragged leaves its first value at once and its last one, with how many there were, when the ten seconds are over.
 */
import type { Clock, Scope } from "@hubwart/core";
import type { AuditTrail } from "../../../http/ports.ts";

export interface WriteEntry {
  user: string;
  address: string;
  chan: string;
  before: unknown;
  after: unknown;
  state: string;
  reason?: string | undefined;
}

interface Kept {
  last: WriteEntry | undefined;
  /** Writes since the entry before. */
  count: number;
}

const WINDOW_MS = 10_000;
/** Beyond these each write is an entry. */
const MOST_KEPT = 10_000;

export class WriteAudit {
  readonly #audit: AuditTrail;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(audit: AuditTrail, clock: Clock, scope: Scope) {
    this.#audit = audit;
    this.#clock = clock;
    scope.add(() => {
      for (const { last, count } of this.#kept.values()) if (last) this.#record(last, count);
      this.#kept.clear();
    });
  }

  add(entry: WriteEntry): void {
    const key = JSON.stringify([entry.user, entry.chan]);
    const kept = this.#kept.get(key);
    if (kept) {
      kept.last = { ...entry, before: kept.last ? kept.last.before : entry.before };
      kept.count += 1;
      return;
    }
    this.#record(entry, 1);
    if (this.#kept.size < MOST_KEPT) this.#open(key);
  }

  #open(key: string): void {
    this.#kept.set(key, { last: undefined, count: 0 });
    this.#clock.after(WINDOW_MS, () => {
      const kept = this.#kept.get(key);
      this.#kept.delete(key);
      if (!kept?.last) return;
      this.#record(kept.last, kept.count);
      this.#open(key);
    });
  }

  #record({ user, address, chan, before, after, state, reason }: WriteEntry, writes: number): void {
    this.#audit.record({
      call: "channelWrite",
      address,
      code: 0,
      before: { chan, value: before },
      after: {
        chan,
        value: after,
        state,
        ...(reason === undefined ? {} : { reason }),
        user,
        ...(writes > 1 ? { writes } : {}),
      },
    });
  }
}
