/**
 * Retained channels: their newest value is kept over restarts and power cuts (packages/stores/pool).
 *
 * After a start a kept value counts as uncertain until its source says something: it is what was, not what is.
 */
import type { Logger } from "@hubwart/core";
import type { CompiledProject } from "@hubwart/project/compiled";
import type { Pool } from "@hubwart/stores/pool";
import { type ChannelTable, WRITTEN } from "../channels/table.ts";
import { texts } from "../texts.ts";

const GOOD = 0;
const UNCERTAIN = 1;

export class Retained {
  readonly #pool: Pool;
  readonly #log: Logger;
  #table: ChannelTable | undefined;
  /** 1 where the channel is retained. */
  #flags = new Uint8Array(0);
  /** Channels of which it has been said that their value is too large. */
  readonly #tooLarge = new Set<number>();

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /**
   * Gives the channels of a project that has just been loaded what was kept of them.
   *
   * @param version of the project; whether it is another than before the pool knows, also over a restart
   */
  async load(project: CompiledProject, table: ChannelTable, version: string): Promise<void> {
    this.#table = table;
    this.#flags = new Uint8Array(table.size);
    this.#tooLarge.clear();
    const types = new Map<string, string>();
    for (const { channels } of project.pods) {
      for (const { chan, retain } of channels) {
        const number = table.number(chan);
        if (!retain || number === undefined) continue;
        types.set(chan, table.types[number] ?? "");
        this.#flags[number] = 1;
        this.#apply(number, chan, table);
      }
    }
    await this.#pool.reconcile(types, version);
  }

  /** What keeps values from the disk, German. */
  get trouble(): string | undefined {
    return this.#pool.trouble;
  }

  observe(number: number): void {
    const table = this.#table;
    if (!this.#flags[number] || !table) return;
    const value = table.values[number];
    if (value === undefined || value === null) return;
    const chan = table.names[number] ?? "";
    const kept = this.#pool.set({
      chan,
      type: table.types[number] ?? "",
      value,
      quality: table.qualities[number] ?? GOOD,
      ts: table.last[number] ?? 0,
      fromHub: table.origins[number] !== undefined,
    });
    if (kept || this.#tooLarge.has(number)) return;
    this.#tooLarge.add(number);
    this.#log.warn(texts.tooLargeToKeep, chan);
  }

  #apply(number: number, chan: string, table: ChannelTable): void {
    const entry = this.#pool.get(chan);
    if (!entry || entry.type !== table.types[number] || table.counts[number]) return;
    table.values[number] = entry.value;
    table.qualities[number] = entry.quality === GOOD ? UNCERTAIN : entry.quality;
    table.last[number] = entry.ts;
    table.counts[number] = 1;
    table.origins[number] = entry.fromHub ? WRITTEN : undefined;
  }
}
