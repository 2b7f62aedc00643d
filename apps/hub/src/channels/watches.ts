/**
 * Values for those who watch: for each watcher the newest value of each channel it named, at most four
 * times a second.
 *
 * Invariant: a watcher that reads slowly misses values in between, never the newest.
 */
import { type Clock, nameMatcher } from "@hubwart/core";
import type { DataRecord } from "@hubwart/ipc";

export interface Watcher {
  readonly busy: boolean;
  send(event: { e: "values"; records: DataRecord[] }): void;
}

interface Watch {
  watcher: Watcher;
  wants: (name: string) => boolean;
  changed: Set<number>;
}

const EVERY = 250;

export class Watches {
  readonly #clock: Clock;
  readonly #record: (channel: number) => DataRecord;
  readonly #watches = new Map<Watcher, Watch>();
  /** Who watches a channel; empty places are watched by nobody. */
  #byChannel: (Watch[] | undefined)[] = [];
  #names: readonly string[] = [];
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, record: (channel: number) => DataRecord) {
    this.#clock = clock;
    this.#record = record;
  }

  /** Another project: the channels have these names from now on. */
  rename(names: readonly string[]): void {
    this.#names = names;
    for (const watch of this.#watches.values()) watch.changed.clear();
    this.#index();
  }

  /** Replaces what this watcher watched before; an empty filter ends it. What it has not been told yet still comes. */
  set(watcher: Watcher, filter: readonly string[]): void {
    const waiting = [...(this.#watches.get(watcher)?.changed ?? [])];
    this.#watches.delete(watcher);
    if (filter.length > 0) {
      const wants = nameMatcher(filter);
      const changed = new Set(waiting.filter((channel) => wants(this.#names[channel] ?? "")));
      this.#watches.set(watcher, { watcher, wants, changed });
    }
    this.#index();
  }

  observe(channel: number): void {
    const watches = this.#byChannel[channel];
    if (watches === undefined) return;
    for (const watch of watches) watch.changed.add(channel);
    this.#cancel ??= this.#clock.after(EVERY, () => this.#flush());
  }

  end(): void {
    this.#cancel?.();
    this.#watches.clear();
    this.#byChannel = [];
  }

  #index(): void {
    this.#byChannel = [];
    for (const watch of this.#watches.values()) {
      this.#names.forEach((name, channel) => {
        if (!watch.wants(name)) return;
        const watches = this.#byChannel[channel];
        if (watches) watches.push(watch);
        else this.#byChannel[channel] = [watch];
      });
    }
  }

  #flush(): void {
    this.#cancel = undefined;
    let waiting = false;
    for (const { watcher, changed } of this.#watches.values()) {
      if (changed.size === 0) continue;
      if (watcher.busy) {
        waiting = true;
        continue;
      }
      const records = [...changed].map(this.#record);
      changed.clear();
      watcher.send({ e: "values", records });
    }
    if (waiting) this.#cancel = this.#clock.after(EVERY, () => this.#flush());
  }
}
