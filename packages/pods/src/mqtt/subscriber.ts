/**
 * The subscriptions of one interface, across connections.
 *
 * Invariants
 * - A filter that the broker refused or did not answer is asked for again on each connection; what is wrong with it is
 *   told until it is granted.
 * - A filter granted in a session that the broker kept is not asked for again: its retained messages would come again.
 * - A filter that the broker hangs up over, or leaves unanswered, takes no other with it: after two such ends in a row, and for
 *   what stays unanswered, one SUBSCRIBE at a time is under way, with fewer filters each time, until the one is found. It
 *   pauses then.
 */
import type { Clock } from "@hubwart/core";
import type { PacketIds } from "@hubwart/mqtt/packet-ids";
import { reasonText } from "@hubwart/mqtt/reasons";
import { encodeSubscribe, type ProtocolLevel, type Subscription } from "@hubwart/mqtt/wire/encode";
import { Blame } from "./blame.ts";
import { texts } from "./texts.ts";

export interface SubscriberReport {
  /** Something is wrong with a filter; German reason, `fresh` if it was not told before. */
  refused(filter: string, reason: string, fresh: boolean): void;
  /** `errors` has changed. */
  changed(): void;
  /** The broker has answered nothing on this connection, and a new one may help; German reason. */
  silent(reason: string): void;
  /** Once after each `attach`: from now on others may use the connection without being taken for the cause of its end. */
  settled(): void;
}

interface Wire {
  write(bytes: Buffer): boolean;
}

/** Filters per SUBSCRIBE. */
const BATCH = 100;
/** From one answer to the next. */
const ANSWER_MS = 10_000;
/** So many connections in a row that the broker ended before it had answered make one SUBSCRIBE at a time go. */
const SUSPICIOUS = 2;

type Group = readonly Subscription[];

export class Subscriber {
  readonly #level: ProtocolLevel;
  readonly #ids: PacketIds;
  readonly #clock: Clock;
  readonly #all: readonly Subscription[];
  readonly #report: SubscriberReport;
  readonly #blame: Blame<Subscription>;
  #wire: Wire | undefined;
  /** Not granted in the broker's session. */
  #open: Set<Subscription>;
  /** By the id of a SUBSCRIBE whose answer is awaited, and of one whose answer would count still. */
  readonly #asked = new Map<number, Group>();
  readonly #overdue = new Map<number, Group>();
  /** To be asked one after the other, and the id of the one that is. */
  #queue: Group[] = [];
  #current: number | undefined;
  /** Each has one in it that the broker hung up over. */
  #suspects: Group[] = [];
  /** Connections in a row that ended before all was answered. */
  #ends = 0;
  #answers = 0;
  #settled = false;
  readonly #refusals = new Map<string, string>();
  #silent = false;
  #stopDeadline: () => void = () => undefined;

  constructor(
    level: ProtocolLevel,
    ids: PacketIds,
    clock: Clock,
    all: readonly Subscription[],
    report: SubscriberReport,
  ) {
    this.#level = level;
    this.#ids = ids;
    this.#clock = clock;
    this.#all = all;
    this.#report = report;
    this.#blame = new Blame(clock);
    this.#open = new Set(all);
  }

  /** What is wrong, German; empty if nothing is. */
  get errors(): readonly string[] {
    const searching = this.#overdue.size > 0 && this.#asked.size > 0;
    const silence = this.#silent
      ? [texts.subscriptionsSilent]
      : searching
        ? [texts.someSubscriptionsSilent]
        : [];
    return [...silence, ...this.#refusals.values()];
  }

  /** Others may use the connection. */
  get isSettled(): boolean {
    return this.#settled;
  }

  /** `kept`: the broker still has the session of the last connection. */
  attach(wire: Wire, kept: boolean): void {
    this.#wire = wire;
    this.#answers = 0;
    if (!kept) this.#open = new Set(this.#all);
    const wanted = (subscription: Subscription) =>
      this.#open.has(subscription) && !this.#blame.parked(subscription);
    this.#suspects = this.#suspects.map((group) => group.filter(wanted)).filter(({ length }) => length > 0);
    const known = new Set(this.#suspects.flat());
    for (const one of this.#open) {
      if (wanted(one) && !known.has(one) && this.#blame.suspects(one)) this.#suspects.push([one]);
    }
    const suspected = new Set(this.#suspects.flat());
    const groups = inGroups([...this.#open].filter((one) => wanted(one) && !suspected.has(one)));
    if (this.#ends >= SUSPICIOUS || this.#suspects.length > 0) {
      this.#queue = [...groups, ...this.#suspects];
      this.#next();
    } else {
      for (const group of groups) this.#ask(group);
      this.#settle();
    }
    this.#await();
  }

  /** `byPeer`: the broker ended the connection. */
  detach(byPeer = false): void {
    this.#stopDeadline();
    this.#settled = false;
    this.#wire = undefined;
    const current = this.#current === undefined ? undefined : this.#asked.get(this.#current);
    if (byPeer && this.#asked.size > 0) {
      this.#ends += 1;
      if (current) this.#suspect(current);
    }
    for (const ids of [this.#asked, this.#overdue]) {
      for (const id of ids.keys()) this.#ids.release(id);
      ids.clear();
    }
    this.#queue = [];
    this.#current = undefined;
  }

  /** For good. */
  end(): void {
    this.detach();
    this.#blame.end();
  }

  answered(id: number, reasons: readonly number[]): void {
    const group = this.#asked.get(id) ?? this.#overdue.get(id);
    if (!group) return;
    this.#telling(() => {
      this.#asked.delete(id);
      this.#overdue.delete(id);
      this.#ids.release(id);
      this.#answers += 1;
      this.#silent = false;
      for (const [i, subscription] of group.entries()) this.#note(subscription, reasons[i] ?? 0x80);
      this.#acquit(group);
      if (id === this.#current) this.#next();
      if (this.#asked.size === 0) this.#ends = 0;
    });
    this.#await();
  }

  /** The broker hung up over one of them. */
  #suspect(group: Group): void {
    this.#acquit(group);
    const [only] = group;
    if (!only || group.length > 1) {
      this.#suspects.push(...halves(group));
    } else if (this.#blame.add(only, () => this.#free(only))) {
      this.#wrong(only, texts.hangsUpAtSubscription(only.filter));
    } else {
      this.#suspects.push(group);
    }
  }

  #acquit(group: Group): void {
    const others = this.#suspects.map((suspects) => suspects.filter((one) => !group.includes(one)));
    this.#suspects = others.filter(({ length }) => length > 0);
  }

  /** It may be asked for again. */
  #free(subscription: Subscription): void {
    if (!this.#wire || !this.#open.has(subscription)) return;
    this.#queue.push([subscription]);
    if (this.#current !== undefined) return;
    this.#next();
    this.#await();
  }

  /** The next of those that go one at a time. */
  #next(): void {
    this.#current = undefined;
    while (this.#current === undefined) {
      const group = this.#queue.shift()?.filter((one) => this.#open.has(one));
      if (!group) {
        this.#settle();
        return;
      }
      if (group.length > 0) this.#current = this.#ask(group);
    }
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#report.settled();
  }

  #ask(group: Group): number {
    const id = this.#ids.take();
    this.#asked.set(id, group);
    this.#wire?.write(encodeSubscribe(this.#level, id, group));
    return id;
  }

  #note(subscription: Subscription, reason: number): void {
    const { filter } = subscription;
    this.#blame.clear(subscription);
    if (reason < 0x80) {
      this.#open.delete(subscription);
      this.#refusals.delete(filter);
    } else this.#wrong(subscription, texts.subscriptionRefused(filter, reasonText(reason)));
  }

  #wrong({ filter }: Subscription, text: string): void {
    const fresh = this.#refusals.get(filter) !== text;
    this.#refusals.set(filter, text);
    this.#report.refused(filter, text, fresh);
  }

  #telling(change: () => void): void {
    const before = this.errors.join("\n");
    change();
    if (this.errors.join("\n") !== before) this.#report.changed();
  }

  #await(): void {
    this.#stopDeadline();
    if (this.#asked.size === 0) return;
    this.#stopDeadline = this.#clock.after(ANSWER_MS, () => this.#late());
  }

  /** Nothing was answered for so long. */
  #late(): void {
    const known = this.#silent;
    if (this.#answers === 0) {
      this.#silent = true;
      if (!known) {
        this.#report.silent(texts.subscriptionsSilent);
        return;
      }
    }
    this.#telling(() => this.#split());
    this.#await();
  }

  /** Those not answered are asked for again, fewer at a time; one alone pauses. */
  #split(): void {
    const one = this.#current === undefined ? undefined : this.#asked.get(this.#current);
    const unanswered = one ? [one] : [...this.#asked.values()];
    for (const [id, group] of this.#asked) if (unanswered.includes(group)) this.#overdue.set(id, group);
    for (const id of this.#overdue.keys()) this.#asked.delete(id);
    for (const group of unanswered) {
      const [only] = group;
      if (!only || group.length > 1) this.#queue.push(...halves(group));
      else {
        this.#wrong(only, texts.subscriptionUnanswered(only.filter));
        this.#blame.park(only, () => this.#free(only));
      }
    }
    this.#settle();
    this.#next();
  }
}

function inGroups(all: readonly Subscription[]): Group[] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, i) =>
    all.slice(i * BATCH, (i + 1) * BATCH),
  );
}

function halves(group: Group): Group[] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)].filter(({ length }) => length > 0);
}
