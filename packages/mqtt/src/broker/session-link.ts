/**
 * One session of hub and external pod as a carrier, over a broker that may lose or repeat messages.
 *
 *     const link = new SessionLink({ publish: (text) => client.publish(topic, text), clock, limit });
 *     link.connected(); link.disconnected();      // as the broker's connection comes and goes
 *     link.received(payload);
 *
 * Invariants
 * - Messages arrive whole, once and in order, over any number of outages of the broker, or the link closes.
 * - At most `WINDOW` frames are on their way; what is not acknowledged is kept, up to `KEPT`.
 * - A link that hears nothing for `LOST_AFTER` closes, whatever the reason; after news that the other side's
 *   connection broke, it asks and closes after `GONE_AFTER`.
 */
import type { Clock } from "@hubwart/core";
import { type Budget, type Carrier, messageCost, parseFrame } from "@hubwart/ipc";
import { texts } from "../texts.ts";
import { cut, decodeFrame, encodeFrame, type Frame } from "./frames.ts";

export interface SessionLinkOptions {
  /** Hands a frame to the broker; ignored while there is no connection. */
  publish: (payload: string) => void;
  clock: Clock;
  /** Longest message accepted from the other end, characters. */
  limit: number;
  /** What the other side may send; what is over it is not taken in, so that it comes again later. */
  budget?: Budget;
  /** Messages of the other side that were taken in before this link was made. */
  received?: number;
}

interface Kept {
  n: number;
  more: boolean;
  text: string;
}

/** ms. */
export const LOST_AFTER = 15_000;
export const GONE_AFTER = 2_000;
/** A message whose last part has not come by then ends the link. */
export const MESSAGE_WITHIN = 60_000;
const ALIVE_EVERY = 3_000;
const ACK_WITHIN = 50;
const RESEND_AFTER = 2_000;
/** Frames. */
const WINDOW = 64;
const ACK_AFTER = WINDOW / 4;
/** Characters. */
const KEPT = 64 * 1024 * 1024;
/** Frames, many of which hold next to nothing. */
const MOST_KEPT = 100_000;

/** What a part of a message costs in the budget. */
const PER_PART = 0.05;
/** Parts cost memory even if they hold nothing: a message has a few, or they have so many characters on the average. */
const FEW_PARTS = 64;
const SMALL_PART = 4_096;

/** Frames that wait for the other side. */
const BUSY = 4 * WINDOW;

export class SessionLink<S extends object, R> implements Carrier<S, R> {
  readonly #budget: Budget | undefined;
  readonly #publish: (payload: string) => void;
  readonly #clock: Clock;
  readonly #limit: number;
  /** Not acknowledged; from `#cursor` on not sent on this connection. */
  #kept: Kept[] = [];
  #keptSize = 0;
  #cursor = 0;
  #lastNumber = 0;
  #received: number;
  #acknowledged: number;
  #parts: string[] = [];
  #partsSize = 0;
  /** When the first of them came. */
  #begun = 0;
  /** The other side has answered: before that only the first message means anything to it. */
  #known: boolean;
  #heard: number;
  #spoke: number;
  #progress: number;
  #askedAt = Number.NEGATIVE_INFINITY;
  #cancelAck: (() => void) | undefined;
  #cancelGone: (() => void) | undefined;
  readonly #stopTimer: () => void;
  #onMessage: (message: R) => void = () => {};
  #onClose: ((offence?: string) => void) | undefined;
  #onDrain: () => void = () => {};
  #offence: string | undefined;
  #closed = false;

  constructor({ publish, clock, limit, budget, received = 0 }: SessionLinkOptions) {
    this.#budget = budget;
    this.#publish = publish;
    this.#clock = clock;
    this.#limit = limit;
    this.#received = received;
    this.#acknowledged = 0;
    this.#known = received > 0;
    this.#heard = clock.monotonic();
    this.#spoke = this.#heard;
    this.#progress = this.#heard;
    this.#stopTimer = clock.every(ALIVE_EVERY / 3, () => this.#watch());
  }

  send(message: S): void {
    if (this.#closed) return;
    const pieces = cut(JSON.stringify(message));
    for (const [i, text] of pieces.entries()) {
      this.#lastNumber += 1;
      this.#kept.push({ n: this.#lastNumber, more: i < pieces.length - 1, text });
      this.#keptSize += text.length;
    }
    if (this.#keptSize > KEPT || this.#kept.length > MOST_KEPT) {
      this.#offence = texts.readsNothing;
      this.close();
    } else this.#pump();
  }

  get busy(): boolean {
    return this.#kept.length > BUSY;
  }

  onDrain(handler: () => void): void {
    this.#onDrain = handler;
  }

  onMessage(handler: (message: R) => void): void {
    this.#onMessage = handler;
  }

  onClose(handler: (offence?: string) => void): void {
    if (this.#closed) setImmediate(() => handler(this.#offence));
    else this.#onClose = handler;
  }

  /** Tells the other side, after what was sent before. */
  close(): void {
    if (this.#closed) return;
    this.#pump();
    this.#put({ kind: "end" });
    this.#end();
  }

  /** The broker's connection is there (again), and with it what the other side sends from now on. */
  connected(): void {
    if (this.#closed) return;
    if (this.#known) this.#put({ kind: "sync", ack: this.#received });
    this.#resend();
  }

  /** Without the broker nobody can show anything: only the general limit counts. */
  disconnected(): void {
    this.#cancelGone?.();
    this.#cancelGone = undefined;
  }

  /** A frame of the other side. What is no frame is left out. */
  received(payload: string): void {
    const frame = decodeFrame(payload);
    if (!frame || this.#closed) return;
    if (frame.kind === "gone") {
      this.doubt();
      return;
    }
    this.#known = true;
    this.#heard = this.#clock.monotonic();
    this.#cancelGone?.();
    this.#cancelGone = undefined;
    switch (frame.kind) {
      case "data":
        this.#take(frame.ack);
        this.#data(frame);
        break;
      case "alive":
        this.#take(frame.ack);
        // The other side lives and has not got it: it was lost on the way.
        if (this.#cursor > 0 && this.#heard - this.#progress >= RESEND_AFTER) this.#resend();
        break;
      case "sync":
        this.#take(frame.ack);
        this.#resend();
        this.#put({ kind: "alive", ack: this.#received });
        break;
      case "end":
        this.#end();
        break;
    }
  }

  /** The other side may be gone: it has a moment to show that it is not. */
  doubt(): void {
    if (this.#closed || !this.#known) return;
    this.#put({ kind: "sync", ack: this.#received });
    this.#cancelGone ??= this.#clock.after(GONE_AFTER, () => this.#end());
  }

  #data({ n, more, text }: Extract<Frame, { kind: "data" }>): void {
    if (n > this.#received + 1) {
      const now = this.#clock.monotonic();
      if (now - this.#askedAt < RESEND_AFTER / 2) return;
      this.#askedAt = now;
      this.#put({ kind: "sync", ack: this.#received });
      return;
    }
    if (n === this.#received + 1) {
      if (this.#budget && this.#budget.wait > 0) return;
      this.#budget?.spend(messageCost(text.length) + (more ? PER_PART : 0));
      this.#received = n;
      if (this.#parts.length === 0) this.#begun = this.#clock.monotonic();
      this.#parts.push(text);
      this.#partsSize += text.length;
      if (this.#partsSize > this.#limit || this.#parts.length > FEW_PARTS + this.#limit / SMALL_PART) {
        this.#offence = texts.tooLargeMessage;
        this.close();
        return;
      }
      if (!more) this.#deliver();
    }
    if (this.#closed) return;
    if (this.#received - this.#acknowledged >= ACK_AFTER) this.#acknowledge();
    else this.#cancelAck ??= this.#clock.after(ACK_WITHIN, () => this.#acknowledge());
  }

  #deliver(): void {
    const text = this.#parts.length === 1 ? (this.#parts[0] ?? "") : this.#parts.join("");
    this.#parts = [];
    this.#partsSize = 0;
    let message: Record<string, unknown>;
    try {
      message = parseFrame(text);
    } catch {
      this.#offence = texts.strangeMessage;
      this.close();
      return;
    }
    this.#onMessage(message as R);
  }

  /** The other side has everything up to this number. */
  #take(ack: number): void {
    let done = 0;
    for (; done < this.#cursor; done += 1) {
      const frame = this.#kept[done];
      if (!frame || frame.n > ack) break;
      this.#keptSize -= frame.text.length;
    }
    if (done === 0) return;
    const wasBusy = this.busy;
    this.#kept.splice(0, done);
    this.#cursor -= done;
    this.#progress = this.#clock.monotonic();
    this.#pump();
    if (wasBusy && !this.busy) this.#onDrain();
  }

  #resend(): void {
    this.#cursor = 0;
    this.#progress = this.#clock.monotonic();
    this.#pump();
  }

  #pump(): void {
    if (this.#cursor === 0) this.#progress = this.#clock.monotonic();
    while (this.#cursor < this.#kept.length && this.#cursor < WINDOW) {
      const { n, more, text } = this.#kept[this.#cursor] as Kept;
      this.#cursor += 1;
      this.#put({ kind: "data", n, ack: this.#received, more, text });
    }
  }

  #acknowledge(): void {
    if (this.#received > this.#acknowledged) this.#put({ kind: "alive", ack: this.#received });
  }

  #put(frame: Frame): void {
    if (this.#closed) return;
    if ("ack" in frame) {
      this.#acknowledged = this.#received;
      this.#cancelAck?.();
      this.#cancelAck = undefined;
    }
    this.#spoke = this.#clock.monotonic();
    this.#publish(encodeFrame(frame));
  }

  #watch(): void {
    const now = this.#clock.monotonic();
    if (this.#parts.length > 0 && now - this.#begun >= MESSAGE_WITHIN) {
      this.#offence = texts.unfinishedMessage;
      this.close();
    } else if (now - this.#heard >= LOST_AFTER) this.close();
    else if (now - this.#spoke < ALIVE_EVERY) return;
    else if (this.#known) this.#put({ kind: "alive", ack: this.#received });
    else this.#resend();
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopTimer();
    this.#cancelAck?.();
    this.#cancelGone?.();
    this.#kept = [];
    const told = this.#onClose;
    if (told) setImmediate(() => told(this.#offence));
  }
}
