/**
 * Hands the records of this device on to a time-series database, beside the lake.
 *
 *     const exporter = await Exporter.open({ lake: layout.lake, clock, scope, log });
 *     exporter.add("mqtt.hall.temperature", now, 21.5, 0);
 *
 * The way of a value: waiting lines → outbox (synced, every FLUSH_MS) → the database, batch by batch. Settings come from a
 * file of the appliance and are looked at with every flush; how it goes is written to another (`files.ts`).
 *
 * Invariants: a database that is slow or away holds up nothing but its own outbox. Nothing is taken in while the export is
 * off, and switching it off forgets what waits.
 */
import { type Clock, errorText, type Logger, type Scope, SerialQueue } from "@hubwart/core";
import { Deliverer } from "@hubwart/core/delivery";
import { texts } from "../texts.ts";
import { Database } from "./database.ts";
import {
  type ExportSettings,
  type ExportStatus,
  exportFolder,
  readExportSettings,
  writeExportStatus,
} from "./files.ts";
import type { Verdict } from "./narrow.ts";
import { type Batch, Outbox } from "./outbox.ts";
import { RecordLines } from "./record-line.ts";

export interface ExporterOptions {
  /** `layout.lake` */
  lake: string;
  clock: Clock;
  /** Flushes and closes when it ends. */
  scope: Scope;
  log: Logger;
}

/** A power cut costs at most this and the time of one write, ms. */
export const FLUSH_MS = 3_000;
/** Lines that wait while the disk does not take them. */
const MOST_WAITING = 200_000;
/** The status is written at least so often, so that a recorder that is gone is seen; ms. */
const BEAT = 15_000;
const DEFAULT_ROOM = 256e6;

export class Exporter {
  readonly #options: ExporterOptions;
  readonly #outbox: Outbox;
  readonly #deliverer: Deliverer<Batch, Verdict>;
  readonly #lines = new RecordLines();
  /** One status after the other, so that the last one told stays. */
  readonly #reports = new SerialQueue();
  #settings: ExportSettings | undefined;
  #database: Database | undefined;
  #waiting: string[] = [];
  /** Not written to the disk, which did not take them. */
  #unwritten = 0;
  #lastError: ExportStatus["lastError"] = null;
  #failingSince = 0;
  #written = "";
  #beat = Number.NEGATIVE_INFINITY;
  readonly #flushes = new SerialQueue();
  #flushing = false;

  private constructor(options: ExporterOptions, outbox: Outbox) {
    const { clock, log, scope } = options;
    this.#options = options;
    this.#outbox = outbox;
    this.#deliverer = new Deliverer<Batch, Verdict>({
      label: texts.handingOn,
      queue: {
        next: () => outbox.next(),
        taken: (batch, verdict) => this.#taken(batch, verdict),
        failed: (reason) => this.#failed(reason),
      },
      send: async ({ lines }, signal) => {
        if (!this.#database) throw new Error("no database while the export is off");
        return await this.#database.write(lines, signal);
      },
      clock,
      log,
      scope,
    });
  }

  static async open(options: ExporterOptions): Promise<Exporter> {
    const { clock, lake, log, scope } = options;
    let most = () => DEFAULT_ROOM;
    const outbox = await Outbox.open({ folder: exportFolder(lake), most: () => most(), log });
    scope.add(() => outbox.close());
    const exporter = new Exporter(options, outbox);
    most = () => exporter.#settings?.most ?? DEFAULT_ROOM;
    await exporter.flush();
    scope.add(() => exporter.flush());
    scope.add(clock.every(FLUSH_MS, () => exporter.#flushNow()));
    return exporter;
  }

  /** @param time of arrival, ms since the epoch */
  add(chan: string, time: number, value: unknown, quality: number): void {
    if (this.#settings?.active !== true) return;
    if (this.#waiting.length >= MOST_WAITING) this.#unwritten += 1;
    else this.#waiting.push(this.#lines.line(chan, time, value, quality));
  }

  /** Looks at the settings, and brings what was added to the disk. Never fails. */
  flush(): Promise<void> {
    return this.#flushes.run(() => this.#flush());
  }

  /** Resolves when nothing is being sent. */
  idle(): Promise<void> {
    return this.#deliverer.idle();
  }

  /** By the timer: a slow disk must not gather flushes. */
  #flushNow(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    void this.flush().finally(() => (this.#flushing = false));
  }

  async #flush(): Promise<void> {
    const { clock, lake, log } = this.#options;
    try {
      await this.#adopt(await readExportSettings(lake));
      const lines = this.#waiting;
      if (lines.length > 0) {
        this.#waiting = [];
        let kept = 0;
        try {
          await this.#outbox.append(lines, clock.now(), (count) => (kept += count));
        } catch (error) {
          this.#waiting = lines.slice(kept).concat(this.#waiting);
          throw error;
        } finally {
          this.#deliverer.wake();
        }
      }
      await this.#report();
    } catch (error) {
      this.#note(texts.notBuffered(errorText(error)));
      log.debug(`export: ${errorText(error)}`);
    }
  }

  async #adopt(settings: ExportSettings | undefined): Promise<void> {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#settings = settings;
    this.#failingSince = 0;
    this.#lastError = null;
    if (settings?.active === true) {
      this.#database = new Database(settings);
      this.#options.log.info(texts.goesTo(this.#database.label));
      this.#deliverer.resume();
      return;
    }
    this.#deliverer.pause();
    this.#waiting = [];
    // A file that is not readable for a moment forgets nothing.
    if (settings !== undefined && this.#outbox.pending > 0) await this.#outbox.clear();
  }

  async #taken(batch: Batch, { reason, refused }: Verdict): Promise<void> {
    const { clock, log } = this.#options;
    await this.#outbox.taken(batch, refused, clock.now());
    this.#failingSince = 0;
    if (reason === undefined) return;
    if (this.#lastError?.text !== reason) log.warn(texts.refusedValues(refused, reason));
    this.#lastError = { ts: clock.now(), text: reason };
  }

  async #failed(reason: string): Promise<void> {
    this.#note(reason);
    await this.#report();
  }

  #note(text: string): void {
    const now = this.#options.clock.now();
    this.#lastError = { ts: now, text };
    if (this.#failingSince === 0) this.#failingSince = now;
  }

  #report(): Promise<void> {
    return this.#reports.run(() => this.#tell());
  }

  async #tell(): Promise<void> {
    const { clock, lake } = this.#options;
    const { dropped, lastDrop, lastSuccess, refused, sent } = this.#outbox.progress;
    const status = {
      active: this.#settings?.active ?? false,
      pending: this.#outbox.pending + this.#waiting.length,
      bytes: this.#outbox.bytes,
      sent,
      refused,
      dropped: dropped + this.#unwritten,
      lastDrop,
      lastSuccess,
      lastError: this.#lastError,
      failingSince: this.#failingSince,
      retry: this.#deliverer.retryAt,
    };
    const text = JSON.stringify(status);
    if (text === this.#written && clock.monotonic() - this.#beat < BEAT) return;
    await writeExportStatus(lake, { ts: clock.now(), ...status });
    this.#written = text;
    this.#beat = clock.monotonic();
  }
}
