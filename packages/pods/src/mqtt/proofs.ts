/**
 * Which values sent at QoS 0 the broker has surely processed: those that went out before a probe that it has answered
 * (MQTT answers in order; 5.0, 4.6). Values share probes: one leaves at once after a quiet time, later ones at intervals.
 */
import type { Clock } from "@hubwart/core";

interface Probe {
  /** Asks for a sign of life. Does nothing while one is awaited. */
  probe(): void;
}

/** Time between two probes, ms; sooner when so many values wait for one. */
const PROBE_EVERY = 200;
const MOST_UNPROVEN = 1_000;

export class Proofs<Item> {
  readonly #clock: Clock;
  #wire: Probe | undefined;
  /** Sent since the last probe, and before it. */
  #unproven: Item[] = [];
  #probed: Item[] = [];
  #probing = false;
  #probedAt = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A probe is under way. */
  get probing(): boolean {
    return this.#probing;
  }

  /** How many values have no proof yet. */
  get open(): number {
    return this.#probed.length + this.#unproven.length;
  }

  attach(wire: Probe): void {
    this.#wire = wire;
  }

  /** @returns what was sent without proof, in its order */
  detach(): Item[] {
    this.#wire = undefined;
    this.#stop?.();
    this.#stop = undefined;
    this.#probing = false;
    const sent = [...this.#probed, ...this.#unproven];
    this.#probed = [];
    this.#unproven = [];
    return sent;
  }

  sent(item: Item): void {
    this.#unproven.push(item);
  }

  /** Now, not soon: until its answer the connection itself counts as unproven. */
  ask(): void {
    this.#probing = true;
    this.#wire?.probe();
  }

  /** At once after a quiet time; else many values share a probe. */
  askSoon(): void {
    if (this.#probing || this.#unproven.length === 0 || !this.#wire) return;
    const wait = this.#probedAt + PROBE_EVERY - this.#clock.monotonic();
    if (wait > 0 && this.#unproven.length < MOST_UNPROVEN) {
      this.#stop ??= this.#clock.after(wait, () => {
        this.#stop = undefined;
        this.#wire?.probe();
      });
      return;
    }
    this.#stop?.();
    this.#stop = undefined;
    this.#wire.probe();
  }

  /** A probe leaves behind what `rest` still sends. */
  leaving(rest: () => void): void {
    this.#probing = true;
    this.#probedAt = this.#clock.monotonic();
    rest();
    this.#probed = this.#unproven;
    this.#unproven = [];
  }

  /** The probe is answered. @returns what is proven by that */
  answered(): Item[] {
    this.#probing = false;
    return this.#probed.splice(0);
  }
}
