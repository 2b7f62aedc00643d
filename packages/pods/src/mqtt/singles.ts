/**
 * Finds the item that a broker answers by hanging up. Has the broker ended several connections in a row early, with something under
 * way, or is a channel suspected, items go one by one, each alone on a proven connection; the one that ends it several times
 * in a row is guilty. A mere outage makes nobody guilty.
 */
import type { Clock } from "@hubwart/core";
import { Blame } from "./blame.ts";

/** So many connections in a row that the broker ended early make it send one by one. */
const SUSPICIOUS = 2;
/** An end so long after something was sent has another cause, ms. */
const SOON = 5_000;

export class Singles<Key, Item extends { out: Key }> {
  readonly #clock: Clock;
  readonly #passed: () => void;
  readonly #blame: Blame<Key>;
  #attachedAt = 0;
  /** Connections in a row that the broker ended early. */
  #ends = 0;
  #left = 0;
  #current: Item | undefined;
  #stop: () => void = () => undefined;

  /** @param passed the next item may go: the broker has not hung up over the last one */
  constructor(clock: Clock, passed: () => void) {
    this.#clock = clock;
    this.#blame = new Blame(clock);
    this.#passed = passed;
  }

  /** The last connections ended in a way that makes it wise to send one by one. */
  get careful(): boolean {
    return this.#ends >= SUSPICIOUS;
  }

  /** One is under way, or has its turn alone. */
  get running(): boolean {
    return this.#left > 0 || this.#current !== undefined;
  }

  /** The one that is under way. */
  get current(): Item | undefined {
    return this.#current;
  }

  suspects(key: Key): boolean {
    return this.#blame.suspects(key);
  }

  /** Nothing is sent for it for a while. */
  parked(key: Key): boolean {
    return this.#blame.parked(key);
  }

  /** Nothing is sent for it for a while, then `free` is called. */
  park(key: Key, free: () => void): void {
    this.#blame.park(key, free);
  }

  /** The broker has taken something for it. */
  clear(key: Key): void {
    this.#blame.clear(key);
  }

  attached(): void {
    this.#attachedAt = this.#clock.monotonic();
  }

  /** From now on so many go one by one. */
  begin(count: number): void {
    this.#left = count;
  }

  /** The next one goes. @param sent false: it was refused on the spot */
  took(item: Item, sent: boolean): void {
    this.#left -= 1;
    if (!sent) {
      this.#trust();
      return;
    }
    this.#current = item;
    this.#stop = this.#clock.after(SOON, () => this.pass(false));
  }

  /** @param proven the broker has it; else it has just not hung up for long */
  pass(proven: boolean): void {
    const current = this.#current;
    if (!current) return;
    this.#stop();
    this.#current = undefined;
    if (proven) this.#blame.clear(current.out);
    this.#trust();
    this.#passed();
  }

  /**
   * The connection is gone.
   *
   * @param byPeer the broker ended it
   * @param busy something was under way
   * @param free called when a guilty channel may be tried again
   * @returns the item that is given up
   */
  detached(byPeer: boolean, busy: boolean, free: (key: Key) => void): Item | undefined {
    if (byPeer && busy) {
      const held = this.#clock.monotonic() - this.#attachedAt >= SOON;
      this.#ends = held ? 1 : this.#ends + 1;
    }
    const current = this.#current;
    this.#stop();
    this.#current = undefined;
    this.#left = 0;
    if (!current || !byPeer) return undefined;
    return this.#blame.add(current.out, () => free(current.out)) ? current : undefined;
  }

  end(): void {
    this.#stop();
    this.#blame.end();
  }

  #trust(): void {
    if (this.#left === 0) this.#ends = 0;
  }
}
