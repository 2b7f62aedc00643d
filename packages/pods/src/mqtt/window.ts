/**
 * The publications at QoS 1 and 2 that the broker has not acknowledged: how many there may be, and which of them it leaves
 * unanswered although it answers otherwise.
 *
 * A channel whose publication is left so is slow: one of it at a time is under way until one is acknowledged. So a topic that a
 * broker never acknowledges cannot fill the window and keep the others from going out.
 */
import type { Clock } from "@hubwart/core";
import type { BrokerLimits } from "@hubwart/mqtt/connection";
import type { PacketIds } from "@hubwart/mqtt/packet-ids";

/** An acknowledgement is due so long after the publication, ms. */
export const ACK_MS = 15_000;

/** How long a narrowed window stays so, ms: the broker may have been set otherwise since. */
const NARROW_MS = 86_400_000;

export interface Unacked<Key> {
  out: Key;
  qos: 0 | 1 | 2;
  /** QoS 2: the broker has it and was told to pass it on. */
  released: boolean;
}

interface Entry<Item> {
  item: Item;
  /** Monotonic, ms. */
  since: number;
}

export class Window<Key, Item extends Unacked<Key>> {
  readonly #ids: PacketIds;
  readonly #clock: Clock;
  readonly #ask: () => void;
  /** In the order in which they went out. */
  readonly #entries = new Map<number, Entry<Item>>();
  readonly #slow = new Set<Key>();
  #limits: BrokerLimits | undefined;
  /** Most at once beside one of QoS 2, and since when, monotonic ms. */
  #narrow = Number.POSITIVE_INFINITY;
  #narrowedAt = 0;
  /** When the probe under way left. */
  #askedAt = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | undefined;

  /** @param ask for a sign of life: an acknowledgement is overdue */
  constructor(ids: PacketIds, clock: Clock, ask: () => void) {
    this.#ids = ids;
    this.#clock = clock;
    this.#ask = ask;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Channels whose publications the broker leaves unanswered. */
  get slow(): readonly Key[] {
    return [...this.#slow];
  }

  attach(limits: BrokerLimits): void {
    this.#limits = limits;
  }

  detach(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Room for one more at this quality of service. */
  admits(qos: 0 | 1 | 2): boolean {
    if (qos === 0 || !this.#limits) return true;
    return this.#entries.size < (qos === 2 ? this.#mostQos2 : this.#limits.receiveMaximum);
  }

  /**
   * The broker hung up early while several were under way: perhaps it takes fewer at QoS 2 than most do, and 3.1.1 has no words
   * for that.
   */
  narrow(): void {
    const open = [...this.#entries.values()].filter(({ item }) => item.qos === 2).length;
    if (open < 2) return;
    this.#narrow = Math.floor(Math.min(open, this.#mostQos2) / 2);
    this.#narrowedAt = this.#clock.monotonic();
  }

  get #mostQos2(): number {
    const most = this.#limits?.receiveMaximumQos2 ?? 1;
    const narrowed = this.#clock.monotonic() - this.#narrowedAt < NARROW_MS;
    return narrowed ? Math.min(most, this.#narrow) : most;
  }

  /** The channel waits for the answer to what is under way. */
  holds(key: Key): boolean {
    if (!this.#slow.has(key)) return false;
    for (const { item } of this.#entries.values()) if (item.out === key) return true;
    return false;
  }

  get(id: number): Item | undefined {
    return this.#entries.get(id)?.item;
  }

  entries(): [id: number, item: Item][] {
    return [...this.#entries].map(([id, { item }]) => [id, item]);
  }

  /** It goes out now, for the first time or again, or the broker has said something about it. */
  sent(id: number, item: Item): void {
    this.#entries.delete(id);
    this.#entries.set(id, { item, since: this.#clock.monotonic() });
    this.#watch();
  }

  remove(id: number): void {
    if (this.#entries.delete(id)) this.#ids.release(id);
  }

  /** @returns whether the channel was slow until now */
  answered(key: Key): boolean {
    return this.#slow.delete(key);
  }

  probing(): void {
    this.#askedAt = this.#clock.monotonic();
  }

  /**
   * The broker has processed what went out before the probe, so what it has not acknowledged since long it leaves unanswered.
   *
   * @returns those, with their ids, and whether they hold so much of the window that only a new connection makes room
   */
  judge(): { overdue: [id: number, item: Item][]; full: boolean } {
    const overdue: [number, Item][] = [];
    for (const [id, { item, since }] of this.#entries) {
      if (since > this.#askedAt - ACK_MS) break;
      overdue.push([id, item]);
      this.#slow.add(item.out);
    }
    return { overdue, full: overdue.length * 2 > this.#mostQos2 };
  }

  /** Asks the broker when the oldest is overdue. */
  #watch(): void {
    this.#stop ??= this.#clock.after(ACK_MS, () => {
      this.#stop = undefined;
      const [oldest] = this.#entries.values();
      if (!oldest) return;
      if (oldest.since <= this.#clock.monotonic() - ACK_MS) this.#ask();
      this.#watch();
    });
  }
}
