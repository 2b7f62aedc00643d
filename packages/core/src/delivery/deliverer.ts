/**
 * Takes what waits for one target there, one item after the other, and tries again with growing delays for as long as
 * it takes.
 *
 *     const deliverer = new Deliverer({ label: "Weiterleitung an X", queue, send, release, clock, log, scope });
 *     deliverer.resume();
 *     deliverer.wake();        // after each item that was added
 *
 * Invariants: at most one item is under way; `queue.failed` is told of every failed attempt, the log gets a line only when
 * the reason changes; nothing is sent while it is paused. An item is asked for again until `queue.taken` resolved.
 */
import { Backoff } from "../backoff.ts";
import { type Clock, wallTime } from "../clock.ts";
import { errorText } from "../errors.ts";
import type { Scope } from "../lifecycle.ts";
import type { Logger } from "../logger.ts";
import { texts } from "../texts.ts";
import { TargetError } from "./target-error.ts";

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

export interface DeliveryQueue<T, R> {
  /** The oldest item that waits. */
  next(): Promise<T | undefined>;
  /** The target took it over. */
  taken(item: T, result: R): Promise<void>;
  /** German. */
  failed(reason: string): Promise<void>;
}

export interface DelivererParts<T, R> {
  /** For log lines. German. */
  label: string;
  queue: DeliveryQueue<T, R>;
  /** Rejects with a German sentence. Bounded in time. */
  send: (item: T, signal: AbortSignal) => Promise<R>;
  /** Called when nothing waits any more, or an attempt failed. */
  release?: () => Promise<void>;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

export class Deliverer<T, R = unknown> {
  readonly #parts: DelivererParts<T, R>;
  readonly #backoff = new Backoff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  #paused = true;
  #running: Promise<void> | undefined;
  /** Something came while a run was about to end. */
  #again = false;
  #stopRetry: (() => void) | undefined;
  /** By the monotonic clock. */
  #retryDue = 0;
  #lastReason = "";

  constructor(parts: DelivererParts<T, R>) {
    this.#parts = parts;
    parts.scope.add(async () => {
      this.#paused = true;
      this.#cancelRetry();
      await this.#running;
    });
  }

  /** Next attempt after a failure, ms since the epoch; 0 when none is due. */
  get retryAt(): number {
    return this.#stopRetry ? wallTime(this.#parts.clock, this.#retryDue) : 0;
  }

  pause(): void {
    this.#paused = true;
    this.#cancelRetry();
  }

  /** After a change of the settings: a new attempt at once. */
  resume(): void {
    this.#paused = false;
    this.#cancelRetry();
    this.#backoff.reset();
    this.wake();
  }

  /** The target was seen to answer: what waits for a retry goes now. */
  resumeIfWaiting(): void {
    if (this.#stopRetry) this.resume();
  }

  /** There may be something to send. Does nothing while an attempt is under way or a retry is due. */
  wake(): void {
    if (this.#paused || this.#stopRetry) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#drain().finally(() => {
      this.#running = undefined;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    const { queue, release, scope, send } = this.#parts;
    try {
      for (;;) {
        if (this.#paused) return;
        const item = await queue.next();
        if (item === undefined) return;
        await queue.taken(item, await send(item, scope.signal));
        this.#succeeded();
      }
    } catch (error) {
      if (scope.ended) return;
      await this.#failed(error);
    } finally {
      await release?.();
    }
  }

  #succeeded(): void {
    this.#backoff.reset();
    if (this.#lastReason === "") return;
    this.#lastReason = "";
    this.#parts.log.info(texts.succeedsAgain(this.#parts.label));
  }

  async #failed(error: unknown): Promise<void> {
    const { clock, label, log, queue } = this.#parts;
    const reason = errorText(error);
    if (reason !== this.#lastReason) log.warn(`${label}: ${reason}`);
    this.#lastReason = reason;
    if (!this.#paused) {
      const asked = error instanceof TargetError ? (error.retryAfter ?? 0) : 0;
      const delay = Math.max(this.#backoff.next(), asked);
      this.#retryDue = clock.monotonic() + delay;
      this.#stopRetry = clock.after(delay, () => {
        this.#cancelRetry();
        this.wake();
      });
    }
    await queue.failed(reason);
  }

  #cancelRetry(): void {
    this.#stopRetry?.();
    this.#stopRetry = undefined;
  }
}
