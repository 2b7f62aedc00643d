/**
 * How far the central has each journal: one small file, written now and then. What was sent after the last write is sent once more
 * after a power cut; the central knows it.
 */
import { type Clock, readOwnFile, SerialQueue, writeFileAtomic } from "@hubwart/core";
import * as z from "zod/mini";
import { feedMark } from "../../feeds.ts";
import { FEEDS, type FeedName } from "../../subjects.ts";
import type { Progress } from "./next-batch.ts";

const progress = z.object({
  mark: feedMark,
  since: z.number(),
  skipping: z.boolean(),
  from: z.optional(z.number()),
});
const schema = z.partialRecord(z.enum(FEEDS), progress);

const WRITE_AFTER_MS = 15_000;

export class ProgressFile {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #queue = new SerialQueue();
  #now: Partial<Record<FeedName, Progress>>;
  #cancel: (() => void) | undefined;

  private constructor(file: string, clock: Clock, now: Partial<Record<FeedName, Progress>>) {
    this.#file = file;
    this.#clock = clock;
    this.#now = now;
  }

  /** One that cannot be read is begun anew, with what happens from then on: since when it was shared, nobody knows any more. */
  static async open(file: string, clock: Clock): Promise<ProgressFile> {
    const { value } = await readOwnFile(file, (text) => schema.parse(JSON.parse(text)));
    return new ProgressFile(file, clock, value ?? {});
  }

  of(feed: FeedName): Progress | undefined {
    return this.#now[feed];
  }

  set(feed: FeedName, next: Progress): void {
    this.#now = { ...this.#now, [feed]: next };
    this.#cancel ??= this.#clock.after(WRITE_AFTER_MS, () => {
      this.#cancel = undefined;
      void this.#write().catch(() => this.set(feed, this.#now[feed] ?? next));
    });
  }

  /** As `set`, and on the disk when it returns. */
  async keep(feed: FeedName, next: Progress): Promise<void> {
    this.#now = { ...this.#now, [feed]: next };
    await this.#write();
  }

  /** Exactly these are shared: others are forgotten, new ones begin with what happens from now on. On the disk when it returns. */
  async share(feeds: readonly FeedName[]): Promise<void> {
    const known = Object.keys(this.#now);
    if (known.length === feeds.length && feeds.every((feed) => known.includes(feed))) return;
    const since = this.#clock.now();
    const begun = (): Progress => ({ mark: { seq: 0, at: 0 }, since, skipping: true });
    this.#now = Object.fromEntries(feeds.map((feed) => [feed, this.#now[feed] ?? begun()]));
    await this.#write();
  }

  /** What was not written yet is. A disk that refuses costs a batch that is sent twice. */
  async close(): Promise<void> {
    if (!this.#cancel) return;
    this.#cancel();
    this.#cancel = undefined;
    await this.#write().catch(() => undefined);
  }

  #write(): Promise<void> {
    return this.#queue.run(() => writeFileAtomic(this.#file, JSON.stringify(this.#now)));
  }
}
