/** The last telegrams of an interface, for whoever asks. Bounded; the oldest go first. */
import { groupText } from "@hubwart/contract/group-address";
import type { Clock } from "@hubwart/core";
import { decodeValue } from "@hubwart/knx/dpt/codec";
import { individualText } from "@hubwart/knx/wire/address";
import { type Cemi, parseGroupTpdu } from "@hubwart/knx/wire/cemi";
import type { Telegram } from "../methods.ts";
import type { Point } from "./point.ts";

const KEPT = 2_000;
const PER_ANSWER = 500;

export interface Seen {
  dir: "in" | "out";
  cemi: Pick<Cemi, "source" | "target">;
  /** Plain, as far as it could be opened. */
  tpdu: Buffer;
  secure: boolean;
  raw: Buffer;
  problem?: string | undefined;
}

export class Monitor {
  readonly #clock: Clock;
  readonly #pointOf: (group: number) => Point | undefined;
  readonly #kept: (Seen & { seq: number; ts: number })[] = [];
  #next = 1;

  constructor(clock: Clock, pointOf: (group: number) => Point | undefined) {
    this.#clock = clock;
    this.#pointOf = pointOf;
  }

  add(seen: Seen): void {
    this.#kept.push({ ...seen, seq: this.#next, ts: this.#clock.now() });
    this.#next += 1;
    if (this.#kept.length > KEPT * 1.1) this.#kept.splice(0, this.#kept.length - KEPT);
  }

  /** @param after `next` of the answer before; what is ahead of all counts as 0, because the pod began anew */
  since(after: number): { telegrams: Telegram[]; next: number; missed: number } {
    const from = after >= this.#next ? 0 : after;
    const first = this.#kept[0]?.seq ?? this.#next;
    const telegrams = this.#kept.filter(({ seq }) => seq > from).slice(0, PER_ANSWER);
    return {
      telegrams: telegrams.map((entry) => this.#shown(entry)),
      next: telegrams.at(-1)?.seq ?? this.#next - 1,
      missed: from === 0 ? 0 : Math.max(0, first - from - 1),
    };
  }

  #shown({ seq, ts, dir, cemi, tpdu, secure, raw, problem }: Seen & { seq: number; ts: number }): Telegram {
    const group = parseGroupTpdu(tpdu);
    const point = this.#pointOf(cemi.target);
    const shown: Telegram = {
      seq,
      ts,
      dir,
      source: individualText(cemi.source),
      target: groupText(cemi.target),
      service: group?.service ?? "other",
      data: group && group.service !== "read" ? group.payload.data.toString("hex") : "",
      secure,
      raw: raw.toString("hex"),
    };
    if (problem !== undefined) shown.problem = problem;
    if (point) {
      shown.dpt = point.dpt.id;
      if (point.dpt.unit !== "") shown.unit = point.dpt.unit;
      if (group && group.service !== "read") {
        const read = decodeValue(point.dpt, "string", group.payload);
        if ("value" in read) shown.value = String(read.value).slice(0, 1_000);
      }
    }
    return shown;
  }
}
