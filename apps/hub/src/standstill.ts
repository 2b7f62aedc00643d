/**
 * After a standstill everything goes on, and one line says so. What the values were meanwhile nobody knows: they are
 * uncertain until their next one.
 */
import type { Clock, Logger, Pulse, Scope } from "@hubwart/core";
import { texts } from "./texts.ts";

export interface StandstillOptions {
  clock: Clock;
  pulse: Pulse;
  scope: Scope;
  log: Logger;
  /** Makes all values that came from outside uncertain. */
  doubt: () => void;
}

/** By then the launcher has said whether it stood still as well, ms. */
const HEARD_WITHIN = 3_000;
const TOGETHER = 15_000;

export class Standstill {
  readonly #options: StandstillOptions;
  #cancel: (() => void) | undefined;
  /** Monotonic time at which the launcher last said so. */
  #device = Number.NEGATIVE_INFINITY;

  constructor(options: StandstillOptions) {
    this.#options = options;
    options.pulse.onStood((ms) => this.#stood(ms));
    options.scope.add(() => this.#cancel?.());
  }

  /** The launcher, which shares nothing with this process but the device, stood still. */
  ofDevice(_ms: number): void {
    this.#device = this.#options.clock.monotonic();
  }

  #stood(ms: number): void {
    const { clock, doubt, log } = this.#options;
    doubt();
    this.#cancel?.();
    this.#cancel = clock.after(HEARD_WITHIN, () => {
      const device = clock.monotonic() - this.#device < TOGETHER;
      log.warn(texts.stoodStill(device, Math.round(ms / 1000)));
    });
  }
}
