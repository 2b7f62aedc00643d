/**
 * The project's channels as scripts see them: found by name, their values asked for once and then sent by the hub.
 *
 * Invariants: the hub is asked for a channel's changes once, however many scripts want it. No change is missed: what comes
 * before the answer has been taken in is newer than the answer, and whoever finds a channel has it before anything else runs.
 */

import { nearest } from "@hubwart/core";
import type { PodLoad, Quality } from "@hubwart/ipc";
import type { LuaValue } from "@hubwart/lua";
import type { ScriptChannel } from "./messages.ts";

interface Newest {
  value: unknown;
  quality: Quality;
  ts: number;
}

/** The hub's newest values of channels, whose changes it sends from now on. */
export type Watch = (indexes: number[]) => Promise<Newest[]>;

/** Channels in one question. */
const BATCH = 1_000;
const MOST_GUESSES = 50;

export class Channels {
  readonly #numbers: Map<string, number>;
  readonly #channels: PodLoad["channels"];
  readonly #watch: Watch;
  readonly #known = new Map<number, ScriptChannel>();
  /** Channels that the hub is being asked for, with what it sent of them meanwhile. */
  readonly #asked = new Map<number, Newest | undefined>();

  constructor(channels: PodLoad["channels"], watch: Watch) {
    this.#channels = channels;
    this.#watch = watch;
    this.#numbers = new Map(channels.map(({ chan }, index) => [chan, index]));
  }

  /** @param take is given those of the names that are channels, each a copy; their changes follow */
  async find(names: readonly string[], take: (found: ScriptChannel[]) => void): Promise<void> {
    const wanted = names.flatMap((name) => this.#numbers.get(name) ?? []);
    const unknown = wanted.filter((index) => !this.#known.has(index));
    for (let at = 0; at < unknown.length; at += BATCH) await this.#ask(unknown.slice(at, at + BATCH));
    const found = wanted.flatMap((index) => this.#known.get(index) ?? []);
    take(found.map((channel) => ({ ...channel })));
  }

  async #ask(indexes: number[]): Promise<void> {
    for (const index of indexes) if (!this.#asked.has(index)) this.#asked.set(index, undefined);
    try {
      const values = await this.#watch(indexes);
      indexes.forEach((index, place) => {
        const channel = this.#channels[index];
        const newest = this.#asked.get(index) ?? values[place];
        if (!channel || this.#known.has(index)) return;
        this.#known.set(index, {
          index,
          name: channel.chan,
          writable: channel.dir !== "in",
          value: (newest?.value ?? null) as LuaValue,
          quality: newest?.quality ?? 2,
          ts: newest?.ts ?? 0,
        });
      });
    } finally {
      for (const index of indexes) this.#asked.delete(index);
    }
  }

  /** Finds the channel that a name was most likely meant for, for one script: that is slow, and done for `MOST_GUESSES` names. */
  guesses(): (name: string) => string | undefined {
    let left = MOST_GUESSES;
    return (name) => {
      left -= 1;
      return left < 0 ? undefined : nearest(name, this.#numbers.keys());
    };
  }

  name(index: number): string {
    return this.#channels[index]?.chan ?? "";
  }

  changed(index: number, value: unknown, quality: Quality, ts: number): void {
    const channel = this.#known.get(index);
    if (this.#asked.has(index)) this.#asked.set(index, { value, quality, ts });
    if (channel) Object.assign(channel, { value: value ?? null, quality, ts });
  }
}
