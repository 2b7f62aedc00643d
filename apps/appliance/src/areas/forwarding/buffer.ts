/**
 * The documents that wait, on disk: one file a document, named by its number, and `progress.json` with how far
 * each target is.
 *
 * Invariants
 * - A document is whole or not there (`writeFileAtomic`); its number is never given twice.
 * - Each target gets the documents in the order of their numbers. What it took is written down before the next
 *   one is sent, so a sudden end repeats at most the one document that was under way.
 * - Never more than `most` documents or `mostBytes` bytes: the oldest goes first, and every target that still
 *   wanted it counts it as dropped.
 * - A document goes as soon as no target wants it.
 * - Changes run one after the other.
 */
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { FORWARDING_TARGETS, type ForwardingTarget } from "@hubwart/contract";
import { type Logger, readFileIfThere, SerialQueue, writeFileAtomic } from "@hubwart/core";
import { openSpool, type Spool } from "@hubwart/core/delivery";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

export interface BufferLimits {
  documents: number;
  bytes: number;
}

const count = z.int().check(z.minimum(0));
const progressSchema = z.object({
  /** Number of the last document made, and when, ms since the epoch. */
  seq: count,
  made: z.number(),
  /** Number of the last line about alarms that a document told. */
  told: z.optional(count),
  targets: z.record(
    z.enum(FORWARDING_TARGETS),
    z.nullable(
      z.object({
        /** Number of the last document it took or lost. */
        done: count,
        sent: count,
        dropped: count,
        lastSuccess: z.number(),
        lastError: z.nullable(z.object({ ts: z.number(), text: z.string() })),
      }),
    ),
  ),
});
type Progress = z.output<typeof progressSchema>;
export type TargetProgress = NonNullable<Progress["targets"][ForwardingTarget]>;

/** `content`: JSON text. */
export interface WaitingDocument {
  seq: number;
  content: string;
}

const DOCUMENT = /^(\d{12})\.json$/;

export class DocumentBuffer {
  readonly #folder: string;
  readonly #limits: BufferLimits;
  readonly #queue = new SerialQueue();
  readonly #progress: Progress;
  readonly #save: () => Promise<void>;
  /** Number → bytes, in order. */
  readonly #documents: Map<number, number>;

  private constructor(
    folder: string,
    limits: BufferLimits,
    { progress, save }: Spool<Progress>,
    documents: Map<number, number>,
  ) {
    this.#folder = folder;
    this.#limits = limits;
    this.#progress = progress;
    this.#save = save;
    this.#documents = documents;
  }

  static async open(folder: string, limits: BufferLimits, log: Logger): Promise<DocumentBuffer> {
    const spool = await openSpool<Progress>({
      folder,
      file: DOCUMENT,
      parse: (value) => z.parse(progressSchema, value),
      none: { seq: 0, made: 0, targets: { http: null, mqtt: null, influxdb: null } },
      log,
      texts: {
        lost: texts.lost,
        unsaved: texts.unsaved,
      },
    });
    const documents = new Map<number, number>();
    for (const { file, number } of spool.files) documents.set(number, (await stat(file)).size);
    spool.progress.seq = Math.max(spool.progress.seq, ...documents.keys());
    const buffer = new DocumentBuffer(folder, limits, spool, documents);
    await buffer.#queue.run(() => buffer.#tidy());
    return buffer;
  }

  get seq(): number {
    return this.#progress.seq;
  }

  /** When the last document was made, ms since the epoch; 0 never. */
  get made(): number {
    return this.#progress.made;
  }

  /** Number of the last line about alarms that a document told; undefined before the first. */
  get told(): number | undefined {
    return this.#progress.told;
  }

  /** Undefined while the target is off. */
  progress(target: ForwardingTarget): Readonly<TargetProgress> | undefined {
    return this.#progress.targets[target] ?? undefined;
  }

  pending(target: ForwardingTarget): number {
    const done = this.#progress.targets[target]?.done;
    if (done === undefined) return 0;
    let waiting = 0;
    for (const seq of this.#documents.keys()) if (seq > done) waiting += 1;
    return waiting;
  }

  /** A target that is switched on gets what is made from then on; one that is switched off loses what waits. */
  setActive(target: ForwardingTarget, active: boolean): Promise<void> {
    return this.#queue.run(async () => {
      const known = this.#progress.targets[target] ?? undefined;
      if (active === (known !== undefined)) return;
      this.#progress.targets[target] = active
        ? { done: this.#progress.seq, sent: 0, dropped: 0, lastSuccess: 0, lastError: null }
        : null;
      await this.#save();
      await this.#tidy();
    });
  }

  /** Adds the document that `make` gives for its number. `told`: with it, lines about alarms are told up to this one. */
  add(make: (seq: number) => string, now: number, told?: number): Promise<void> {
    return this.#queue.run(async () => {
      const seq = this.#progress.seq + 1;
      const content = Buffer.from(make(seq));
      this.#progress.seq = seq;
      this.#progress.made = now;
      this.#makeRoom(content.length);
      try {
        await writeFileAtomic(this.#file(seq), content);
      } catch (error) {
        for (const target of FORWARDING_TARGETS) {
          const progress = this.#progress.targets[target];
          if (progress) progress.dropped += 1;
        }
        await this.#save();
        throw error;
      }
      this.#documents.set(seq, content.length);
      if (told !== undefined) this.#progress.told = told;
      await this.#save();
      await this.#tidy();
    });
  }

  /** The oldest document the target has not taken yet. */
  async next(target: ForwardingTarget): Promise<WaitingDocument | undefined> {
    for (;;) {
      const done = this.#progress.targets[target]?.done;
      const seq =
        done === undefined ? undefined : [...this.#documents.keys()].find((number) => number > done);
      if (seq === undefined) return undefined;
      const content = await readFileIfThere(this.#file(seq));
      if (content !== undefined) return { seq, content };
      // Dropped while it was being read.
      this.#documents.delete(seq);
    }
  }

  taken(target: ForwardingTarget, seq: number, now: number): Promise<void> {
    return this.#queue.run(async () => {
      const progress = this.#progress.targets[target];
      if (!progress) return;
      progress.done = Math.max(progress.done, seq);
      progress.sent += 1;
      progress.lastSuccess = now;
      await this.#save();
      await this.#tidy();
    });
  }

  /** Keeps the outcome of a test, or why a document was not taken. */
  note(
    target: ForwardingTarget,
    outcome: { success: number } | { error: string; ts: number },
  ): Promise<void> {
    return this.#queue.run(async () => {
      const progress = this.#progress.targets[target];
      if (!progress) return;
      if ("success" in outcome) progress.lastSuccess = outcome.success;
      else progress.lastError = { ts: outcome.ts, text: outcome.error };
      await this.#save();
    });
  }

  /** Ends when everything asked for is on disk. */
  settled(): Promise<void> {
    return this.#queue.run(async () => undefined);
  }

  #makeRoom(bytes: number): void {
    let total = bytes;
    for (const size of this.#documents.values()) total += size;
    for (const [seq, size] of this.#documents) {
      if (this.#documents.size < this.#limits.documents && total <= this.#limits.bytes) return;
      total -= size;
      this.#documents.delete(seq);
      for (const target of FORWARDING_TARGETS) {
        const progress = this.#progress.targets[target];
        if (!progress || progress.done >= seq) continue;
        progress.done = seq;
        progress.dropped += 1;
      }
      void rm(this.#file(seq), { force: true }).catch(() => undefined);
    }
  }

  /** Removes what no target wants any more. */
  async #tidy(): Promise<void> {
    const wanted = FORWARDING_TARGETS.flatMap((target) => this.#progress.targets[target]?.done ?? []);
    const oldest = wanted.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...wanted);
    for (const seq of this.#documents.keys()) {
      if (seq > oldest) return;
      this.#documents.delete(seq);
      await rm(this.#file(seq), { force: true });
    }
  }

  #file(seq: number): string {
    return path.join(this.#folder, `${String(seq).padStart(12, "0")}.json`);
  }
}
