/**
 * What the channels of an interface last read, and whether it still holds. Reports each fall to bad
 * quality once, with the last value known (null if none), and every good reading.
 */
import type { PodContext, PodWrite } from "../base/pod.ts";
import type { Raw } from "../modbus/codec.ts";
import { readingOf } from "../modbus/value.ts";
import type { Point } from "./point.ts";

const NAMES = { coil: "Coil", discrete: "Eingang", input: "Eingangsregister", holding: "Halteregister" };

export class Values {
  readonly #context: PodContext;
  readonly #last = new Map<Point, boolean | number | string>();
  readonly #bad = new Set<Point>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  took(point: Point, raw: Raw): void {
    const reading = readingOf(point.item, point.type, raw);
    if (!reading) {
      this.failed(point, "das Gerät liefert keine Zahl (NaN oder unendlich)");
      this.lost(point);
      return;
    }
    this.#bad.delete(point);
    this.#last.set(point, reading.value);
    this.#context.emit(point.index, reading.value, reading.quality);
  }

  /** What was last read holds no longer. */
  lost(point: Point): void {
    if (this.#bad.has(point)) return;
    this.#bad.add(point);
    this.#context.emit(point.index, this.#last.get(point) ?? null, 2);
  }

  failed(point: Point, reason: string): void {
    this.#context.failed(point.index, about(point, reason));
  }

  refused(point: Point, write: PodWrite, reason: string): void {
    this.#context.refused(write, about(point, reason));
  }
}

function about({ item, unit }: Point, reason: string): string {
  return `${NAMES[item.area]} ${item.address}, Unit-ID ${unit}: ${reason}`;
}
