/**
 * Appends entries to a folder of the event log that this process alone writes.
 *
 *     const log = await EventLogWriter.open(path.join(layout.logs, "hub"), { clock, scope });
 *     const logger = createLogger("hub", "main", log);
 *
 * Invariants: entries reach the file in the order of `write`, within `FLUSH_EVERY` ms, and the disk within
 * `SYNC_EVERY` ms. `write` never throws and never waits; when the disk does not take entries, at most
 * `WAITING_LIMIT` wait and the number of lost ones is written later. While the disk has no room to spare
 * (`diskRoom().low`), each bundle costs the oldest segment, and without one the bundle itself: the log is
 * the first to give way.
 */
import { type FileHandle, mkdir, rm, stat } from "node:fs/promises";
import { Ageing } from "../ageing.ts";
import type { Clock } from "../clock.ts";
import { diskRoom } from "../disk-room.ts";
import { openOwn } from "../files.ts";
import type { Scope } from "../lifecycle.ts";
import type { LogEntry, LogLevel, LogSink } from "../logger.ts";
import { SerialQueue } from "../serial-queue.ts";
import { texts } from "../texts.ts";
import { listSegments, segmentFile } from "./segments.ts";

export interface EventLogOptions {
  clock: Clock;
  /** Writes what waits and closes the file. */
  scope: Scope;
  level?: LogLevel;
  /** Bytes after which a new segment begins. */
  segmentSize?: number;
  /** Bytes that all segments may take together. */
  totalSize?: number;
  /** ms after which a segment is removed (ageing.ts). */
  maxAge?: number;
  /** For tests. */
  synchronised?: () => boolean;
  /** Whether the disk has so little room left that the log should give way. */
  roomIsLow?: () => Promise<boolean>;
}

/** Small, so that little is lost when a full disk costs one. */
const SEGMENT_SIZE = 2 * 1024 * 1024;
const TOTAL_SIZE = 64 * 1024 * 1024;
const DAY = 24 * 3_600_000;
const MAX_AGE = 90 * DAY;
const FLUSH_EVERY = 100;
const SYNC_EVERY = 1_000;
const TRIM_EVERY = 3_600_000;
const ROOM_EVERY = 1_000;
const WAITING_LIMIT = 10_000;
const LONGEST_MESSAGE = 8_192;
const NEWLINE = 0x0a;

export class EventLogWriter implements LogSink {
  level: LogLevel;
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #roomIsLow: () => Promise<boolean>;
  readonly #ageing: Ageing;
  readonly #limits: { segment: number; total: number; age: number };
  readonly #queue = new SerialQueue();
  #waiting: LogEntry[] = [];
  #lost = 0;
  #cancelFlush: (() => void) | undefined;
  #cancelSync: (() => void) | undefined;
  #torn = false;
  #handle: FileHandle | undefined;
  #size = 0;
  #lastStart = 0;
  #dirty = false;
  #syncedAt = 0;
  #trimmedAt = 0;
  #roomAt = -ROOM_EVERY;
  #low = false;
  #closed = false;

  private constructor(folder: string, options: EventLogOptions, ageing: Ageing) {
    this.#ageing = ageing;
    this.#folder = folder;
    this.#clock = options.clock;
    this.level = options.level ?? "info";
    this.#roomIsLow = options.roomIsLow ?? (async () => (await diskRoom(folder)).low);
    this.#limits = {
      segment: options.segmentSize ?? SEGMENT_SIZE,
      total: options.totalSize ?? TOTAL_SIZE,
      age: options.maxAge ?? MAX_AGE,
    };
  }

  static async open(folder: string, options: EventLogOptions): Promise<EventLogWriter> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const writer = new EventLogWriter(folder, options, await Ageing.open(options));
    await writer.#continue();
    options.scope.add(() => writer.#close());
    return writer;
  }

  write(entry: LogEntry): void {
    if (this.#closed || this.#waiting.length >= WAITING_LIMIT) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(entry);
    this.#cancelFlush ??= this.#clock.after(FLUSH_EVERY, () => this.#flushSoon());
  }

  /** Resolves when everything written so far is on the disk. */
  async sync(): Promise<void> {
    await this.#queue.run(async () => {
      await this.#flush();
      await this.#sync();
    });
  }

  #flushSoon(): void {
    this.#cancelFlush = undefined;
    void this.#queue.run(() => this.#flush());
  }

  async #close(): Promise<void> {
    this.#cancelFlush?.();
    await this.sync();
    this.#closed = true;
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** Goes on with the newest segment. A line torn by a power cut is closed, so that it costs no other. */
  async #continue(): Promise<void> {
    const last = (await listSegments(this.#folder)).at(-1);
    if (!last) return;
    this.#lastStart = last.start;
    try {
      const { size } = await stat(last.file);
      if (size < this.#limits.segment) await this.#take(last.file, size);
    } catch {
      // What cannot be gone on with is left as it is: the next entry begins another segment, where the disk takes one.
      await this.#handle?.close().catch(() => undefined);
      this.#handle = undefined;
    }
  }

  async #take(file: string, size: number): Promise<void> {
    this.#handle = await openOwn(file, "a+");
    this.#size = size;
    if (size === 0) return;
    const { buffer } = await this.#handle.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer[0] === NEWLINE) return;
    // Before the next entry, not now: a full disk must not keep the process from starting.
    this.#torn = true;
  }

  async #flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const entries = this.#waiting;
    this.#waiting = [];
    if (this.#lost > 0) {
      const ts = this.#clock.now();
      const msg = this.#lost === 1 ? texts.oneMessageLost : texts.messagesLost(this.#lost);
      entries.push({ ts, level: "warn", src: entries[0]?.src ?? "system", module: "log", msg });
    }
    const lost = this.#lost;
    this.#lost = 0;
    const text = entries.map(lineOf).join("");
    const room = !(await this.#isLow()) || (await this.#relieve());
    if (!(room && ((await this.#append(text)) || ((await this.#relieve()) && (await this.#append(text)))))) {
      this.#lost += lost + entries.length;
      return;
    }
    const now = this.#clock.monotonic();
    if (now - this.#syncedAt >= SYNC_EVERY) await this.#sync();
    else this.#cancelSync ??= this.#clock.after(SYNC_EVERY, () => void this.#queue.run(() => this.#sync()));
  }

  async #append(text: string): Promise<boolean> {
    try {
      await this.#rotate(Buffer.byteLength(text));
      await this.#handle?.appendFile(text);
    } catch {
      // Half a line may stand there now; a newline before the next one makes it cost nothing else.
      this.#torn = true;
      return false;
    }
    this.#size += Buffer.byteLength(text);
    this.#dirty = true;
    return true;
  }

  async #rotate(more: number): Promise<void> {
    const full = this.#handle !== undefined && this.#size > 0 && this.#size + more > this.#limits.segment;
    if (full) {
      await this.#sync();
      await this.#handle?.close();
      this.#handle = undefined;
    }
    if (this.#handle === undefined) {
      this.#lastStart = Math.max(this.#clock.now(), this.#lastStart + 1);
      this.#handle = await openOwn(segmentFile(this.#folder, this.#lastStart), "a");
      this.#size = 0;
      this.#torn = false;
    }
    if (this.#torn) {
      await this.#handle.appendFile("\n");
      this.#size += 1;
      this.#torn = false;
    }
    if (full || this.#clock.monotonic() - this.#trimmedAt >= TRIM_EVERY || this.#trimmedAt === 0)
      await this.#trim();
  }

  async #sync(): Promise<void> {
    this.#cancelSync?.();
    this.#cancelSync = undefined;
    if (!this.#dirty || !this.#handle) return;
    this.#dirty = false;
    this.#syncedAt = this.#clock.monotonic();
    // A disk that refuses to sync will refuse the next write too, and that is where it is handled.
    await this.#handle.sync().catch(() => undefined);
  }

  /** Removes segments that are too old, which is said, or the oldest while all together are too large. */
  async #trim(): Promise<void> {
    this.#trimmedAt = this.#clock.monotonic() || 1;
    const segments = await listSegments(this.#folder);
    const sizes = await Promise.all(segments.map(({ file }) => stat(file).then(({ size }) => size)));
    let total = sizes.reduce((sum, size) => sum + size, 0);
    const [oldest = 0] = segments.slice(1).map(({ start }) => start);
    const newest = this.#clock.now();
    const before = await this.#ageing.bound({ oldest, newest, keep: this.#limits.age });
    let aged = 0;
    for (const [i, { file }] of segments.slice(0, -1).entries()) {
      const tooOld = (segments[i + 1]?.start ?? 0) < (before ?? 0);
      if (total <= this.#limits.total && !tooOld) break;
      await rm(file, { force: true });
      total -= sizes[i] ?? 0;
      if (tooOld) aged += 1;
    }
    if (aged > 0) this.#sayAged(aged, newest);
  }

  #sayAged(files: number, ts: number): void {
    const days = Math.round(this.#limits.age / DAY);
    const msg = texts.messagesRemoved(days, files);
    this.write({ ts, level: "info", src: "system", module: "log", msg });
  }

  async #isLow(): Promise<boolean> {
    const now = this.#clock.monotonic();
    if (now - this.#roomAt >= ROOM_EVERY) {
      this.#roomAt = now;
      this.#low = await this.#roomIsLow().catch(() => false);
    }
    return this.#low;
  }

  /** Makes room on a full disk. @returns false if there is nothing to give up */
  async #relieve(): Promise<boolean> {
    const [oldest, ...rest] = await listSegments(this.#folder);
    if (!oldest || rest.length === 0) return false;
    await rm(oldest.file, { force: true });
    return true;
  }
}

function lineOf(entry: LogEntry): string {
  const { msg } = entry;
  const short =
    msg.length > LONGEST_MESSAGE ? { ...entry, msg: `${msg.slice(0, LONGEST_MESSAGE)} …` } : entry;
  return `${JSON.stringify(short)}\n`;
}
