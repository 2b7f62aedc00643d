/** Records as lines without the name of their table, which is put in front when they are sent. */
import { point } from "@hubwart/core/delivery";
import { numberOf, textOf } from "../lake/rows.ts";

/** Several values of one channel in one ms get times of their own, 1 µs apart: equal ones would overwrite each other. */
export class RecordLines {
  /** Channel → the last ms, and values in it. */
  readonly #last = new Map<string, [ms: number, more: number]>();

  /** @param time ms since the epoch */
  line(chan: string, time: number, value: unknown, quality: number): string {
    const ms = Math.round(time);
    const last = this.#last.get(chan);
    const more = last?.[0] === ms ? Math.min(last[1] + 1, 999) : 0;
    if (last) {
      last[0] = ms;
      last[1] = more;
    } else {
      this.#last.set(chan, [ms, 0]);
    }
    const text = textOf(value);
    const number = numberOf(value);
    const fields = {
      ...(Number.isFinite(number) ? { value: number } : {}),
      ...(text === undefined ? {} : { text }),
      quality: BigInt(quality),
    };
    return point("", { channel: chan }, fields, `${ms}${String(more * 1_000).padStart(6, "0")}`);
  }
}
