/**
 * Retained values: what a channel last had, over restarts and power cuts.
 *
 *     const pool = await Pool.open({ folder: layout.pool, clock, scope, log });
 *     pool.get("mqtt.hall.target");
 *     pool.set({ chan, type, value, quality, ts, fromHub });     // on disk within FLUSH_MS
 *     await pool.snapshot("project");
 *
 * Invariants
 * - What changed is appended and synced at most `FLUSH_MS` later; a later change replaces one that waits. So
 *   a power cut costs a channel no more than its changes of the last second.
 * - The files are written by one queue, in order. A failed write keeps what waits for the next try.
 * - A value whose channel the project no longer has stays for 30 days (packages/core/src/ageing.ts), and comes back with it.
 * - A checkpoint is written when the log has outgrown it, so the files stay within a small multiple of the
 *   content.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import {
  Ageing,
  type Clock,
  errorText,
  isDiskFull,
  type Logger,
  NotFoundError,
  readOwnText,
  type Scope,
  SerialQueue,
} from "@hubwart/core";
import { weigh } from "@hubwart/ipc";
import { FrameLog } from "../frames.ts";
import { obeyRestore } from "../restore-order.ts";
import { texts } from "../texts.ts";
import { encodeEntries, type PoolEntry } from "./entry.ts";
import {
  byName,
  decodeState,
  loadPool,
  logFile,
  readProject,
  removeOtherLogs,
  SNAPSHOTS,
  writeProject,
  writeState,
} from "./files.ts";
import { GONE, keepSnapshot, listSnapshots, type Snapshot, type SnapshotReason } from "./snapshots.ts";

export interface PoolOptions {
  folder: string;
  clock: Clock;
  /** Flushes and closes when it ends. */
  scope: Scope;
  log: Logger;
  /** Whether the device's clock follows a time server; for tests. */
  synchronised?: () => boolean;
}

export const FLUSH_MS = 500;
/** A log is rewritten as a checkpoint once it is larger than this and than twice the content, bytes. */
const SMALLEST_LOG = 1024 * 1024;
/** A larger value is not kept, about bytes: the pool is for set points and counters. */
export const LARGEST_KEPT = 64 * 1024;
const HOURLY = 3_600_000;
/** Values without a channel stay so long, ms, and so many of them. */
export const GONE_KEPT = 30 * 24 * HOURLY;
const MOST_GONE = 100_000;
/** A write that comes through at the next try or the one after is no trouble, ms. */
const PATIENCE = 10_000;
/** Between two complaints about a disk that does not take the values, ms. */
const COMPLAIN_EVERY = 60_000;

export class Pool {
  readonly #options: PoolOptions;
  readonly #entries: Map<string, PoolEntry>;
  readonly #queue = new SerialQueue();
  #waiting = new Map<string, PoolEntry>();
  #log: FrameLog;
  #generation: number;
  /** Bytes of the last checkpoint, about. */
  #checkpointed = 0;
  #complained = Number.NEGATIVE_INFINITY;
  /** Why what waits does not reach the disk, and since when; monotonic. */
  #failing: { since: number; why: string } | undefined;
  readonly #ageing: Ageing;

  private constructor(
    options: PoolOptions,
    entries: Map<string, PoolEntry>,
    log: FrameLog,
    generation: number,
    ageing: Ageing,
  ) {
    this.#ageing = ageing;
    this.#options = options;
    this.#entries = entries;
    this.#log = log;
    this.#generation = generation;
  }

  static async open(options: PoolOptions): Promise<Pool> {
    const { folder, clock, scope, log } = options;
    const { damaged, entries, generation, logLength, lost } = await loadPool(folder);
    if (damaged !== undefined) log.error(texts.retainedDamaged(damaged));
    if (lost > 0) log.error(texts.changesDamaged(lost));
    const file = await FrameLog.open(logFile(folder, generation), logLength);
    const pool = new Pool(options, entries, file, generation, await Ageing.open(options));
    await obeyRestore(folder, (name) => pool.restore(name)).catch((error: unknown) =>
      log.error(texts.snapshotNotRestored(errorText(error))),
    );
    scope.add(() => pool.#close());
    scope.add(clock.every(FLUSH_MS, () => void pool.flush()));
    scope.add(clock.every(HOURLY, () => void pool.#hourly()));
    return pool;
  }

  /** The values as they are, before some of them go. */
  async #hourly(): Promise<void> {
    await this.snapshot("hour");
    await this.#forgetGone();
  }

  get size(): number {
    return this.#entries.size;
  }

  get(chan: string): PoolEntry | undefined {
    return this.#entries.get(chan);
  }

  /** @returns false if the value is too large to be kept */
  set(entry: PoolEntry): boolean {
    if (weigh(entry.value) > LARGEST_KEPT) return false;
    this.#entries.set(entry.chan, entry);
    this.#waiting.set(entry.chan, entry);
    return true;
  }

  /**
   * A project was loaded: these are its retained channels, by name with their type. What it has no channel for stays as it was
   * for `GONE_KEPT`, should the project before come back. A snapshot is made before another version than last time, and before
   * anything loses its channel.
   */
  async reconcile(types: ReadonlyMap<string, string>, version: string): Promise<void> {
    const { folder } = this.#options;
    const now = this.#options.clock.now();
    const leaving: PoolEntry[] = [];
    for (const entry of this.#entries.values()) {
      const present = types.get(entry.chan) === entry.type;
      if (present && entry.gone !== undefined) this.#put({ ...entry, gone: undefined });
      if (!present && entry.gone === undefined) leaving.push(entry);
    }
    const before = await readProject(folder);
    if (leaving.length > 0 || (before !== undefined && before !== version)) await this.snapshot("project");
    for (const entry of leaving)
      if (this.#entries.get(entry.chan) === entry) this.#put({ ...entry, gone: now });
    await this.flush();
    if (before !== version) await this.#tried(() => writeProject(folder, version));
  }

  #put({ gone, ...entry }: Omit<PoolEntry, "gone"> & { gone: number | undefined }): void {
    const put = gone === undefined ? entry : { ...entry, gone };
    this.#entries.set(entry.chan, put);
    this.#waiting.set(entry.chan, put);
  }

  /** Forgets what has had no channel for long, and the longest gone of too many. */
  async #forgetGone(): Promise<void> {
    const gone = [...this.#entries.values()].filter((entry) => entry.gone !== undefined);
    if (gone.length === 0) return;
    const since = ({ gone: at = 0 }: PoolEntry) => at;
    gone.sort((a, b) => since(b) - since(a));
    const newest = Math.max(...[...this.#entries.values()].map(({ ts, gone: at = 0 }) => Math.max(ts, at)));
    const oldest = since(gone.at(-1) ?? gone[0]!);
    const before = await this.#ageing.bound({ oldest, newest, keep: GONE_KEPT });
    const leaving = gone.filter((entry, place) => place >= MOST_GONE || since(entry) < (before ?? 0));
    if (leaving.length === 0) return;
    for (const { chan } of leaving) {
      this.#entries.delete(chan);
      this.#waiting.delete(chan);
    }
    this.#options.log.info(texts.retainedRemoved(leaving.length));
    await this.#tried(() => this.#checkpoint());
  }

  /** What keeps values from the disk, German; undefined while they reach it. */
  get trouble(): string | undefined {
    const failing = this.#failing;
    if (!failing || this.#options.clock.monotonic() - failing.since < PATIENCE) return undefined;
    return failing.why;
  }

  /** Resolves when everything set so far would survive a power cut, or could not be written. */
  async flush(): Promise<void> {
    const why = await this.#tried(() => this.#append());
    const since = this.#failing?.since ?? this.#options.clock.monotonic();
    this.#failing = why === undefined ? undefined : { since, why };
  }

  /** Keeps the present state as a file; the oldest of its kind go. */
  async snapshot(reason: SnapshotReason): Promise<void> {
    if (this.#entries.size === 0) return;
    const { clock, folder } = this.#options;
    await this.#tried(() =>
      keepSnapshot(path.join(folder, SNAPSHOTS), reason, clock.now(), this.#entries.values()),
    );
  }

  snapshots(): Promise<Snapshot[]> {
    return listSnapshots(path.join(this.#options.folder, SNAPSHOTS));
  }

  /** Replaces the content by a snapshot's, which was read and verified before anything is changed. */
  async restore(name: string): Promise<void> {
    const known = await this.snapshots();
    if (!known.some((snapshot) => snapshot.name === name)) throw new NotFoundError(GONE);
    const { entries } = decodeState(await readOwnText(path.join(this.#options.folder, SNAPSHOTS, name)));
    await this.snapshot("restore");
    this.#entries.clear();
    this.#waiting.clear();
    for (const [chan, entry] of byName(entries)) this.#entries.set(chan, entry);
    await this.#queue.run(() => this.#checkpoint());
  }

  async #append(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const leaving = this.#waiting;
    this.#waiting = new Map();
    try {
      await this.#log.append(Buffer.from(encodeEntries(leaving.values())));
    } catch (error) {
      // What has changed meanwhile is newer than what could not be written.
      for (const [chan, entry] of leaving)
        if (!this.#waiting.has(chan) && this.#entries.get(chan) === entry) this.#waiting.set(chan, entry);
      throw error;
    }
    const largest = Math.max(SMALLEST_LOG, 2 * this.#checkpointed);
    if (this.#log.length > largest) await this.#checkpoint();
  }

  /** The next log is there before the state names it; until then the old pair is valid. */
  async #checkpoint(): Promise<void> {
    const { folder } = this.#options;
    const generation = this.#generation + 1;
    await rm(logFile(folder, generation), { force: true });
    const log = await FrameLog.open(logFile(folder, generation), 0);
    // Taken in one turn: what is set from here on goes to the next log.
    const entries = [...this.#entries.values()];
    this.#waiting.clear();
    try {
      await writeState(folder, generation, entries);
    } catch (error) {
      await log.close();
      for (const entry of entries)
        if (this.#entries.get(entry.chan) === entry) this.#waiting.set(entry.chan, entry);
      throw error;
    }
    await this.#log.close();
    this.#log = log;
    this.#generation = generation;
    this.#checkpointed = entries.reduce((sum, { chan, value }) => sum + chan.length + weigh(value) + 40, 0);
    await removeOtherLogs(folder, generation);
  }

  /** @returns why it failed */
  async #tried(task: () => Promise<void>): Promise<string | undefined> {
    try {
      await this.#queue.run(task);
      return undefined;
    } catch (error) {
      const { clock, log } = this.#options;
      const why = isDiskFull(error) ? texts.diskFull : errorText(error);
      if (clock.monotonic() - this.#complained < COMPLAIN_EVERY) return why;
      this.#complained = clock.monotonic();
      log.error(texts.retainedNotStored(why));
      return why;
    }
  }

  async #close(): Promise<void> {
    await this.flush();
    await this.#queue.run(() => this.#log.close());
  }
}
