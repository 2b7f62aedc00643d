/**
 * The subscriptions of one interface, across connections.
 *
 * Invariants
 * - A filter that the broker refused or did not answer is asked for again on each connection; what is wrong with it is
 *   told until it is granted.
 * - A filter granted in a session that the broker kept is not asked for again: its retained messages would come again.
 */
import type { Clock } from "@hubwart/core";
import type { PacketIds } from "./packet-ids.ts";
import { reasonText } from "./reasons.ts";
import { encodeSubscribe, type ProtocolLevel, type Subscription } from "./wire/encode.ts";

export interface SubscriberReport {
  /** The broker refuses a filter; German reason, `fresh` if it was not told before. */
  refused(filter: string, reason: string, fresh: boolean): void;
  /** `errors` has changed. */
  changed(): void;
  /** The broker says nothing; German reason. */
  silent(reason: string): void;
}

interface Wire {
  write(bytes: Buffer): boolean;
}

/** Filters per SUBSCRIBE. */
const BATCH = 100;
/** From one answer to the next. */
const ANSWER_MS = 10_000;
const SILENT = "Der Broker antwortet nicht auf die Abonnements";

export class Subscriber {
  readonly #level: ProtocolLevel;
  readonly #ids: PacketIds;
  readonly #clock: Clock;
  readonly #all: readonly Subscription[];
  readonly #report: SubscriberReport;
  /** Not granted in the broker's session. */
  #open: Set<Subscription>;
  /** By the id of a SUBSCRIBE that is not answered yet. */
  readonly #asked = new Map<number, readonly Subscription[]>();
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
    this.#open = new Set(all);
  }

  /** What is wrong, German; empty if nothing is. */
  get errors(): readonly string[] {
    return [...(this.#silent ? [SILENT] : []), ...this.#refusals.values()];
  }

  /** `kept`: the broker still has the session of the last connection. */
  attach(wire: Wire, kept: boolean): void {
    if (!kept) this.#open = new Set(this.#all);
    const wanted = [...this.#open];
    for (let i = 0; i < wanted.length; i += BATCH) {
      const batch = wanted.slice(i, i + BATCH);
      const id = this.#ids.take();
      this.#asked.set(id, batch);
      wire.write(encodeSubscribe(this.#level, id, batch));
    }
    this.#await();
  }

  detach(): void {
    this.#stopDeadline();
    for (const id of this.#asked.keys()) this.#ids.release(id);
    this.#asked.clear();
  }

  answered(id: number, reasons: readonly number[]): void {
    const batch = this.#asked.get(id);
    if (!batch) return;
    this.#asked.delete(id);
    this.#ids.release(id);
    const before = this.errors.join("\n");
    this.#silent = false;
    for (const [i, subscription] of batch.entries()) this.#note(subscription, reasons[i] ?? 0x80);
    this.#await();
    if (this.errors.join("\n") !== before) this.#report.changed();
  }

  #note(subscription: Subscription, reason: number): void {
    const { filter } = subscription;
    if (reason < 0x80) {
      this.#open.delete(subscription);
      this.#refusals.delete(filter);
      return;
    }
    const text = `Der Broker lehnt das Abonnement von „${filter}“ ab: ${reasonText(reason)}`;
    const fresh = this.#refusals.get(filter) !== text;
    this.#refusals.set(filter, text);
    this.#report.refused(filter, text, fresh);
  }

  #await(): void {
    this.#stopDeadline();
    if (this.#asked.size === 0) return;
    this.#stopDeadline = this.#clock.after(ANSWER_MS, () => {
      this.#silent = true;
      this.#report.silent(SILENT);
    });
  }
}
