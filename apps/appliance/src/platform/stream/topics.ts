/**
 * State topics of the event stream: each is read once for all who listen, and only while someone does.
 *
 * Invariants: at most one reading of a topic runs; a change that is reported meanwhile leads to one more.
 * Listeners get a state only when it differs from the last one they got.
 */

import { type Clock, errorText, type Logger } from "@hubwart/core";
import type { Kept } from "../../http/bounds.ts";

export interface Topic {
  /** The state as the matching GET answers it, `code` aside. */
  read: () => Promise<unknown>;
  /** The same as who is kept to some channels may know it; absent where it says nothing of channels. */
  keptTo?: (kept: Kept) => Promise<unknown>;
  /** ms between readings without a reported change. */
  every: number;
  /** Reports changes; the returned function ends it. */
  changes?: (changed: () => void) => () => void;
}

export class SharedTopic {
  readonly #topic: Topic;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #listeners = new Set<(json: string) => void>();
  #stop: (() => void) | undefined;
  #reading = false;
  #again = false;
  #last: string | undefined;

  constructor(topic: Topic, clock: Clock, log: Logger) {
    this.#topic = topic;
    this.#clock = clock;
    this.#log = log;
  }

  listen(listener: (json: string) => void): () => void {
    this.#listeners.add(listener);
    this.#stop ??= this.#begin();
    if (this.#last === undefined) this.#read();
    else listener(this.#last);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
      this.#last = undefined;
    };
  }

  #begin(): () => void {
    const changed = () => this.#read();
    const stopTimer = this.#clock.every(this.#topic.every, changed);
    const stopChanges = this.#topic.changes?.(changed);
    return () => {
      stopTimer();
      stopChanges?.();
    };
  }

  #read(): void {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    this.#topic
      .read()
      .then((state) => this.#tell(JSON.stringify(state)))
      .catch((error: unknown) => this.#log.warn(`event stream: ${errorText(error)}`))
      .finally(() => {
        this.#reading = false;
        if (!this.#again) return;
        this.#again = false;
        this.#read();
      });
  }

  #tell(json: string): void {
    if (json === this.#last || this.#listeners.size === 0) return;
    this.#last = json;
    for (const listener of this.#listeners) listener(json);
  }
}
