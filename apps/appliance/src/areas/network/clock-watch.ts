/**
 * Whether the device's clock can be right: against the latest time it has seen itself, each minute, and against its time
 * servers, each quarter of an hour while it uses them.
 */
import type { Clock, Scope } from "@hubwart/core";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

export interface ClockWatchParts {
  clock: Clock;
  scope: Scope;
  /** ms since the epoch: the latest time the device has seen, this moment included. */
  latest: (now: number) => Promise<number>;
  /** ms the clock is behind a time server; undefined where none is used or none answers. */
  offset: () => Promise<number | undefined>;
}

const LOOK_MS = 60_000;
const ASK_MS = 15 * 60_000;
const BEHIND_MS = 5 * 60_000;
const OFFSET_MS = 60_000;

export class ClockWatch {
  readonly #parts: ClockWatchParts;
  #behind = 0;
  #offset = 0;

  constructor(parts: ClockWatchParts) {
    this.#parts = parts;
    const { clock, scope } = parts;
    scope.add(clock.every(LOOK_MS, () => void this.look()));
    scope.add(clock.after(LOOK_MS, () => void this.ask()));
    scope.add(clock.every(ASK_MS, () => void this.ask()));
  }

  async look(): Promise<void> {
    const now = this.#parts.clock.now();
    this.#behind = await this.#parts.latest(now).then(
      (latest) => latest - now,
      () => 0,
    );
  }

  async ask(): Promise<void> {
    this.#offset = (await this.#parts.offset().catch(() => undefined)) ?? 0;
  }

  findings(): Finding[] {
    const text =
      Math.abs(this.#offset) >= OFFSET_MS
        ? texts.clockOff(lasting(Math.abs(this.#offset)), this.#offset > 0)
        : this.#behind >= BEHIND_MS
          ? texts.clockBehind(lasting(this.#behind))
          : undefined;
    return text === undefined ? [] : [{ code: "clock", level: 2, text, route: "/system/network" }];
  }
}

function lasting(ms: number): string {
  const units = [
    [86_400_000, "Tag", "Tage"],
    [3_600_000, "Stunde", "Stunden"],
    [60_000, "Minute", "Minuten"],
  ] as const;
  const [size, one, many] = units.find(([unit]) => ms >= unit) ?? units[2];
  const count = Math.floor(ms / size);
  return `${count} ${count === 1 ? one : many}`;
}
