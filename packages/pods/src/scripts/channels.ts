/**
 * The project's channels as scripts see them: found by name, their values asked for once and then sent by the hub.
 *
 * Invariant: the hub is asked for a channel's changes once, however many scripts want it.
 */
import type { PodLoad, Quality } from "@hubwart/ipc";
import type { LuaValue } from "@hubwart/lua";
import type { ScriptChannel } from "./messages.ts";

/** The hub's newest values of channels, whose changes it sends from now on. */
export type Watch = (indexes: number[]) => Promise<{ value: unknown; quality: Quality; ts: number }[]>;

/** Channels in one question. */
const BATCH = 1_000;

export class Channels {
  readonly #numbers: Map<string, number>;
  readonly #channels: PodLoad["channels"];
  readonly #watch: Watch;
  readonly #known = new Map<number, ScriptChannel>();

  constructor(channels: PodLoad["channels"], watch: Watch) {
    this.#channels = channels;
    this.#watch = watch;
    this.#numbers = new Map(channels.map(({ chan }, index) => [chan, index]));
  }

  /** Those of the names that are channels, each a copy. */
  async find(names: readonly string[]): Promise<ScriptChannel[]> {
    const wanted = names.flatMap((name) => this.#numbers.get(name) ?? []);
    const unknown = wanted.filter((index) => !this.#known.has(index));
    for (let at = 0; at < unknown.length; at += BATCH) {
      const indexes = unknown.slice(at, at + BATCH);
      const values = await this.#watch(indexes);
      indexes.forEach((index, place) => {
        const channel = this.#channels[index];
        const newest = values[place];
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
    }
    return wanted.flatMap((index) => {
      const channel = this.#known.get(index);
      return channel ? [{ ...channel }] : [];
    });
  }

  changed(index: number, value: unknown, quality: Quality, ts: number): void {
    const channel = this.#known.get(index);
    if (channel) Object.assign(channel, { value: value ?? null, quality, ts });
  }
}
