/**
 * What is left aside on purpose: shelved alarms and parts of the plant under maintenance. Both end by themselves; a clock that is
 * set back makes neither of them longer than it may be.
 */
import type { Clock, Scope } from "@hubwart/core";
import type { AlarmEventKind, Maintenance, Shelving } from "@hubwart/ipc";
import type { CompiledAlarm } from "@hubwart/project/compiled";
import type { ChangeSet } from "./change-set.ts";
import type { Change, Kept } from "./journal.ts";
import { texts } from "./texts.ts";

export const LONGEST_SHELF = 24 * 3_600_000;
export const LONGEST_MAINTENANCE = 30 * 24 * 3_600_000;
const LOOK_EVERY = 1_000;
/** Of those that ran out and that nobody has ended; the oldest goes for another one. */
const MOST_RAN_OUT = 50;
/** Clocks are set by a little all the time, ms. */
const SLACK = 60_000;

export interface OutOptions {
  kept: Pick<Kept, "shelves" | "maintenance" | "counters">;
  changes: ChangeSet;
  clock: Clock;
  scope: Scope;
  inScope: (scope: string, alarm: CompiledAlarm) => boolean;
  /** Of these alarms it may be another matter now. */
  changed: (ids: Iterable<string>) => void;
  note: (what: AlarmEventKind, id: string, facts: { by?: string; why?: string }) => void;
}

interface Timed<T> {
  what: T;
  /** Monotonic: it is over then, whatever the clock says. */
  ends: number;
}

export class Out {
  readonly #options: OutOptions;
  readonly #shelves = new Map<string, Timed<Shelving>>();
  readonly #works = new Map<number, Timed<Maintenance> & { alarms: Set<string> }>();
  #nr: number;

  constructor(options: OutOptions) {
    this.#options = options;
    const { clock, kept, scope } = options;
    this.#nr = kept.counters.maintenance;
    for (const [id, shelving] of kept.shelves)
      this.#shelves.set(id, { what: shelving, ends: this.#ends(shelving.until, LONGEST_SHELF) });
    for (const what of kept.maintenance)
      this.#works.set(what.nr, {
        what,
        ends:
          what.ranOut === undefined ? this.#ends(what.until, LONGEST_MAINTENANCE) : Number.POSITIVE_INFINITY,
        alarms: new Set(),
      });
    scope.add(clock.every(LOOK_EVERY, () => this.#look()));
  }

  /** Alarms of the project fall under the maintenance that was found on the disk. */
  join(alarm: CompiledAlarm): void {
    for (const { alarms, what } of this.#works.values())
      if (what.ranOut === undefined && this.#options.inScope(what.scope, alarm)) alarms.add(alarm.id);
  }

  shelved(id: string): Shelving | undefined {
    return this.#shelves.get(id)?.what;
  }

  /** Number of the maintenance that an alarm falls under. */
  maintenance({ id }: CompiledAlarm): number | undefined {
    for (const { alarms, what } of this.#works.values()) if (alarms.has(id)) return what.nr;
    return undefined;
  }

  get works(): Maintenance[] {
    return [...this.#works.values()].map(({ what }) => what);
  }

  get shelves(): ReadonlyMap<string, { readonly what: Shelving }> {
    return this.#shelves;
  }

  whole(change: Change): void {
    for (const [id, { what }] of this.#shelves) change.shelves.set(id, what);
    for (const [nr, { what }] of this.#works) change.maintenance.set(nr, what);
    change.counters.maintenance = this.#nr;
  }

  shelve(ids: readonly string[], shelving: Shelving): void {
    const { changes, changed, note } = this.#options;
    for (const id of ids) {
      this.#shelves.set(id, { what: shelving, ends: this.#ends(shelving.until, LONGEST_SHELF) });
      changes.now.shelves.set(id, shelving);
      note("shelved", id, { by: shelving.by, why: shelving.why });
    }
    changed(ids);
  }

  unshelve(id: string, by: string, why?: string): void {
    const { changes, changed, note } = this.#options;
    if (!this.#shelves.delete(id)) return;
    changes.now.shelves.set(id, undefined);
    note("unshelved", id, { by, ...(why === undefined ? {} : { why }) });
    changed([id]);
  }

  maintain(order: Omit<Maintenance, "nr" | "since">, alarms: readonly CompiledAlarm[]): Maintenance {
    const { changes, changed, clock, inScope, note } = this.#options;
    this.#nr += 1;
    const what = { ...order, nr: this.#nr, since: clock.now() };
    const own = alarms.filter((alarm) => inScope(order.scope, alarm)).map(({ id }) => id);
    this.#works.set(what.nr, {
      what,
      ends: this.#ends(what.until, LONGEST_MAINTENANCE),
      alarms: new Set(own),
    });
    changes.now.maintenance.set(what.nr, what);
    changes.now.counters.maintenance = this.#nr;
    note("maintenance", order.scope, { by: order.by, why: order.why });
    changed(own);
    return what;
  }

  /** @returns false where there is none of this number */
  endMaintenance(nr: number, by: string): boolean {
    const { changes, changed, note } = this.#options;
    const work = this.#works.get(nr);
    if (!work) return false;
    this.#works.delete(nr);
    changes.now.maintenance.set(nr, undefined);
    // What ran out was noted then.
    if (work.what.ranOut === undefined) note("maintenanceOver", work.what.scope, { by });
    changed(work.alarms);
    return true;
  }

  /** People are told again, and somebody is to say whether the work is over. */
  #runOut(nr: number, { alarms, what }: Timed<Maintenance> & { alarms: ReadonlySet<string> }): void {
    const { changes, changed, clock, note } = this.#options;
    const now = { ...what, ranOut: clock.now() };
    this.#works.set(nr, { what: now, ends: Number.POSITIVE_INFINITY, alarms: new Set() });
    changes.now.maintenance.set(nr, now);
    note("maintenanceOver", what.scope, { by: texts.bySelf, why: texts.maintenanceOver });
    changed(alarms);
    const ranOut = [...this.#works.values()].filter((each) => each.what.ranOut !== undefined);
    for (const { what: oldest } of ranOut.slice(0, -MOST_RAN_OUT))
      this.endMaintenance(oldest.nr, texts.bySelf);
  }

  #ends(until: number, longest: number): number {
    const { clock } = this.#options;
    return clock.monotonic() + Math.min(longest, Math.max(0, until - clock.now()));
  }

  /** The clock was set back: on the disk there has to be the time that is left, for who starts anew knows that alone. */
  #setRight<T extends { until: number }>(timed: Timed<T>): boolean {
    const { clock } = this.#options;
    const until = Math.round(clock.now() + timed.ends - clock.monotonic());
    if (timed.what.until - until <= SLACK) return false;
    timed.what = { ...timed.what, until };
    return true;
  }

  #look(): void {
    const { changes, clock } = this.#options;
    for (const [id, shelf] of this.#shelves)
      if (this.#setRight(shelf)) changes.now.shelves.set(id, shelf.what);
    for (const [nr, work] of this.#works)
      if (this.#setRight(work)) changes.now.maintenance.set(nr, work.what);
    const over = ({ ends, what }: Timed<{ until: number; ranOut?: number }>) =>
      what.ranOut === undefined && (clock.monotonic() >= ends || clock.now() >= what.until);
    for (const [id, shelf] of this.#shelves)
      if (over(shelf)) this.unshelve(id, texts.bySelf, texts.shelfOver);
    for (const [nr, work] of this.#works) if (over(work)) this.#runOut(nr, work);
    changes.flush();
  }
}
