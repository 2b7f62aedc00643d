import { appendFile, readdir, truncate } from "node:fs/promises";
import path from "node:path";
import { createLogger, MemoryLogSink } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { beforeEach, describe, expect, it } from "vitest";
import { type Batch, Outbox } from "./outbox.ts";

const folder = useFolder();
let sink: MemoryLogSink;
const opened = useOpen((outbox: Outbox) => outbox.close());
beforeEach(async () => {
  sink = new MemoryLogSink();
});

async function open(most: number | (() => number) = 1e6): Promise<Outbox> {
  const outbox = await Outbox.open({
    folder: folder(),
    most: typeof most === "number" ? () => most : most,
    log: createLogger("hub", "export", sink),
  });
  opened.push(outbox);
  return outbox;
}
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `line ${from + at}`);
async function drain(outbox: Outbox): Promise<string[]> {
  const lines: string[] = [];
  for (;;) {
    const batch = await outbox.next();
    if (!batch) return lines;
    lines.push(...batch.lines);
    await outbox.taken(batch, 0, 1);
  }
}
const segments = async () => (await readdir(folder())).filter((name) => name.startsWith("lines-")).toSorted();

describe("Outbox", () => {
  it("gives everything in order, in batches of a bounded size, and keeps no file of what was taken", async () => {
    const outbox = await open();
    await outbox.append(numbered(0, 12_000), 1);
    await outbox.append(numbered(12_000, 3), 1);
    expect(outbox.pending).toBe(12_003);
    expect((await outbox.next())?.lines.length).toBe(5_000);
    expect(await drain(outbox)).toEqual(numbered(0, 12_003));
    expect([outbox.pending, outbox.bytes, outbox.progress.sent]).toEqual([0, 0, 12_003]);
    expect(await segments()).toEqual([]);
  });

  it("says how much it has where the rest fails, so that nothing is given twice", async () => {
    let room = () => 1e6;
    const outbox = await open(() => room());
    let chunks = 0;
    room = () => {
      chunks += 1;
      if (chunks > 1) throw new Error("the disk is gone");
      return 1e6;
    };
    const lines = numbered(0, 12_000);
    let had = 0;
    await expect(outbox.append(lines, 1, (count) => (had += count))).rejects.toThrow("the disk is gone");
    room = () => 1e6;
    await outbox.append(lines.slice(had), 1);
    expect(had).toBe(5_000);
    expect(await drain(outbox)).toEqual(lines);
  });

  it("goes on where it was after a sudden end, and repeats what was not noted as taken", async () => {
    const first = await open();
    await first.append(numbered(0, 10), 1);
    await first.append(numbered(10, 10), 1);
    // Nothing is closed: as after kill -9.
    const second = await open();
    const batch = (await second.next()) as Batch;
    expect(batch.lines).toEqual(numbered(0, 20));
    await second.taken({ first: batch.first, last: 10 }, 0, 1);
    const third = await open();
    await third.append(numbered(20, 5), 1);
    expect(await drain(third)).toEqual(numbered(10, 15));
    const fourth = await open();
    await fourth.append(["after"], 1);
    expect(await drain(fourth)).toEqual(["after"]);
    expect(fourth.progress.sent).toBe(26);
  });

  it("loses no whole frame to half a one behind it, or to a damaged note", async () => {
    const first = await open();
    await first.append(numbered(0, 10), 1);
    const [name = ""] = await segments();
    await appendFile(path.join(folder(), name), Buffer.from([200, 0, 0, 0, 1, 2, 3]));
    await appendFile(path.join(folder(), "progress.json"), "{");
    const second = await open();
    await second.append(["next"], 1);
    expect(await drain(second)).toEqual([...numbered(0, 10), "next"]);
    expect(sink.entries.map(({ msg }) => msg)).toEqual([expect.stringContaining("nicht lesbar")]);
  });

  it("goes on past a file that lost its end, and counts what it lost", async () => {
    const first = await open();
    await first.append(numbered(0, 10), 1);
    const [name = ""] = await segments();
    await truncate(path.join(folder(), name), 3);
    expect(await first.next()).toBeUndefined();
    expect(first.progress).toMatchObject({ dropped: 10, done: 10 });
    await first.append(["next"], 1);
    expect(await drain(first)).toEqual(["next"]);
  });

  it("never takes more room than given: the oldest go, and are counted", async () => {
    const most = 20_000;
    const outbox = await open(most);
    const random = () => Array.from({ length: 100 }, (_, at) => `${at} ${Math.random()} ${Math.random()}`);
    for (let at = 1; at <= 50; at += 1) {
      await outbox.append(random(), at);
      expect(outbox.bytes).toBeLessThanOrEqual(most);
    }
    expect(outbox.progress.dropped).toBeGreaterThan(1_000);
    // How much fits depends on how well random numbers are packed.
    expect(outbox.progress.lastDrop).toBeGreaterThan(40);
    const { dropped } = outbox.progress;
    const kept = await drain(outbox);
    expect(kept.length + dropped).toBe(5_000);
    expect(outbox.progress.sent).toBe(kept.length);
  });

  it("counts what is dropped while it is being sent only once", async () => {
    const outbox = await open(8_000);
    await outbox.append(numbered(0, 10), 1);
    const batch = (await outbox.next()) as Batch;
    const random = () => Array.from({ length: 100 }, () => String(Math.random()));
    for (let at = 0; at < 20; at += 1) await outbox.append(random(), 1);
    const before = outbox.progress;
    expect(before.done).toBeGreaterThan(10);
    const { done } = before;
    await outbox.taken(batch, 0, 1);
    const { dropped, sent } = outbox.progress;
    expect([outbox.progress.done, sent]).toEqual([done, 10]);
    expect(dropped + sent + outbox.pending).toBe(2_010);
  });

  it("forgets what waits when it is told to, and numbers on", async () => {
    const outbox = await open();
    await outbox.append(numbered(0, 10), 1);
    await outbox.clear();
    expect([outbox.pending, outbox.bytes, await segments()]).toEqual([0, 0, []]);
    await outbox.append(["new"], 1);
    expect(await outbox.next()).toEqual({ first: 11, last: 11, lines: ["new"] });
  });

  it("takes lines of any length, one request each where they are long", async () => {
    const outbox = await open(1e9);
    const long = "x".repeat(3_000_000);
    await outbox.append(["a", long, long, "b\nc"], 1);
    const batch = (await outbox.next()) as Batch;
    expect(batch.lines).toEqual(["a"]);
    expect(await drain(outbox)).toEqual(["a", long, long, "b\nc"]);
  });
});
