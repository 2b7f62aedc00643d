/** What the channels of an interface last read, whether it still holds, and what went wrong with them. */
import { Held } from "@hubwart/runtime/held";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import type { Request } from "@hubwart/runtime/refusals";
import type { Raw } from "../shared/modbus/codec.ts";
import { readingOf } from "../shared/modbus/value.ts";
import type { Point } from "./point.ts";
import { texts } from "./texts.ts";

const NAMES = { coil: "Coil", discrete: "Eingang", input: "Eingangsregister", holding: "Halteregister" };

export class Values {
  readonly #context: PodContext;
  readonly #held: Held;

  constructor(context: PodContext) {
    this.#context = context;
    this.#held = new Held(context);
  }

  took(point: Point, raw: Raw): void {
    const reading = readingOf(point.item, point.type, raw);
    if (!reading) {
      this.failed(point, texts.noNumber);
      this.lost(point);
      return;
    }
    this.#held.took(point.index, reading.value, reading.quality);
  }

  /** The device is away or does not answer. */
  missed(point: Point): void {
    this.#held.missed(point.index, point.interval);
  }

  /** The device says that there is no such value. */
  lost(point: Point): void {
    this.#held.lost(point.index);
  }

  failed(point: Point, reason: string, what?: Request): void {
    this.#context.failed(point.index, about(point, reason), what);
  }

  refused(point: Point, write: PodWrite, reason: string): void {
    this.#context.refused(write, about(point, reason));
  }
}

/** The reason with the place it is about, German. */
export function about({ item, unit }: Point, reason: string): string {
  return `${NAMES[item.area]} ${item.address}, Unit-ID ${unit}: ${reason}`;
}
