/**
 * Which values of a channel are recorded: changes beyond the dead band, at most one per interval, the newest
 * when the interval is over. A change of quality counts as a change.
 */
import type { Clock, Scope } from "@hubwart/core";
import type { CompiledProject, Recording as Rule } from "@hubwart/project/compiled";
import { sameValue } from "../channels/convert-link.ts";
import type { ChannelTable } from "../channels/table.ts";

interface Channel {
  rule: Rule;
  value: unknown;
  quality: number;
  /** Monotonic time of the last recorded value. */
  at: number;
}

/** Intervals are whole seconds. */
const SWEEP = 250;

export class Recording {
  readonly #clock: Clock;
  readonly #add: (channel: number, value: unknown, quality: number) => void;
  #table: ChannelTable | undefined;
  /** Those that are recorded, by their number. */
  #channels = new Map<number, Channel>();
  /** Channels whose newest value waits for the end of its interval. */
  readonly #held = new Set<number>();

  constructor(clock: Clock, scope: Scope, add: (channel: number, value: unknown, quality: number) => void) {
    this.#clock = clock;
    this.#add = add;
    scope.add(clock.every(SWEEP, () => this.#sweep()));
  }

  /** @returns how many channels are recorded */
  load(project: CompiledProject, table: ChannelTable): number {
    const before = new Map([...this.#channels].map(([at, channel]) => [this.#table?.names[at], channel]));
    this.#held.clear();
    this.#table = table;
    this.#channels = new Map();
    for (const { channels } of project.pods) {
      for (const { chan, record } of channels) {
        const number = table.number(chan);
        if (!record || number === undefined) continue;
        const old = before.get(chan);
        this.#channels.set(
          number,
          old
            ? { ...old, rule: record }
            : { rule: record, value: undefined, quality: -1, at: Number.NEGATIVE_INFINITY },
        );
      }
    }
    return this.#channels.size;
  }

  observe(number: number): void {
    const channel = this.#channels.get(number);
    const table = this.#table;
    if (!channel || !table || !table.counts[number]) return;
    const value = table.values[number];
    const quality = table.qualities[number] ?? 0;
    if (!differs(channel, value, quality)) {
      // It went and came back within its interval.
      this.#held.delete(number);
      return;
    }
    const interval = channel.rule.interval ?? 0;
    if (interval > 0 && this.#clock.monotonic() - channel.at < interval) {
      this.#held.add(number);
      return;
    }
    this.#take(number, channel, value, quality);
  }

  #take(number: number, channel: Channel, value: unknown, quality: number): void {
    this.#held.delete(number);
    channel.value = value;
    channel.quality = quality;
    channel.at = this.#clock.monotonic();
    this.#add(number, value, quality);
  }

  #sweep(): void {
    const now = this.#clock.monotonic();
    for (const number of this.#held) {
      const channel = this.#channels.get(number);
      if (!channel || !this.#table) this.#held.delete(number);
      else if (now - channel.at >= (channel.rule.interval ?? 0))
        this.#take(number, channel, this.#table.values[number], this.#table.qualities[number] ?? 0);
    }
  }
}

function differs({ quality, rule, value }: Channel, next: unknown, nextQuality: number): boolean {
  if (quality !== nextQuality) return true;
  if (typeof value === "number" && typeof next === "number" && rule.deadBand !== undefined)
    return Math.abs(next - value) > rule.deadBand;
  return !sameValue(value, next);
}
