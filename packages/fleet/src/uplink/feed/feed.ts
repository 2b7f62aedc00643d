/**
 * One journal on its way to the central, batch by batch: the next one is read when the one before is kept there. Nothing is held here
 * meanwhile, so a central that is slow, full or away costs the hub nothing.
 *
 *     const feed = new Feed({ name: "alarms", source, file, clock, log });
 *     void feed.run(wire, signal);      // until the signal; errors are tried again
 */
import { Backoff, type Clock, errorText, type Logger, rested } from "@hubwart/core";
import type { FeedBatch, FeedMarks } from "../../feeds.ts";
import type { FeedName } from "../../subjects.ts";
import { type JournalSource, nextBatch } from "./next-batch.ts";
import type { ProgressFile } from "./progress-file.ts";

export interface FeedWire {
  /** Returns once the central has it in its database. @param id the same for the same batch @throws Error if it does not say so in time */
  send(feed: FeedName, batch: FeedBatch, id: string): Promise<void>;
  /** Where the central is by what it has stored; undefined: nobody answers. */
  marks(): Promise<FeedMarks | undefined>;
}

export interface FeedParts {
  name: FeedName;
  source: JournalSource;
  file: ProgressFile;
  clock: Clock;
  log: Logger;
  backoff?: Backoff;
}

/** How often the journal is looked at, ms. */
const LOOK_EVERY_MS = 2_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export class Feed {
  readonly #parts: FeedParts;
  readonly #backoff: Backoff;
  #said = "";

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#backoff = parts.backoff ?? new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  }

  async run(wire: FeedWire, signal: AbortSignal): Promise<void> {
    const { clock, log, name } = this.#parts;
    this.#follow(await wire.marks());
    let lost = false;
    while (!signal.aborted) {
      let rest = LOOK_EVERY_MS;
      try {
        if (lost) this.#follow(await answered(wire));
        lost = false;
        if (await this.#round(wire)) rest = 0;
        this.#backoff.reset();
        this.#said = "";
      } catch (error) {
        if (signal.aborted) return;
        const text = errorText(error);
        if (text !== this.#said) log.warn(`${name}: ${text}`);
        this.#said = text;
        lost = true;
        rest = this.#backoff.next();
      }
      await rested(clock, rest, signal);
    }
  }

  /**
   * The central knows best what it has: less than it once had if its database came from a backup, more if this hub forgot. Whether it is still the same journal is seen when it
   * is read.
   */
  #follow(marks: FeedMarks | undefined): void {
    const { file, name } = this.#parts;
    const known = file.of(name);
    if (!marks || !known) return;
    const mark = marks[name] ?? { seq: 0, at: 0 };
    if (mark.seq === known.mark.seq && mark.at === known.mark.at) return;
    // Before it has anything, what was passed over stays so.
    if (mark.seq === 0 && known.skipping) return;
    file.set(name, { ...known, mark, skipping: mark.at < known.since });
  }

  /** Whether there may be more at once. */
  async #round(wire: FeedWire): Promise<boolean> {
    const { file, name, source } = this.#parts;
    let known = file.of(name);
    if (!known) return false;
    const next = await nextBatch(source, known);
    if (!next) return false;
    const { entries, gap, progress } = next;
    if (known.skipping && progress.from !== undefined) {
      // Before the central has anything of it, so that a cut between leaves no doubt where it begins.
      const begun = { ...known, from: progress.from };
      await file.keep(name, begun);
      known = begun;
    }
    if (entries.length > 0) {
      const { at, seq } = progress.mark;
      const batch: FeedBatch = { v: 1, entries, ...(gap && { gap }) };
      await wire.send(name, batch, `${name}.${entries[0]?.seq}.${seq}.${at}`);
    }
    // Switched off, or another connection has begun meanwhile.
    if (file.of(name) !== known) return true;
    if (progress.mark.seq === known.mark.seq) return false;
    file.set(name, progress);
    return true;
  }
}

/** A batch that was not confirmed may be waiting at the central: nothing more is sent until that says where it is. */
async function answered(wire: FeedWire): Promise<FeedMarks> {
  const marks = await wire.marks();
  if (!marks) throw new Error("no answer");
  return marks;
}
