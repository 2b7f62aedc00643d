/**
 * One alarm of the project while it is watched: what is known of its condition, and the delays before it counts.
 *
 *     const watched = new Watched(alarm, host, false);
 *     watched.value({ value: 27, quality: 0 }, "next", ts);
 *     watched.limitsChanged();
 *
 * Invariant: `turned` is called once for each change of the condition that has held for its delay, and for the first
 * judgement that differs from what was found on the disk.
 */
import type { Clock } from "@hubwart/core";
import type { CompiledAlarm } from "@hubwart/project/compiled";
import { judge, type Sample } from "./condition.ts";
import { RateWindow } from "./rate-window.ts";
import type { Came } from "./samples.ts";

/** One for all of them: there may be thousands. */
export interface WatchedHost {
  clock: Clock;
  /** What its source says now. */
  sampleOf: (alarm: CompiledAlarm) => Sample | undefined;
  /** The limits as they are now; undefined where one is not known. */
  limitsOf: (alarm: CompiledAlarm) => readonly unknown[];
  turned: (alarm: CompiledAlarm, on: boolean) => void;
}

export interface Said {
  /** Name of the script; absent: the device itself. */
  by?: string;
  /** In place of the alarm's own. */
  text?: string | undefined;
}

/** How often a rate is looked at without a new value, ms. */
const RATE_EVERY = 5_000;

export class Watched {
  readonly alarm: CompiledAlarm;
  readonly #host: WatchedHost;
  readonly #rate: RateWindow | undefined;
  #on: boolean;
  #said: Said | undefined;
  /** Of a `stale` one, monotonic: when the value was last another one than before. */
  #fresh = 0;
  /** What waits for its delay. */
  #pending: { on: boolean; cancel: () => void } | undefined;
  #cancelLook: (() => void) | undefined;

  /** `on`: whether the condition held when this was last known. */
  constructor(alarm: CompiledAlarm, host: WatchedHost, on: boolean) {
    this.alarm = alarm;
    this.#host = host;
    this.#on = on;
    this.#rate = alarm.kind === "rate" ? new RateWindow() : undefined;
    if (alarm.kind !== "stale") return;
    this.#fresh = host.clock.monotonic();
    this.#lookAtAge();
  }

  /** What a script or the device last said of an alarm whose condition it decides. */
  get said(): Said | undefined {
    return this.#said;
  }

  say(on: boolean, said: Said): void {
    this.#said = said;
    this.#found(on);
  }

  /** `ts`: when the value came to the hub, ms since the epoch; 0 where there never was one. */
  value(sample: Sample, came: Came, ts: number): void {
    const { alarm } = this;
    if (alarm.kind === "stale") {
      if (came !== "same") this.#refresh(came, ts);
      this.#lookAtAge();
    } else if (ts > 0 || alarm.kind === "bad") this.#judge(sample, came !== "same");
  }

  /** The first look finds a value that may have been there for long. */
  #refresh(came: Came, ts: number): void {
    const { clock } = this.#host;
    const age = came === "first" ? Math.max(0, clock.now() - ts) : 0;
    this.#fresh = clock.monotonic() - age;
  }

  limitsChanged(): void {
    if (this.alarm.kind === "stale") this.#lookAtAge();
    else this.#judgeAgain();
  }

  end(): void {
    this.#drop();
    this.#cancelLook?.();
  }

  #judgeAgain(): void {
    const sample = this.#host.sampleOf(this.alarm);
    if (sample) this.#judge(sample, false);
  }

  #judge(sample: Sample, isNew: boolean): void {
    this.#found(judge(this.alarm, this.#judged(sample, isNew), this.#host.limitsOf(this.alarm), this.#on));
  }

  /** Of a rate it is the distance that is judged; it shrinks by itself as time goes by. */
  #judged(sample: Sample, isNew: boolean): Sample {
    const { value, quality } = sample;
    if (!this.#rate || quality !== 0 || typeof value !== "number" || !Number.isFinite(value)) return sample;
    const { clock } = this.#host;
    const now = clock.monotonic();
    if (isNew) this.#rate.add(value, now);
    const distance = this.#rate.distance(now);
    this.#cancelLook?.();
    this.#cancelLook = distance > 0 ? clock.after(RATE_EVERY, () => this.#judgeAgain()) : undefined;
    return { value: distance, quality };
  }

  #lookAtAge(): void {
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    const [limit] = this.#host.limitsOf(this.alarm);
    if (typeof limit !== "number" || !Number.isFinite(limit)) return this.#found(undefined);
    const { clock } = this.#host;
    const left = this.#fresh + limit * 1_000 - clock.monotonic();
    if (left > 0) this.#cancelLook = clock.after(Math.min(left, LONGEST), () => this.#lookAtAge());
    this.#found(left <= 0);
  }

  #found(on: boolean | undefined): void {
    if (this.#pending && this.#pending.on !== on) this.#drop();
    if (on === undefined || on === this.#on || this.#pending) return;
    const delay = (on ? this.alarm.onDelay : this.alarm.offDelay) ?? 0;
    if (delay === 0) return this.#turn(on);
    this.#pending = {
      on,
      cancel: this.#host.clock.after(delay, () => {
        this.#pending = undefined;
        this.#turn(on);
      }),
    };
  }

  #turn(on: boolean): void {
    this.#on = on;
    this.#host.turned(this.alarm, on);
  }

  #drop(): void {
    this.#pending?.cancel();
    this.#pending = undefined;
  }
}

/** Of a timer, ms. */
const LONGEST = 2_000_000_000;
