/**
 * What the channels of an interface last received, and whether it still holds: good as it comes, uncertain while the
 * connection is away or after an unanswered reading, bad for what cannot be converted.
 * Each fall is reported once, with the last value known (null if none).
 */
import { groupText } from "@hubwart/contract/group-address";
import type { Quality } from "@hubwart/ipc";
import { decodeValue, type Payload } from "@hubwart/knx/dpt/codec";
import type { PodContext } from "@hubwart/runtime/pod";
import type { Point } from "./point.ts";

interface Held {
  value: unknown;
  quality: Quality;
  /** When it came: the hub tells by that a fall from a new value. */
  ts: number;
}

export class Values {
  readonly #context: PodContext;
  readonly #held = new Map<Point, Held>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  took(point: Point, payload: Payload): void {
    const read = decodeValue(point.dpt, point.type, payload);
    const { clock } = this.#context;
    const ts = clock.now();
    if ("problem" in read) {
      this.failed(point, read.problem);
      const before = this.#held.get(point);
      if (before?.quality === 2) return;
      const held: Held = { value: before?.value ?? null, quality: 2, ts: before?.ts ?? ts };
      this.#held.set(point, held);
      this.#context.emit(point.index, held.value, 2, held.ts);
      return;
    }
    this.#held.set(point, { value: read.value, quality: 0, ts });
    this.#context.emit(point.index, read.value, 0, ts);
  }

  /** What was last received may not hold any more. */
  doubt(point: Point): void {
    const held = this.#held.get(point);
    if (held?.quality !== 0) return;
    held.quality = 1;
    this.#context.emit(point.index, held.value, 1, held.ts);
  }

  failed(point: Point, reason: string): void {
    this.#context.failed(point.index, `${groupText(point.address)}: ${reason}`);
  }
}
