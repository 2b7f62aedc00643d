/**
 * Values on their way to something that may be away, slow, or fail over one of them. The protocol says only how one is tried and
 * what the answer means; what waits, in which order, and for how long is decided here.
 *
 *     const deliveries = new Deliveries<Outgoing, Point>({ lane: ({ point }) => point, pauses, report });
 *     deliveries.open();                                  // the link stands
 *     deliveries.offer(outgoing, now);
 *     const [one] = deliveries.take(now);                 // under way
 *     deliveries.settle(one, { t: "written" }, now);
 *     deliveries.close();                                 // it is gone: what was not settled waits
 *
 * The promise
 * - The newest value of a channel is never lost: it waits, is under way, or is told as written or refused.
 * - It is never overtaken: no older value of its channel is tried after it.
 * - While the link stands every value is tried, in order; without it, and of a lane that fails, only the newest of each channel
 *   waits. What a newer one replaces is told as coalesced. So memory is bounded by the channels and by what `flush` holds back.
 * - A lane that fails goes after all others, and pauses; each pause is bounded, and no lane keeps another from being tried.
 * - Each value is told exactly once: written, refused or coalesced.
 */
import { Idle } from "../idle.ts";
import type { PodContext, PodWrite } from "../pod.ts";
import { type Pauses, Suspects } from "./suspects.ts";

export interface Delivery {
  write: PodWrite;
}

export type Outcome =
  | { t: "written" }
  /** For good; German reason. */
  | { t: "refused"; reason: string }
  /** It was tried, and nobody said what became of it. `least`: ms that the other side asks for. */
  | { t: "vain"; least?: number | undefined }
  /** It was not tried. */
  | { t: "unsent" };

export interface DeliveriesOptions<Item, Lane> {
  /** What fails by itself. */
  lane: (item: Item) => Lane;
  pauses: Pauses;
  /** From when on it may be tried, monotonic ms, where the protocol knows more than the lane's own pause `until`. */
  from?: (item: Item, until: number) => number;
  /** False: known to have no answer, so that the others go first. */
  sound?: (item: Item) => boolean;
  /** So many values of a channel wait in order; beyond, the newest takes the place of the last. */
  burst?: number;
  report: Pick<PodContext, "written" | "refused" | "coalesced">;
}

interface Entry<Item> {
  item: Item;
  /** Ascending in the order of offers. */
  at: number;
}

/** Restricts what is taken. */
export interface Take<Item> {
  now: number;
  /** False: not now. */
  may?: (item: Item) => boolean;
  /** Whether one more goes along with those. Without it one is taken. */
  fits?: (batch: readonly Item[], next: Item) => boolean;
}

export class Deliveries<Item extends Delivery, Lane> {
  readonly #options: DeliveriesOptions<Item, Lane>;
  /** Of lanes that do not fail, in order. */
  #queue: Entry<Item>[] = [];
  /** The newest of each channel, by its index; the order is that of the offers. */
  readonly #kept = new Map<number, Entry<Item>>();
  readonly #underWay = new Map<Item, Entry<Item>>();
  /** The newest of each channel that was tried. */
  readonly #tried = new Map<number, number>();
  readonly #idle = new Idle(() => this.#queue.length === 0 && this.#underWay.size === 0);
  readonly suspects: Suspects<Lane>;
  #open = false;
  #count = 0;

  constructor(options: DeliveriesOptions<Item, Lane>) {
    this.#options = options;
    this.suspects = new Suspects(options.pauses);
  }

  /** The link stands. */
  open(): void {
    this.#open = true;
  }

  /** The link is gone: what was not settled waits. */
  close(): void {
    this.#open = false;
    for (const { item } of this.#underWay.values()) this.#putBack(item);
    for (const entry of this.#queue.splice(0)) this.#keep(entry);
    this.#idle.check();
  }

  offer(item: Item, now: number): void {
    this.#count += 1;
    const entry = { item, at: this.#count };
    const { index } = item.write;
    if (!this.#open || this.#waits(item, now)) {
      this.#dropQueued(index);
      this.#keep(entry);
      return;
    }
    if (this.#kept.delete(index)) this.#options.report.coalesced?.(index);
    this.#makeRoom(index);
    this.#queue.push(entry);
  }

  /** What is tried now; `settle` ends each. */
  take({ fits, may = () => true, now }: Take<Item>): Item[] {
    const batch: Item[] = [];
    if (!this.#open) return batch;
    const late: Entry<Item>[] = [];
    for (const { item } of this.#inTurn(now, may, late)) {
      const alone = this.suspects.has(this.#options.lane(item));
      const goes =
        batch.length === 0 ||
        (fits?.(batch, item) === true &&
          !alone &&
          batch.every(({ write }) => write.index !== item.write.index));
      if (!goes) break;
      batch.push(item);
      if (alone || !fits) break;
    }
    for (const item of batch) this.#take(item);
    for (const entry of late) this.#keep(this.#unqueue(entry));
    if (batch.length === 0) this.#idle.check();
    return batch;
  }

  /** @returns how often in a row its lane has failed */
  settle(item: Item, outcome: Outcome, now: number): number {
    const { lane: laneOf, report } = this.#options;
    const lane = laneOf(item);
    let failures = 0;
    if (outcome.t === "vain") failures = this.failed(lane, now, outcome.least);
    // What the end of the link has put back is told later.
    if (outcome.t === "vain" || outcome.t === "unsent") this.#putBack(item);
    else if (this.#underWay.delete(item)) {
      this.suspects.clear(lane);
      if (outcome.t === "written") report.written(item.write);
      else report.refused(item.write, outcome.reason);
    }
    this.#idle.check();
    return failures;
  }

  /** The other side fails over this lane. @returns how often in a row */
  failed(lane: Lane, now: number, least = 0): number {
    const failures = this.suspects.add(lane, now, least);
    // What waits for it must not stand before others.
    for (const entry of this.#queue.filter(({ item }) => this.#options.lane(item) === lane)) {
      this.#keep(this.#unqueue(entry));
    }
    this.#idle.check();
    return failures;
  }

  /** When something may be tried, monotonic ms; undefined where nothing waits. */
  get due(): number | undefined {
    if (this.#queue.length > 0) return 0;
    let due: number | undefined;
    for (const { item } of this.#kept.values()) {
      due = Math.min(this.#from(item), due ?? Number.POSITIVE_INFINITY);
      if (due === 0) break;
    }
    return due;
  }

  /** Resolves when everything was told, or waits for the other side. */
  flush(): Promise<void> {
    return this.#idle.reached();
  }

  /** @param late takes up what waits in the queue although its lane pauses by now */
  *#inTurn(now: number, may: (item: Item) => boolean, late: Entry<Item>[]): Generator<Entry<Item>> {
    const last: Entry<Item>[] = [];
    for (const entry of this.#kept.values()) {
      if (this.#from(entry.item) > now || !may(entry.item)) continue;
      if (this.#isSound(entry.item)) yield entry;
      else last.push(entry);
    }
    for (const entry of this.#queue) {
      if (this.#waits(entry.item, now)) late.push(entry);
      else if (may(entry.item)) yield entry;
    }
    // Whoever waits longest after its last failure goes first.
    yield* last.sort((a, b) => this.#until(a.item) - this.#until(b.item) || a.at - b.at);
  }

  #take(item: Item): void {
    const { index } = item.write;
    const kept = this.#kept.get(index);
    const entry = kept?.item === item ? kept : this.#queue.find((other) => other.item === item);
    if (!entry) return;
    if (entry === kept) this.#kept.delete(index);
    else this.#unqueue(entry);
    this.#underWay.set(item, entry);
    this.#tried.set(index, entry.at);
  }

  #unqueue(entry: Entry<Item>): Entry<Item> {
    this.#queue.splice(this.#queue.indexOf(entry), 1);
    return entry;
  }

  /** It waits again, unless a newer one does or was tried already. */
  #putBack(item: Item): void {
    const entry = this.#underWay.get(item);
    if (!entry) return;
    this.#underWay.delete(item);
    const { index } = item.write;
    const newer = this.#queue.some((other) => other.item.write.index === index);
    if (newer || (this.#tried.get(index) ?? 0) > entry.at) this.#options.report.coalesced?.(index);
    else this.#keep(entry);
  }

  #keep(entry: Entry<Item>): void {
    const { index } = entry.item.write;
    const other = this.#kept.get(index);
    if (other) this.#options.report.coalesced?.(index);
    if (other && other.at > entry.at) return;
    // Taken out and put in again: the order is that of the newest values.
    this.#kept.delete(index);
    this.#kept.set(index, entry);
  }

  #dropQueued(index: number): void {
    for (const entry of this.#queue.filter(({ item }) => item.write.index === index)) {
      this.#unqueue(entry);
      this.#options.report.coalesced?.(index);
    }
  }

  #makeRoom(index: number): void {
    const { burst, report } = this.#options;
    if (burst === undefined) return;
    const own = this.#queue.filter(({ item }) => item.write.index === index);
    const last = own.at(-1);
    if (own.length < burst || !last) return;
    this.#unqueue(last);
    report.coalesced?.(index);
  }

  #waits(item: Item, now: number): boolean {
    return !this.#isSound(item) || this.#from(item) > now;
  }

  #isSound(item: Item): boolean {
    return !this.suspects.has(this.#options.lane(item)) && this.#options.sound?.(item) !== false;
  }

  #until(item: Item): number {
    return this.suspects.until(this.#options.lane(item));
  }

  #from(item: Item): number {
    const until = this.#until(item);
    return this.#options.from?.(item, until) ?? until;
  }
}
