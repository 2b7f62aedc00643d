/**
 * Polls one URL for all the channels that read from it.
 *
 * Invariants: one request at a time; the next one is due one interval after the last one began, or at once
 * when the answer took longer; after failures the distance grows to the back-off's. What a poll does not bring is held
 * over, and given up after some intervals.
 */

import { Backoff, NotFoundError, UnavailableError } from "@hubwart/core";
import { Held } from "@hubwart/runtime/held";
import type { PodContext } from "@hubwart/runtime/pod";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { HttpFailure } from "../shared/http/request.ts";
import type { Extract } from "./extract.ts";
import { type Ask, isSuccess, statusText, type TargetServer } from "./server.ts";

export interface Reader {
  index: number;
  /** ms. */
  interval: number;
  extract: Extract;
}

/** Longest distance between two attempts, unless the interval is longer: a server that is back is found soon. */
const MOST_MS = 5_000;
/** A value whose poll has brought nothing for so many intervals, and for so long, ms, is no longer taken for good. */
const LATE_INTERVALS = 3;
const LATE_MS = 5_000;

export class Poller {
  readonly #server: TargetServer;
  readonly #ask: Ask;
  readonly #context: PodContext;
  readonly #readers: { reader: Reader; due: number }[];
  readonly #interval: number;
  readonly #backoff: Backoff;
  readonly #held: Held;
  #stopTimer: () => void = () => undefined;
  #stopLooking: () => void = () => undefined;

  constructor(server: TargetServer, ask: Ask, readers: readonly Reader[], context: PodContext) {
    this.#server = server;
    this.#ask = ask;
    this.#context = context;
    this.#readers = readers.map((reader) => ({ reader, due: 0 }));
    this.#interval = Math.min(...readers.map((reader) => reader.interval));
    this.#backoff = new Backoff(this.#interval, Math.max(this.#interval, MOST_MS));
    this.#held = new Held(context);
    context.scope.add(() => {
      this.#stopTimer();
      this.#stopLooking();
    });
  }

  /** `delay` ms before the first request. */
  start(delay: number): void {
    this.#stopTimer = this.#context.clock.after(delay, () => void this.#poll());
  }

  /** Asks now, for one of the readers; what it finds counts as a poll. @throws UnavailableError in German */
  async readNow(index: number): Promise<unknown> {
    const { reader } = this.#readers.find((entry) => entry.reader.index === index) ?? {};
    if (!reader) throw new NotFoundError(runtimeTexts.noChannel);
    const answer = await this.#server.ask(this.#ask).catch((error: unknown) => {
      throw error instanceof HttpFailure ? new UnavailableError(error.message) : error;
    });
    if (!isSuccess(answer)) throw new UnavailableError(statusText(answer));
    const result = reader.extract(answer.text, answer.garbled);
    if (!("value" in result)) throw new UnavailableError(result.reason);
    if (!this.#context.scope.ended) this.#held.took(index, result.value);
    return result.value;
  }

  async #poll(): Promise<void> {
    const { clock, scope } = this.#context;
    const began = clock.monotonic();
    // A reader that is due within half a step is served now: timers never hit the exact moment.
    const due = this.#readers.filter((entry) => entry.due <= began + this.#interval / 2);
    for (const entry of due) entry.due = began + entry.reader.interval;
    const readers = due.map(({ reader }) => reader);
    // An answer that takes so long, or a socket for it, is missed before it comes.
    this.#stopLooking = clock.every(LATE_MS, () => {
      for (const { index, interval } of readers) {
        if (clock.monotonic() - began >= Math.max(LATE_INTERVALS * interval, LATE_MS)) {
          this.#held.missed(index, interval);
        }
      }
    });
    const failure = await this.#read(readers);
    this.#stopLooking();
    if (scope.ended) return;
    if (failure === undefined) this.#backoff.reset();
    else {
      for (const { reader } of due) {
        this.#context.failed(reader.index, failure.reason);
        this.#held.missed(reader.index, reader.interval);
      }
    }
    const wait = began + this.#interval - clock.monotonic();
    const pause = failure === undefined ? 0 : Math.max(this.#backoff.next(), failure.least ?? 0);
    this.start(Math.max(0, wait, pause));
  }

  /** Resolves to the reason why nothing could be read, and how long the server asks to wait. */
  async #read(
    readers: readonly Reader[],
  ): Promise<{ reason: string; least: number | undefined } | undefined> {
    try {
      const answer = await this.#server.ask(this.#ask);
      if (this.#context.scope.ended) return undefined;
      if (!isSuccess(answer)) return { reason: statusText(answer), least: answer.retryAfter };
      for (const { index, extract } of readers) {
        const result = extract(answer.text, answer.garbled);
        if ("value" in result) {
          this.#held.took(index, result.value);
          continue;
        }
        this.#context.failed(index, result.reason);
        this.#held.lost(index);
      }
      return undefined;
    } catch (error) {
      if (error instanceof HttpFailure) return { reason: error.message, least: error.retryAfter };
      throw error;
    }
  }
}
