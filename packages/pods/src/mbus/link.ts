/**
 * One connection to an M-Bus line: a request and its answer.
 *
 * Invariants: one request at a time, none while something is being said. What arrives while none is under way is dropped. A late answer
 * to an earlier request is told by its address; a late acknowledgement is not, so what is read after one must show whose it is. What
 * this or another master sends is never an answer. `closed` is called once, when the connection has ended by itself.
 */
import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import type { Carrier } from "../shared/carrier.ts";
import { LineConnection } from "../shared/line-connection.ts";
import { MbusClosed, MbusGarbled, MbusSilent, MbusWrongMeter } from "./problems.ts";
import { texts } from "./texts.ts";
import type { LineTiming } from "./timing.ts";
import {
  type Answer,
  type Frame,
  FrameReader,
  isFromMaster,
  isResponse,
  LONGEST_FRAME,
  longFrame,
  shortFrame,
} from "./wire/frame.ts";

/** Bytes come in portions, over networks more so. */
const QUIET_CHARS = 3;
const LEAST_QUIET_MS = 20;

export interface LinkOptions {
  carrier: Pick<Carrier, "ended" | "failure">;
  timing: LineTiming;
  /** Beyond what the standard grants, ms. */
  timeout: number;
  clock: Clock;
  /** German reason. */
  closed: (reason: string) => void;
  /** Another master was heard. */
  otherMaster: () => void;
}

interface Waiting {
  /** What it is about, for people. */
  who: string;
  accepts: (frame: Frame) => boolean;
  /** Nothing may come after this, monotonic ms. */
  limit: number;
  wrong: number | undefined;
  done: (frame: Frame) => void;
  fail: (error: Error) => void;
}

export class MbusLink {
  readonly #connection: LineConnection;
  readonly #options: LinkOptions;
  readonly #reader = new FrameReader();
  #waiting: Waiting | undefined;
  /** Ends the wait for an answer. */
  #cancel: () => void = () => undefined;
  /** What was sent last and may come back as an echo. */
  #sent: Buffer = Buffer.alloc(0);
  /** When something was last heard that is no answer, monotonic ms. */
  #heard = Number.NEGATIVE_INFINITY;

  constructor(socket: Socket, options: LinkOptions) {
    this.#options = options;
    const { carrier, clock, closed } = options;
    this.#connection = new LineConnection(socket, {
      carrier,
      clock,
      heard: (chunk) => this.#feed(chunk),
      over: () => this.#waiting?.fail(new MbusClosed("closed")),
      closed,
    });
  }

  get open(): boolean {
    return this.#connection.open;
  }

  /** A request that an acknowledgement answers: reset, select. @throws MbusSilent, MbusGarbled, MbusClosed */
  async acknowledged(frame: Buffer, who: string): Promise<void> {
    await this.#exchange(frame, who, (found) => found.kind === "ack");
  }

  /** A request that data answer. @param from whether an answer of this address is meant */
  async answered(frame: Buffer, who: string, from: (address: number) => boolean): Promise<Answer> {
    const accepts = (found: Frame) => {
      if (!isResponse(found)) return false;
      if (from(found.address)) return true;
      if (this.#waiting) this.#waiting.wrong = found.address;
      return false;
    };
    return (await this.#exchange(frame, who, accepts)) as Answer;
  }

  /** Ends the connection without a call of `closed`. */
  close(): void {
    this.#connection.close();
  }

  async #exchange(frame: Buffer, who: string, accepts: (frame: Frame) => boolean): Promise<Frame> {
    await this.#settled();
    if (!this.open) throw new MbusClosed("closed");
    const { clock, timeout, timing } = this.#options;
    const begins = frame.length * timing.charMs + timing.answerMs + timeout;
    this.#reader.clear();
    this.#sent = frame;
    try {
      return await new Promise<Frame>((done, fail) => {
        // The longest answer, and as much again for pauses in it and for what is not meant.
        const limit = clock.monotonic() + begins + 2 * LONGEST_FRAME * timing.charMs + timeout;
        this.#waiting = { who, accepts, limit, wrong: undefined, done, fail };
        this.#waitFor(begins);
        this.#connection.write(frame);
      });
    } finally {
      this.#cancel();
      this.#waiting = undefined;
      this.#sent = Buffer.alloc(0);
    }
  }

  #waitFor(ms: number): void {
    this.#cancel();
    this.#cancel = this.#options.clock.after(Math.max(1, Math.ceil(ms)), () => this.#late());
  }

  /** Silence: an answer that has begun has ended, or none comes. */
  #late(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    for (let frame = this.#reader.afterSilence(); frame; frame = this.#reader.next()) {
      if (this.#took(frame)) return;
    }
    const { who, wrong } = waiting;
    if (wrong !== undefined) waiting.fail(new MbusWrongMeter(texts.wrongAddress(who, wrong)));
    else if (this.#reader.garbage > 0) waiting.fail(new MbusGarbled(texts.garbled(who)));
    else waiting.fail(new MbusSilent(texts.silent(who)));
  }

  /** While something is being said, a request would only collide with it; noise that never ends is told by asking all the same. */
  async #settled(): Promise<void> {
    const { clock, timeout, timing } = this.#options;
    const patience = clock.monotonic() + 2 * LONGEST_FRAME * timing.charMs + timeout;
    while (clock.monotonic() < patience) {
      const rest = this.#heard + this.#quietMs - clock.monotonic();
      if (!this.open || rest <= 0) return;
      await this.#connection.wait(Math.ceil(rest));
    }
  }

  #feed(chunk: Buffer): void {
    const waiting = this.#waiting;
    const { clock, timeout, timing } = this.#options;
    this.#heard = clock.monotonic();
    if (!waiting) return;
    this.#reader.push(chunk);
    for (let frame = this.#reader.next(); frame; frame = this.#reader.next()) {
      if (this.#took(frame)) return;
    }
    // A whole frame that is not meant changes nothing.
    if (this.#reader.garbage === 0 && this.#reader.waiting === 0) return;
    // As long as bytes come, more may; but noise that never ends is no answer.
    this.#waitFor(Math.min(waiting.limit - clock.monotonic(), timing.answerMs + timeout));
  }

  #took(frame: Frame): boolean {
    const waiting = this.#waiting;
    if (!waiting) return true;
    if (isFromMaster(frame)) {
      if (!this.#isEcho(frame)) this.#options.otherMaster();
      return false;
    }
    if (!waiting.accepts(frame)) return false;
    this.#heard = Number.NEGATIVE_INFINITY;
    waiting.done(frame);
    return true;
  }

  /** Silence after which a line is taken to be free, ms. */
  get #quietMs(): number {
    return Math.max(LEAST_QUIET_MS, QUIET_CHARS * this.#options.timing.charMs);
  }

  #isEcho(frame: Frame): boolean {
    const bytes =
      frame.kind === "short"
        ? shortFrame(frame.control, frame.address)
        : frame.kind === "long"
          ? longFrame(frame)
          : Buffer.alloc(0);
    return bytes.equals(this.#sent);
  }
}
