/**
 * The channels of the project whose values a process of the hub's own is given: every update of one, in order; others cost one look.
 * Their numbers in the process are their places in the list.
 */
import type { Quality } from "@hubwart/ipc";
import { ChannelTable } from "../channels/table.ts";
import { EMPTY_PROJECT } from "../empty-project.ts";

/** `ts` in ms since the epoch. */
export type SendValue = (local: number, value: unknown, quality: Quality, ts: number) => void;

export class SentChannels {
  readonly #send: SendValue;
  readonly #unknown: "told" | "left out";
  #table = new ChannelTable(EMPTY_PROJECT);
  /** Number of a channel in the process, from 1 on; 0 for those that are not sent. */
  #locals = new Int32Array(0);
  #channels: readonly number[] = [];

  /** @param unknown whether a channel without a value yet is told, as null at 0 */
  constructor(send: SendValue, unknown: "told" | "left out") {
    this.#send = send;
    this.#unknown = unknown;
  }

  /** Their numbers in the table. */
  get channels(): readonly number[] {
    return this.#channels;
  }

  load(table: ChannelTable, names: readonly string[]): void {
    this.#table = table;
    this.#channels = names.flatMap((name) => table.number(name) ?? []);
    this.#locals = new Int32Array(table.size);
    this.#channels.forEach((channel, local) => {
      this.#locals[channel] = local + 1;
    });
  }

  clear(): void {
    this.load(this.#table, []);
  }

  observe(channel: number): void {
    const local = (this.#locals[channel] ?? 0) - 1;
    if (local >= 0) this.#give(channel, local);
  }

  /** To a process that starts: all values as they are. */
  sendAll(): void {
    this.#channels.forEach((channel, local) => this.#give(channel, local));
  }

  #give(channel: number, local: number): void {
    const { counts, last, qualities, values } = this.#table;
    const quality = qualities[channel] ?? 2;
    if (counts[channel]) this.#send(local, values[channel] ?? null, quality, last[channel] ?? 0);
    else if (this.#unknown === "told") this.#send(local, null, quality, 0);
  }
}
