import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, hashFile, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { FileOffer } from "@hubwart/fleet";
import { Lake } from "@hubwart/stores/lake";
import { useFolder, useSharedFolder } from "@hubwart/testing/folder";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FileLater, FileRefused } from "../files/file-receiver.ts";
import { doTask } from "./do-task.ts";
import type { HistoryReader } from "./reader.ts";
import { SiteHistory } from "./site-history.ts";
import type { Charted, Task } from "./tasks.ts";

const HUB = "aaaaaaaaaaaa";
const CHANNEL = "bus.a.temperatur";
const QUARTER = 900_000;
const BEGIN = Date.parse("2026-11-21T22:00:00Z");
const FIRST = "0000000001.parquet";
const SECOND = "0000000002.parquet";
const made = useSharedFolder();
const folder = useFolder();
const clock = new ManualClock(BEGIN);
const log = createLogger("hub", "lake", new MemoryLogSink());
let scope: Scope;
let history: SiteHistory;

/** Parts of four quarters, and the same four as a day with four more; values count up. */
beforeAll(async () => {
  const of = new Scope();
  const lakeFolder = path.join(made(), "lake");
  const lake = await Lake.open({
    folder: lakeFolder,
    clock,
    scope: of,
    log,
    keep: { days: 9_999, bytes: 1e9 },
  });
  for (let quarter = 0; quarter < 12; quarter += 1) {
    for (let value = 0; value < 3; value += 1)
      lake.add(CHANNEL, clock.now() + value * 1_000, quarter * 10 + value, 0);
    lake.add("bus.a.text", clock.now(), "offen", 0);
    clock.advance(QUARTER);
    await lake.settle();
    if (quarter === 3)
      for (const name of await readdir(path.join(lakeFolder, "hot")))
        if (name.endsWith(".parquet"))
          await copyFile(path.join(lakeFolder, "hot", name), path.join(made(), name));
  }
  for (const name of await readdir(lakeFolder))
    if (name.endsWith(".parquet")) await copyFile(path.join(lakeFolder, name), path.join(made(), name));
  // From the second to the fourth value one other counts; later the first two of these are taken away.
  const by = { by: "Erika Beispiel", why: "Fühler am falschen Eingang" };
  const span = { chan: CHANNEL, from: BEGIN + 1_000, to: BEGIN + QUARTER + 1_000 };
  await lake.corrections.correct({ ...span, rows: [[BEGIN + 2_000, 500]], ...by });
  await lake.corrections.correct({ ...span, to: BEGIN + 3_000, rows: [], ...by });
  for (const name of [FIRST, SECOND])
    await copyFile(path.join(lakeFolder, "corrections", name), path.join(made(), name));
  await of.end();
});

beforeEach(() => {
  scope = new Scope();
  const reader = { ask: doTask as unknown as HistoryReader["ask"] };
  history = new SiteHistory({ folder: folder(), reader, clock, log, scope, mostBytes: 1e6 });
});
afterEach(() => scope.end());

const parts = async () => (await readdir(made())).filter((name) => /^\d{8}T/.test(name)).sort();
const DAY = "2026-11-21.parquet";

async function offerOf(name: string, source = name): Promise<FileOffer> {
  const file = path.join(made(), source);
  const { size } = await stat(file);
  return { v: 1, ask: "file", kind: "history", name, size, sha256: await hashFile(file) };
}

async function send(name: string, source = name): Promise<void> {
  const offer = await offerOf(name, source);
  const file = path.join(folder(), "incoming");
  await copyFile(path.join(made(), source), file);
  await history.keep(HUB, offer, file);
}

async function chart(): Promise<Charted[number]> {
  const files = await history.files(HUB, BEGIN, BEGIN + 24 * QUARTER);
  const task: Task = {
    do: "chart",
    sites: [{ hub: HUB, files, corrections: await history.corrections(HUB) }],
    channel: CHANNEL,
    from: BEGIN,
    to: BEGIN + 24 * QUARTER,
    step: 1_000,
    within: 5_000,
  };
  const [found] = (await doTask(task)) as Charted;
  return found ?? expect.fail("no site");
}
const means = async (): Promise<number[]> => ((await chart()).points ?? []).map(([, , , mean]) => mean);
const counted = (quarters: readonly number[]) =>
  quarters.flatMap((quarter) => [0, 1, 2].map((value) => quarter * 10 + value));

it("keeps parts, then the day that has them and more, and each value counts once", async () => {
  for (const name of await parts()) {
    expect(await history.has(HUB, await offerOf(name))).toBe(false);
    await send(name);
    expect(await history.has(HUB, await offerOf(name))).toBe(true);
  }
  expect(await means()).toEqual(counted([0, 1, 2, 3]));
  await send(DAY);
  expect(await means()).toEqual(counted([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(await readdir(path.join(folder(), HUB, "history/hot"))).toEqual([]);
  for (const name of await parts()) expect(await history.has(HUB, await offerOf(name))).toBe(true);
  expect(await history.has(HUB, await offerOf(DAY))).toBe(true);
  const { bytes = 0, from, to } = (await history.span(HUB)) ?? {};
  expect([from, to]).toEqual([Date.parse("2026-11-21"), Date.parse("2026-11-22")]);
  expect(bytes).toBeGreaterThan(500);
});

it("joins the parts of days that are over, and goes on where it was cut off", async () => {
  const names = await parts();
  for (const name of names) await send(name);
  // Two younger days, so that this one is over.
  for (const [at, day] of ["20261122", "20261123"].entries()) {
    const source = names[at] ?? "";
    await mkdir(path.join(folder(), HUB, "history/hot"), { recursive: true });
    await copyFile(
      path.join(made(), source),
      path.join(folder(), HUB, `history/hot/${day}T0000Z-000000009${at}.parquet`),
    );
  }
  await history.tidy();
  const kept = path.join(folder(), HUB, "history");
  expect((await readFile(path.join(kept, "2026-11-21.parts"), "utf8")).split("\n").filter(Boolean)).toEqual(
    names,
  );
  expect(await readdir(path.join(kept, "hot"))).toHaveLength(2);
  expect(await means()).toEqual(counted([0, 1, 2, 3]));
  // Ended between the file, its list, and the parts.
  await writeFile(path.join(kept, "2026-11-21.parts"), "");
  for (const name of names) await copyFile(path.join(made(), name), path.join(kept, "hot", name));
  await history.tidy();
  expect(await readdir(path.join(kept, "hot"))).toHaveLength(2);
  expect(await means()).toEqual(counted([0, 1, 2, 3]));
  expect(await history.has(HUB, await offerOf(names[0] ?? ""))).toBe(true);
});

it("keeps what either has where a site's day has lost some of it", async () => {
  await send(DAY);
  const names = await parts();
  const joined = path.join(made(), "less.parquet");
  await doTask({
    do: "join",
    files: names.slice(0, 2).map((name) => path.join(made(), name)),
    target: joined,
    parts: names.slice(0, 2),
  });
  await send(DAY, "less.parquet");
  expect(await means()).toEqual(counted([0, 1, 2, 3, 4, 5, 6, 7]));
  const other = "20261121T2330Z-0000000099.parquet";
  await doTask({
    do: "join",
    files: [path.join(made(), names[0] ?? "")],
    target: joined,
    parts: [names[0] ?? "", other],
  });
  await send(DAY, "less.parquet");
  expect(await means()).toEqual(counted([0, 1, 2, 3, 4, 5, 6, 7]));
});

it("takes nothing else: other names, another time, what is no such file, more than there is room for", async () => {
  const [name = ""] = await parts();
  const other = { ...(await offerOf(name)), name: "notes.txt" };
  await expect(history.has(HUB, other)).rejects.toThrow(FileRefused);
  await expect(history.has(HUB, { ...other, name: "20261399T9999Z-0000000001.parquet" })).rejects.toThrow(
    FileRefused,
  );
  await expect(history.has(HUB, { ...other, name, size: 1e6 + 1 })).rejects.toThrow(FileLater);
  await writeFile(path.join(made(), "garbage"), "PAR1 nothing PAR1");
  await expect(send(name, "garbage")).rejects.toThrow(FileRefused);
  await expect(send("20261122T0000Z-0000000001.parquet", name)).rejects.toThrow(FileRefused);
  expect(await history.span(HUB)).toBeUndefined();
});

describe("corrections of a site", () => {
  const undone = (name: string) => name.replace(".parquet", ".undone.parquet");
  const offered = async (name: string) =>
    await history.has(HUB, await offerOf(name, name.replace(".undone", "")));

  it("count in place of what was recorded, the later one over the earlier, and are told", async () => {
    for (const name of [...(await parts()), FIRST]) await send(name);
    expect(await means()).toEqual([0, 500, ...counted([0, 1, 2, 3]).slice(4)]);
    expect(await offered(FIRST)).toBe(true);
    const before = await history.bytes(HUB);
    await send(SECOND);
    expect(await history.bytes(HUB)).toBeGreaterThan(before);
    expect(await means()).toEqual([0, ...counted([0, 1, 2, 3]).slice(4)]);
    expect((await chart()).corrected).toMatchObject([
      { number: 2, from: BEGIN + 1_000, to: BEGIN + 3_000, by: "Erika Beispiel", empty: true },
      { number: 1, from: BEGIN + 3_000, to: BEGIN + QUARTER + 1_000, empty: false },
    ]);
  });

  it("that were undone count no more, and again where a site's lake was put back", async () => {
    for (const name of [...(await parts()), FIRST, SECOND]) await send(name);
    expect(await offered(undone(SECOND))).toBe(true);
    expect(await means()).toEqual([0, 500, ...counted([0, 1, 2, 3]).slice(4)]);
    expect(await offered(undone(FIRST))).toBe(true);
    expect(await means()).toEqual(counted([0, 1, 2, 3]));
    expect(await offered(FIRST)).toBe(true);
    expect(await means()).toEqual([0, 500, ...counted([0, 1, 2, 3]).slice(4)]);
    // Another one by the number of one that was undone.
    expect(await history.has(HUB, await offerOf(SECOND, FIRST))).toBe(false);
    await send(SECOND, FIRST);
    expect(await means()).toEqual([0, 500, ...counted([0, 1, 2, 3]).slice(4)]);
    expect(await readdir(path.join(folder(), HUB, "history/corrections"))).toEqual([FIRST, SECOND]);
  });

  it("of which the central never heard need not come once they are undone", async () => {
    expect(await offered(undone(FIRST))).toBe(true);
    expect(await history.corrections(HUB)).toEqual([]);
  });

  it("that are none are refused, and one that is damaged later takes nothing but itself", async () => {
    const [name = ""] = await parts();
    await expect(send(FIRST, name)).rejects.toThrow(FileRefused);
    for (const each of [...(await parts()), FIRST, SECOND]) await send(each);
    await writeFile(path.join(folder(), HUB, "history/corrections", SECOND), "PAR1");
    expect(await chart()).toMatchObject({ unread: 1, corrected: [{ number: 1 }] });
    expect(await means()).toEqual([0, 500, ...counted([0, 1, 2, 3]).slice(4)]);
  });
});
