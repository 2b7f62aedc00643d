/** A recorded day as another program reads it, by the questions of docs/how-to/read-the-history.md. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { askDuckDb, repoRoot } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { beforeAll, expect, it } from "vitest";
import { Lake } from "./lake.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";

const A = "mqtt.halle.temperatur";
const START = Date.UTC(2026, 10, 21);
const folder = useSharedFolder();

beforeAll(async () => {
  const clock = new ManualClock(START);
  const scope = new Scope();
  const log = createLogger("hub", "lake", new MemoryLogSink());
  const lake = await Lake.open({ folder: folder(), clock, scope, log, keep: { days: 9, bytes: 1e9 } });
  // In several parts, so that the day's file is a joined one.
  for (let minute = 0; minute < 180; minute += 1) {
    const time = START + minute * MINUTE;
    clock.jump(time - clock.now());
    lake.add(A, time, minute / 10, minute === 70 ? 2 : 0);
    if (minute % 60 === 0) lake.add("http_in.tür.offen", time, minute === 60, 0);
    if (minute % 15 === 14) await lake.settle();
  }
  lake.add("mqtt.halle.meldung", clock.now(), "Störung „Pumpe“; 'x'", 1);
  lake.add("mqtt.halle.daten", clock.now(), { a: [1, null] }, 0);
  lake.add("mqtt.halle.fehlt", clock.now(), null, 2);
  clock.jump(DAY);
  await lake.settle();
  await scope.end();
});

const file = () => path.join(folder(), "2026-11-21.parquet");

it("has the columns that are documented, and every row", async () => {
  const [columns, counts, texts] = await askDuckDb([
    `DESCRIBE SELECT * FROM '${file()}'`,
    `SELECT count(*)::INT AS rows, count(value)::INT AS numbers, epoch_ms(min(time))::DOUBLE AS first FROM '${file()}'`,
    `SELECT channel, value, text, quality FROM '${file()}' WHERE channel <> '${A}' ORDER BY channel, time`,
  ]);
  expect(columns?.map(({ column_name, column_type }) => [column_name, column_type])).toEqual([
    ["channel", "VARCHAR"],
    ["time", "TIMESTAMP WITH TIME ZONE"],
    ["value", "DOUBLE"],
    ["text", "VARCHAR"],
    ["quality", "INTEGER"],
  ]);
  expect(counts).toEqual([{ rows: 186, numbers: 183, first: START }]);
  expect(texts).toEqual([
    { channel: "http_in.tür.offen", value: 0, text: null, quality: 0 },
    { channel: "http_in.tür.offen", value: 1, text: null, quality: 0 },
    { channel: "http_in.tür.offen", value: 0, text: null, quality: 0 },
    { channel: "mqtt.halle.daten", value: null, text: '{"a":[1,null]}', quality: 0 },
    { channel: "mqtt.halle.fehlt", value: null, text: null, quality: 2 },
    { channel: "mqtt.halle.meldung", value: null, text: "Störung „Pumpe“; 'x'", quality: 1 },
  ]);
});

it("answers the question of the document", async () => {
  const text = await readFile(path.join(repoRoot(), "docs/how-to/read-the-history.md"), "utf8");
  const question = /^ {4}SELECT time_bucket[^;]+;/m.exec(text)?.[0];
  expect(question).toContain("'*.parquet'");
  const [hours] = await askDuckDb([question?.replace("*.parquet", file()) ?? ""]);
  expect(hours?.map((row) => Object.values(row).slice(1))).toEqual([
    [2.95, 0, 5.9],
    [expect.closeTo((60 * 8.95 - 7) / 59, 9), 6, 11.9],
    [14.95, 12, 17.9],
  ]);
  expect(hours?.map(({ hour }) => Date.parse(`${String(hour)}Z`))).toEqual(
    [0, 1, 2].map((at) => START + at * HOUR),
  );
});
