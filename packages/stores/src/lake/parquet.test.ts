import { stat, truncate } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { joinParquet, metadataOf, readParquet, writeParquet } from "./parquet.ts";
import { RowBuffer, sortedByName } from "./rows.ts";

const folder = useFolder();

const NAMES = ["mqtt.halle.temperatur", "http_in.wetter.wind", "modb_client.zähler.leistung"];
const T = Date.UTC(2026, 10, 21);

function rowsFrom(start: number, count: number) {
  const buffer = new RowBuffer();
  for (let at = 0; at < count; at += 1) {
    buffer.push(at % 3, start + at * 200, Math.round(2000 + 50 * Math.sin(at / 50) + (at % 7)) / 100, 0);
  }
  return buffer.rows();
}
const nameOf = (channel: number) => NAMES[channel] ?? "";

it("gives back every kind of value, with quality and time to the millisecond", async () => {
  const buffer = new RowBuffer();
  const values = [1.5, -0.1, true, false, "Text mit ü", { a: [1, null] }, null, 1e300];
  values.forEach((value, at) => {
    buffer.push(at % 2, T + at, value, at % 3);
  });
  const file = path.join(folder(), "a.parquet");
  await writeParquet(file, buffer.rows(), nameOf);
  const rows = await readParquet(file, { from: T, to: T + 100 });
  expect(rows.sort((a, b) => a.time - b.time)).toEqual(
    values.map((value, at) => ({
      channel: NAMES[at % 2],
      time: T + at,
      value: typeof value === "number" ? value : typeof value === "boolean" ? Number(value) : null,
      text:
        typeof value === "string" ? value : typeof value === "object" && value ? JSON.stringify(value) : null,
      quality: at % 3,
    })),
  );
});

it("answers for some channels and a span only, at both its ends included", async () => {
  const file = path.join(folder(), "a.parquet");
  await writeParquet(file, rowsFrom(T, 900), nameOf);
  const rows = await readParquet(file, { channels: [NAMES[1] ?? ""], from: T + 200, to: T + 200 + 600 * 9 });
  expect(rows.map(({ time }) => time)).toEqual(Array.from({ length: 10 }, (_, at) => T + 200 + at * 600));
});

it("leaves out the channels between two that are asked for", async () => {
  const file = path.join(folder(), "a.parquet");
  await writeParquet(file, rowsFrom(T, 900), nameOf);
  const outer = [NAMES[0] ?? "", NAMES[2] ?? ""];
  const rows = await readParquet(file, { channels: outer, from: T, to: T + 86_400_000 });
  const all = await readParquet(file, { from: T, to: T + 86_400_000 });
  expect(rows).toEqual(all.filter(({ channel }) => outer.includes(channel)));
  expect([...new Set(rows.map(({ channel }) => channel))].sort()).toEqual(outer.toSorted());
});

it("joins files without touching their rows, smaller than the parts and readable alike", async () => {
  const parts = [0, 1, 2].map((at) => path.join(folder(), `part-${String(at)}.parquet`));
  for (const [at, file] of parts.entries())
    await writeParquet(file, rowsFrom(T + at * 3_600_000, 60_000), nameOf);
  const whole = path.join(folder(), "day.parquet");
  await joinParquet(parts, whole);
  const metadata = await metadataOf(whole);
  expect(Number(metadata.num_rows)).toBe(180_000);
  const question = { channels: [NAMES[2] ?? ""], from: 0, to: T + 86_400_000 };
  const each = await Promise.all(parts.map((file) => readParquet(file, question)));
  expect(await readParquet(whole, question)).toEqual(each.flat());
  const sizes = await Promise.all(parts.map(async (file) => (await stat(file)).size));
  expect((await stat(whole)).size).toBeLessThanOrEqual(sizes.reduce((sum, size) => sum + size, 0));
});

it("reads a file that took the place of another of the same name, and one that ends too soon not at all", async () => {
  const file = path.join(folder(), "a.parquet");
  const question = { channels: [NAMES[0] ?? ""], from: T, to: T + 86_400_000 };
  for (const count of [30, 60]) {
    await writeParquet(file, rowsFrom(T, count), nameOf);
    expect(await readParquet(file, question)).toHaveLength(count / 3);
  }
  await truncate(file, (await stat(file)).size - 20);
  await expect(readParquet(file, question)).rejects.toThrow();
});

it("gives each row its own quality and text where those of its group differ, and the group's where not", async () => {
  const file = path.join(folder(), "a.parquet");
  const buffer = new RowBuffer();
  // The second group has one quality and no text.
  for (let at = 0; at < 25_000; at += 1)
    buffer.push(0, T + at, at === 7 ? "sieben" : at, at < 20_000 ? at % 2 : 1);
  await writeParquet(file, buffer.rows(), nameOf);
  const rows = await readParquet(file, { from: T, to: T + 86_400_000 });
  expect(rows.map(({ quality, text, value }) => [quality, text, value])).toEqual(
    Array.from({ length: 25_000 }, (_, at) => [
      at < 20_000 ? at % 2 : 1,
      at === 7 ? "sieben" : null,
      at === 7 ? null : at,
    ]),
  );
});

it("keeps the names of a group together, so that a question reads one group", async () => {
  const file = path.join(folder(), "a.parquet");
  const buffer = new RowBuffer();
  const names = Array.from({ length: 30 }, (_, at) => `a${at}`);
  for (let at = 0; at < 60_000; at += 1) buffer.push(at % 30, T + at, at, 0);
  const name = (channel: number) => names[channel] ?? "";
  await writeParquet(file, sortedByName(buffer.rows(), name), name);
  const groups = (await metadataOf(file)).row_groups.map(({ columns }) => columns[0]?.meta_data?.statistics);
  expect(groups.map((figures) => [figures?.min_value, figures?.max_value])).toEqual([
    ["a0", "a17"],
    ["a18", "a26"],
    ["a27", "a9"],
  ]);
});
