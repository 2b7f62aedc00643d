/**
 * Secure routing (AN159, 2.2.2.3): one timer for all members of the group. A frame is taken only if its timer is not older than the
 * latency tolerated; nothing is sent before the own timer is known to be right.
 *
 * Invariants: the timer never goes back. Who sees an older timer than its own tells it after a random time, unless somebody else does.
 */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hubwart/core";
import type { RoutingGuard } from "../link/routing.ts";
import { texts } from "../texts.ts";
import { parseFrame } from "../wire/frame.ts";
import { readTimerNotify, timerNotify, unwrapFrame, wrapFrame } from "./wrapper.ts";

export interface TimerOptions {
  key: Buffer;
  /** ms. */
  latency: number;
  clock: Clock;
  /** Value that was never used before, ms. */
  floor: number;
  /** Told the value from time to time, to be kept. */
  keep: (value: number) => void;
  /** A frame that was not to be trusted. German. */
  refused: (text: string) => void;
  serial?: Buffer;
  random?: () => number;
}

const SECOND = 1_000;
const MAX_TIMER = 0xffff_ffff_ffff;

export class TimerGuard implements RoutingGuard {
  readonly #options: TimerOptions;
  readonly #serial: Buffer;
  readonly #sync: number;
  #offset: number;
  #keeper = false;
  #ready = false;
  #update: { serial: Buffer; tag: Buffer } | undefined;
  #cancel: () => void = () => undefined;
  #send: (frame: Buffer) => void = () => undefined;
  #waiting: { tag: Buffer; settle: (answered: boolean) => void } | undefined;
  #stopped = false;

  constructor(options: TimerOptions) {
    this.#options = options;
    this.#serial = options.serial ?? randomBytes(6);
    this.#sync = Math.round(options.latency / 10);
    this.#offset = Math.max(0, options.floor) - options.clock.monotonic();
  }

  /** ms. */
  get value(): number {
    return Math.floor(this.#options.clock.monotonic() + this.#offset);
  }
  get isKeeper(): boolean {
    return this.#keeper;
  }

  async start(send: (frame: Buffer) => void): Promise<void> {
    this.#send = send;
    const tag = randomBytes(2);
    const answered = new Promise<boolean>((settle) => {
      this.#waiting = { tag, settle };
    });
    this.#notify(this.#serial, tag);
    const [, latest] = this.#followerUpdate();
    const cancel = this.#options.clock.after(latest + 2 * this.#options.latency, () =>
      this.#waiting?.settle(false),
    );
    // Nobody answered: there is no other member, or it is us who keep the time.
    if (!(await answered)) this.#keeper = true;
    cancel();
    this.#waiting = undefined;
    if (this.#stopped) return;
    this.#ready = true;
    this.#periodic();
  }

  stop(): void {
    this.#stopped = true;
    this.#ready = false;
    this.#cancel();
    this.#waiting?.settle(false);
  }

  wrap(frame: Buffer): Buffer | undefined {
    if (!this.#ready) return undefined;
    if (!this.#update) this.#periodic();
    const value = this.value;
    this.#options.keep(value);
    return wrapFrame(
      this.#options.key,
      0,
      { sequence: value, serial: this.#serial, tag: randomBytes(2) },
      frame,
    );
  }

  unwrap(bytes: Buffer): Buffer | undefined {
    const frame = parseFrame(bytes);
    if (!frame) return undefined;
    const notify = readTimerNotify(this.#options.key, frame);
    if (notify) {
      this.#notified(notify);
      return undefined;
    }
    const open = unwrapFrame(this.#options.key, 0, frame);
    if (!open) {
      this.#options.refused(texts.routingUnsecured);
      return undefined;
    }
    if (!this.#ready) return undefined;
    const age = this.value - open.sequence;
    if (age >= this.#options.latency) {
      this.#options.refused(texts.routingTooOld);
      this.#correct(open);
      return undefined;
    }
    if (age < 0) this.#forward(open.sequence);
    if (age < this.#sync && !this.#update) this.#periodic();
    return open.plain;
  }

  #notified({ sequence, serial, tag }: { sequence: number; serial: Buffer; tag: Buffer }): void {
    if (this.#waiting && serial.equals(this.#serial) && tag.equals(this.#waiting.tag)) {
      this.#forward(sequence);
      this.#waiting.settle(true);
      return;
    }
    if (serial.equals(this.#serial)) return;
    const age = this.value - sequence;
    if (age < this.#sync) {
      if (age < 0) this.#forward(sequence);
      // Somebody else keeps the time.
      this.#keeper = false;
      if (this.#ready) this.#periodic();
    } else if (age >= this.#options.latency) {
      this.#correct({ serial, tag });
    }
  }

  #forward(value: number): void {
    if (value > this.value && value <= MAX_TIMER) this.#offset = value - this.#options.clock.monotonic();
    this.#options.keep(this.value);
  }

  /** Times of the standard, ms: from the tolerated latency of the group. */
  #followerUpdate(): [number, number] {
    const least = 0.1 * SECOND + 2 * this.#sync;
    return [least, least + 10 * this.#sync];
  }

  /** Tells the sender of an old timer the right one, unless somebody else does first. */
  #correct({ serial, tag }: { serial: Buffer; tag: Buffer }): void {
    if (this.#update || !this.#ready) return;
    this.#update = { serial, tag };
    this.#schedule(this.#keeper ? [0.1 * SECOND, 0.1 * SECOND + this.#sync] : this.#followerUpdate());
  }

  #periodic(): void {
    this.#update = undefined;
    const keeper = 10 * SECOND;
    const least = keeper + 4 * this.#sync;
    this.#schedule(this.#keeper ? [keeper, keeper + 3 * this.#sync] : [least, least + 10 * this.#sync]);
  }

  #schedule([least, most]: readonly [number, number]): void {
    this.#cancel();
    const random = this.#options.random ?? Math.random;
    this.#cancel = this.#options.clock.after(least + (most - least) * random(), () => {
      const { serial, tag } = this.#update ?? { serial: this.#serial, tag: randomBytes(2) };
      this.#notify(serial, tag);
      this.#keeper = true;
      this.#periodic();
    });
  }

  #notify(serial: Buffer, tag: Buffer): void {
    const value = this.value;
    this.#options.keep(value);
    this.#send(timerNotify(this.#options.key, { sequence: value, serial, tag }));
  }
}
