/**
 * Takes one target's documents to it, one after the other, and tries again with growing delays for as long as
 * it takes.
 *
 * Invariants: at most one document is under way; `lastError` changes with every failed attempt, the log gets a
 * line only when the reason changes; nothing is sent while it is paused.
 */
import type { ForwardingTarget } from "@hubwart/contract";
import { Backoff, type Clock, errorText, type Logger, type Scope, wallTime } from "@hubwart/core";
import type { DocumentBuffer } from "./buffer.ts";
import type { Target } from "./targets/target.ts";

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

export interface DelivererParts {
  name: ForwardingTarget;
  target: Target;
  buffer: DocumentBuffer;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #backoff = new Backoff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  #paused = true;
  #running: Promise<void> | undefined;
  /** Something came while a run was about to end. */
  #again = false;
  #stopRetry: (() => void) | undefined;
  /** By the monotonic clock. */
  #retryDue = 0;
  #lastReason = "";

  constructor(parts: DelivererParts) {
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
    const { name, target, buffer, clock, scope } = this.#parts;
    try {
      for (;;) {
        if (this.#paused) return;
        const document = await buffer.next(name);
        if (!document) return;
        await target.send(document.content, scope.signal);
        await buffer.taken(name, document.seq, clock.now());
        this.#succeeded();
      }
    } catch (error) {
      if (scope.ended) return;
      await this.#failed(errorText(error));
    } finally {
      await target.release();
    }
  }

  #succeeded(): void {
    this.#backoff.reset();
    if (this.#lastReason === "") return;
    this.#lastReason = "";
    this.#parts.log.info(`Weiterleitung an ${this.#parts.target.label} gelingt wieder`);
  }

  async #failed(reason: string): Promise<void> {
    const { name, target, buffer, clock, log } = this.#parts;
    if (reason !== this.#lastReason) log.warn(`Weiterleitung an ${target.label}: ${reason}`);
    this.#lastReason = reason;
    if (!this.#paused) {
      const delay = this.#backoff.next();
      this.#retryDue = clock.monotonic() + delay;
      this.#stopRetry = clock.after(delay, () => {
        this.#cancelRetry();
        this.wake();
      });
    }
    await buffer.note(name, { error: reason, ts: clock.now() });
  }

  #cancelRetry(): void {
    this.#stopRetry?.();
    this.#stopRetry = undefined;
  }
}
