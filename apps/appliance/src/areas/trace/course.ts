/**
 * The last ten minutes of channels that somebody watches.
 *
 *     const course = new ChannelCourse(hub, clock, scope, log);
 *     course.read(["mqtt.hall.temperature"], since);
 *
 * A channel is recorded from the first time it is asked for, and forgotten ten minutes after the last. Times are
 * those of arrival: a device's own clock may be wrong, and a graph must not run backwards.
 *
 * Invariant: at most `MOST_CHANNELS` are recorded, so at most about 5 MB; the one asked for longest ago goes first.
 */
import { LIMITS } from "@hubwart/contract";
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import type { DataRecord } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";
import { type Point, PointRing } from "./ring.ts";

const MOST_CHANNELS = 500;
const SWEEP_MS = 60_000;

interface Recorded {
  ring: PointRing;
  /** Monotonic time of the last question. */
  asked: number;
}

export class ChannelCourse {
  readonly #hub: Pick<HubLink, "request" | "watch">;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #channels = new Map<string, Recorded>();
  #stopWatch: (() => void) | undefined;

  constructor(hub: Pick<HubLink, "request" | "watch">, clock: Clock, scope: Scope, log: Logger) {
    this.#hub = hub;
    this.#clock = clock;
    this.#log = log;
    scope.add(clock.every(SWEEP_MS, () => this.#sweep()));
    scope.add(() => this.#stopWatch?.());
  }

  /** Points later than `since`, ms since the epoch; `until` is the `since` of the next question. */
  async read(
    chans: readonly string[],
    since: number,
  ): Promise<{ until: number; series: { chan: string; points: Point[] }[] }> {
    const added = [...new Set(chans)].filter((chan) => !this.#channels.has(chan));
    for (const chan of chans) this.#touch(chan);
    if (added.length > 0) {
      this.#trim();
      this.#watch();
      await this.#begin(added);
    }
    const oldest = this.#clock.now() - LIMITS.channelCourse;
    const series = chans.map((chan) => {
      const ring = this.#channels.get(chan)?.ring;
      return { chan, points: (since > oldest ? ring?.after(since) : ring?.from(oldest)) ?? [] };
    });
    // The second that is still going on may change: it is sent again.
    return { until: Math.floor(this.#clock.now() / 1_000) * 1_000 - 1, series };
  }

  #touch(chan: string): void {
    const known = this.#channels.get(chan);
    // Put back at the end: the map's order is the order of the last questions.
    this.#channels.delete(chan);
    const ring = known?.ring ?? new PointRing(LIMITS.channelCourse);
    this.#channels.set(chan, { ring, asked: this.#clock.monotonic() });
  }

  /** A channel that does not change while it is watched shall be a line as well. */
  async #begin(chans: string[]): Promise<void> {
    try {
      const { records } = await this.#hub.request("traceData", { filter: chans, tags: [] });
      this.#record(records.filter((record) => record.count > 0));
    } catch (error) {
      this.#log.debug(`first values of watched channels: ${errorText(error)}`);
    }
  }

  #watch(): void {
    this.#stopWatch?.();
    this.#stopWatch =
      this.#channels.size === 0
        ? undefined
        : this.#hub.watch([...this.#channels.keys()], (records) => this.#record(records));
  }

  #record(records: readonly DataRecord[]): void {
    const now = this.#clock.now();
    for (const { chan, value, quality } of records) {
      const number = typeof value === "boolean" ? Number(value) : value;
      if (typeof number !== "number") continue;
      this.#channels.get(chan)?.ring.add(now, quality === BAD ? null : number);
    }
  }

  #trim(): void {
    for (const chan of this.#channels.keys()) {
      if (this.#channels.size <= MOST_CHANNELS) return;
      this.#channels.delete(chan);
    }
  }

  #sweep(): void {
    const before = this.#channels.size;
    const limit = this.#clock.monotonic() - LIMITS.channelCourse;
    for (const [chan, { asked }] of this.#channels) if (asked < limit) this.#channels.delete(chan);
    if (this.#channels.size < before) this.#watch();
  }
}

const BAD = 2;
