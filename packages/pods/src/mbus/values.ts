/** What the channels of a line last read, whether it still holds, and what went wrong with them. */
import { errorText } from "@hubwart/core";
import { Held } from "@hubwart/runtime/held";
import type { PodContext } from "@hubwart/runtime/pod";
import { recordFor, takenFrom } from "./pick.ts";
import type { Point } from "./point.ts";
import type { Reading } from "./reading.ts";
import { texts } from "./texts.ts";

export class Values {
  readonly #context: PodContext;
  readonly #held: Held;

  constructor(context: PodContext) {
    this.#context = context;
    this.#held = new Held(context);
  }

  took(point: Point, { cut, header, records }: Pick<Reading, "cut" | "header" | "records">): void {
    const record = recordFor(records, point.wanted);
    if (!record && cut) {
      this.failed(point, errorText(cut));
      this.missed(point);
      return;
    }
    const taken = record ? takenFrom(record, point, header.status) : { problem: texts.noRecord };
    if ("problem" in taken) {
      this.failed(point, taken.problem);
      this.#held.lost(point.index);
    } else this.#held.took(point.index, taken.value, taken.quality);
  }

  /** The meter is away or does not answer. */
  missed(point: Point): void {
    this.#held.missed(point.index, point.interval);
  }

  failed(point: Point, reason: string): void {
    this.#context.failed(point.index, texts.ofMeter(point.meterName, reason));
  }
}
