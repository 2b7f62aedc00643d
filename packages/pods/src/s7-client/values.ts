/**
 * What the channels of an interface last read, and whether it still holds, by the rule of every pod. Reports each fall once,
 * with the last value known (null if none), and every good reading.
 */
import { errorText } from "@hubwart/core";
import { Held } from "@hubwart/runtime/held";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import type { Request } from "@hubwart/runtime/refusals";
import { S7ValueError } from "./codec.ts";
import type { Point } from "./point.ts";
import { readingOf } from "./value.ts";

export class Values {
  readonly #context: PodContext;
  readonly #held: Held;

  constructor(context: PodContext) {
    this.#context = context;
    this.#held = new Held(context);
  }

  took(point: Point, bytes: Buffer): void {
    try {
      const { quality, value } = readingOf(point.item, point.type, bytes);
      this.#held.took(point.index, value, quality);
    } catch (error) {
      if (!(error instanceof S7ValueError)) throw error;
      this.refused(point, errorText(error));
    }
  }

  /** The CPU says that there is no value, or gives none that can be read. */
  refused(point: Point, reason: string): void {
    this.failed(point, reason);
    this.#held.lost(point.index);
  }

  /** The CPU is away: what was read last may still be so, for a while. Again at every attempt. */
  away(point: Point): void {
    this.#held.missed(point.index, point.interval);
  }

  /** A value to be written is given up. */
  notWritten(point: Point, write: PodWrite, reason: string): void {
    this.#context.refused(write, `${point.name}: ${reason}`);
  }

  failed(point: Point, reason: string, what?: Request): void {
    this.#context.failed(point.index, `${point.name}: ${reason}`, what);
  }
}
