/**
 * What the channels of an interface last read, and whether it still holds. Reports each loss once, with the
 * last value known (null if none), and every good reading.
 */
import { errorText } from "@hubwart/core";
import type { Quality } from "@hubwart/ipc";
import type { PodContext, PodWrite } from "../base/pod.ts";
import { S7ValueError } from "./codec.ts";
import type { Point } from "./point.ts";
import { readingOf } from "./value.ts";

const UNCERTAIN: Quality = 1;
const BAD: Quality = 2;

export class Values {
  readonly #context: PodContext;
  readonly #last = new Map<Point, unknown>();
  /** Quality reported last, unless the value is good. */
  readonly #lost = new Map<Point, Quality>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  took(point: Point, bytes: Buffer): void {
    try {
      const { quality, value } = readingOf(point.item, point.type, bytes);
      this.#lost.delete(point);
      this.#last.set(point, value);
      this.#context.emit(point.index, value, quality);
    } catch (error) {
      if (!(error instanceof S7ValueError)) throw error;
      this.refused(point, errorText(error));
    }
  }

  /** The CPU says that there is no value, or gives none that can be read. */
  refused(point: Point, reason: string): void {
    this.failed(point, reason);
    this.#lose(point, BAD);
  }

  /** The CPU is away: what was read last may still be so. */
  away(point: Point): void {
    if (!this.#lost.has(point)) this.#lose(point, this.#last.has(point) ? UNCERTAIN : BAD);
  }

  /** A value to be written is given up. */
  notWritten(point: Point, write: PodWrite, reason: string): void {
    this.#context.refused(write, `${point.name}: ${reason}`);
  }

  failed(point: Point, reason: string): void {
    this.#context.failed(point.index, `${point.name}: ${reason}`);
  }

  #lose(point: Point, quality: Quality): void {
    if (this.#lost.get(point) === quality) return;
    this.#lost.set(point, quality);
    this.#context.emit(point.index, this.#last.get(point) ?? null, quality);
  }
}
