/**
 * The hub's values for all who watch. One watch of the hub for all of them together; each value becomes text once, however
 * many get it.
 *
 *     feed.set(subscriber, patterns);      // replaces; empty ends it
 *     await feed.ready();                  // from now on no change is missed: read what is there
 *
 * Invariant: after the hub was away, and after another project, all that is watched is read and told anew.
 */
import { type Clock, errorText, type Logger, nameMatcher, type Scope } from "@hubwart/core";
import type { DataRecord } from "@hubwart/ipc";
import type { HubLink } from "../../../hub-link.ts";
import { texts } from "../texts.ts";
import { type LiveChannels, liveValueOf } from "./channels.ts";

export interface Subscriber {
  mayRead(chan: string): boolean;
  /** A value of a channel, as JSON. */
  take(chan: string, json: string): void;
  /** All of a batch have been taken. */
  flush(): void;
}

interface Watching {
  patterns: readonly string[];
  wants: (chan: string) => boolean;
}

/** Changes of who watches what that are told to the hub together, ms. */
const TOGETHER_MS = 20;

export class Feed {
  readonly #hub: Pick<HubLink, "watch" | "connected">;
  readonly #channels: Pick<LiveChannels, "newest">;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #watching = new Map<Subscriber, Watching>();
  /** Who gets a channel, of names that have come by. */
  readonly #byName = new Map<string, Set<Subscriber>>();
  #end: () => void = () => undefined;
  #renewal: Promise<void> | undefined;
  #project = "";
  #ended = false;

  constructor(
    hub: Pick<HubLink, "watch" | "connected" | "on">,
    channels: Pick<LiveChannels, "newest">,
    clock: Clock,
    log: Logger,
    scope: Scope,
  ) {
    this.#hub = hub;
    this.#channels = channels;
    this.#clock = clock;
    this.#log = log;
    scope.add(
      hub.on("connected", (connected) => {
        if (connected) void this.#again();
      }),
    );
    scope.add(
      hub.on("status", ({ started, projectVersion }) => {
        const project = `${started} ${projectVersion}`;
        if (this.#project !== project && this.#project !== "") void this.#again();
        this.#project = project;
      }),
    );
    scope.add(() => {
      this.#ended = true;
      this.#end();
    });
  }

  set(subscriber: Subscriber, patterns: readonly string[]): void {
    this.#watching.delete(subscriber);
    const wants = patterns.length === 0 ? () => false : nameMatcher(patterns);
    if (patterns.length > 0) this.#watching.set(subscriber, { patterns, wants });
    for (const [name, subscribers] of this.#byName) {
      if (wants(name) && subscriber.mayRead(name)) subscribers.add(subscriber);
      else subscribers.delete(subscriber);
    }
    this.#renewal ??= new Promise((resolve) => {
      this.#clock.after(TOGETHER_MS, () => {
        this.#renewal = undefined;
        if (!this.#ended) this.#renew();
        resolve();
      });
    });
  }

  async ready(): Promise<void> {
    await this.#renewal;
  }

  #renew(): void {
    const patterns = this.#patterns();
    const before = this.#end;
    this.#end =
      patterns.length === 0
        ? () => undefined
        : this.#hub.watch(
            patterns,
            (records) => this.#tell(records),
            (chan) => this.#subscribersOf(chan).size > 0,
          );
    before();
  }

  #patterns(): string[] {
    return [...new Set([...this.#watching.values()].flatMap((watching) => watching.patterns))];
  }

  #tell(records: readonly DataRecord[]): void {
    const told = new Set<Subscriber>();
    for (const record of records) {
      const subscribers = this.#subscribersOf(record.chan);
      if (subscribers.size === 0) continue;
      const json = JSON.stringify(liveValueOf(record));
      for (const subscriber of subscribers) {
        subscriber.take(record.chan, json);
        told.add(subscriber);
      }
    }
    for (const subscriber of told) subscriber.flush();
  }

  #subscribersOf(name: string): Set<Subscriber> {
    const known = this.#byName.get(name);
    if (known) return known;
    const found = new Set<Subscriber>();
    for (const [subscriber, { wants }] of this.#watching) {
      if (wants(name) && subscriber.mayRead(name)) found.add(subscriber);
    }
    this.#byName.set(name, found);
    return found;
  }

  async #again(): Promise<void> {
    this.#byName.clear();
    const patterns = this.#patterns();
    if (patterns.length === 0 || !this.#hub.connected) return;
    try {
      this.#tell(await this.#channels.newest(patterns));
    } catch (error) {
      // The hub's next connection asks again.
      this.#log.debug(texts.forWatchers(errorText(error)));
    }
  }
}
