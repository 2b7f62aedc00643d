import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Backoff, createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it, vi } from "vitest";
import type { FeedBatch, FeedEntry, FeedMarks } from "../../feeds.ts";
import { Feed, type FeedWire } from "./feed.ts";
import { ProgressFile } from "./progress-file.ts";

const folder = useFolder();
const log = createLogger("hub", "feed", new MemoryLogSink());

class Site {
  readonly entries: FeedEntry[] = [];
  /** ms that its clock is ahead. */
  ahead = 0;
  file: ProgressFile | undefined;
  #over = new AbortController();
  #running: Promise<void> | undefined;

  write(count: number): void {
    for (let more = 0; more < count; more += 1) {
      const seq = this.entries.length + 1;
      this.entries.push({ seq, at: Date.now() + this.ahead, call: "x", result: 0, address: "" });
    }
  }

  async start(wire: FeedWire): Promise<void> {
    this.file = await ProgressFile.open(path.join(folder(), "progress.json"), systemClock);
    await this.file.share(["changes"]);
    const source = {
      after: async (seq: number, limit: number) => ({
        entries: this.entries.filter((one) => one.seq > seq).slice(0, limit),
        last: this.entries.length,
      }),
    };
    this.#over = new AbortController();
    const feed = new Feed({
      name: "changes",
      source,
      file: this.file,
      clock: systemClock,
      log,
      backoff: new Backoff(1, 5),
    });
    this.#running = feed.run(wire, this.#over.signal);
  }

  /** @param crash without what an orderly end writes */
  async stop(crash = false): Promise<void> {
    this.#over.abort();
    await this.#running;
    if (!crash) await this.file?.close();
  }
}

/** A central in memory that passes over what it has, as the real one does. */
class Central implements FeedWire {
  readonly stored: number[] = [];
  refuses = 0;
  silent = false;
  known: FeedMarks | undefined = {};
  ids: string[] = [];

  async send(_feed: string, batch: FeedBatch, id: string): Promise<void> {
    this.ids.push(id);
    if (this.refuses > 0) {
      this.refuses -= 1;
      throw new Error("not stored: maximum messages exceeded");
    }
    for (const { seq } of batch.entries) if (!this.stored.includes(seq)) this.stored.push(seq);
    const last = batch.entries.at(-1);
    if (this.known && last) this.known = { changes: { seq: last.seq, at: last.at } };
    if (this.silent) throw new Error("timeout");
  }

  async marks(): Promise<FeedMarks | undefined> {
    return this.known;
  }

  has = (count: number) =>
    vi.waitFor(() => expect(this.stored).toEqual(Array.from({ length: count }, (_, at) => at + 1)), 8_000);
}

it("sends each entry once and in order, whatever is refused, lost on the way or started anew", async () => {
  const [site, central] = [new Site(), new Central()];
  await site.start(central);
  site.write(3);
  await central.has(3);
  central.refuses = 5;
  site.write(2);
  await central.has(5);
  // It has them, and the hub does not hear of it.
  central.silent = true;
  site.write(4);
  await central.has(9);
  central.silent = false;
  await site.stop(true);
  site.write(1_200);
  await site.start(central);
  await central.has(1_209);
  await site.stop();
  expect(new Set(central.ids).size).toBeGreaterThan(4);
});

it("sends the same batch by the same name, and nothing while the central does not say where it is", async () => {
  const [site, central] = [new Site(), new Central()];
  central.refuses = 3;
  await site.start(central);
  site.write(3);
  await central.has(3);
  expect(central.ids).toHaveLength(4);
  expect(new Set(central.ids).size).toBe(1);
  central.silent = true;
  central.known = undefined;
  site.write(1);
  await central.has(4);
  site.write(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(central.ids).toHaveLength(5);
  central.silent = false;
  central.known = { changes: { seq: 4, at: site.entries[3]?.at ?? 0 } };
  await central.has(5);
  await site.stop();
});

it("goes on from its file where the central says nothing, and begins anew where that is damaged", async () => {
  const [site, central] = [new Site(), new Central()];
  await site.start(central);
  site.write(5);
  await central.has(5);
  await site.stop();
  central.known = undefined;
  central.ids = [];
  site.write(1);
  await site.start(central);
  await central.has(6);
  await site.stop();
  expect(central.ids[0]).toMatch(/^changes\.6\.6\./);
  const file = path.join(folder(), "progress.json");
  await writeFile(file, (await readFile(file, "utf8")).slice(0, 20));
  await site.start(central);
  site.write(1);
  // What was shared before is not sent twice: from the moment of the damage on.
  await central.has(7);
  await site.stop();
  await rm(file);
});

it("loses nothing where its clock was set back behind the moment since which it shares, and it ends without order", async () => {
  const [site, central] = [new Site(), new Central()];
  await site.start(central);
  site.write(3);
  await central.has(3);
  site.ahead = -3_600_000;
  site.write(2);
  await central.has(5);
  await site.stop(true);
  site.write(2);
  await site.start(central);
  await central.has(7);
  await site.stop();
});

it("sends anew what the central has lost", async () => {
  const [site, central] = [new Site(), new Central()];
  await site.start(central);
  site.write(600);
  await central.has(600);
  await site.stop();
  // Its database was put back from a backup.
  central.stored.length = 200;
  central.known = { changes: { seq: 200, at: site.entries[199]?.at ?? 0 } };
  await site.start(central);
  await central.has(600);
  await site.stop();
  central.stored.length = 0;
  central.known = {};
  await site.start(central);
  await central.has(600);
  await site.stop();
});

it("forgets a journal that is shared no longer, and begins it with what happens from then on", async () => {
  const [site, central] = [new Site(), new Central()];
  await site.start(central);
  site.write(2);
  await central.has(2);
  await site.file?.share([]);
  site.write(3);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await site.stop();
  central.known = undefined;
  await site.start(central);
  site.write(1);
  await vi.waitFor(() => expect(central.stored).toEqual([1, 2, 6]), 8_000);
  await site.stop();
});
