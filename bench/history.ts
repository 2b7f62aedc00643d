/**
 * Charts over a simulated year: 500 channels, a value per minute each (263 million values). The summaries are filled by
 * SQL with what the recorder would have made of them, minutes of the last 35 days and hours and days of the year;
 * the raw values, which no chart of these spans reads, are left out. Then charts are asked for as the debugger does.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, MemoryLogSink, Scope, systemClock } from "@hubwart/core";
import { Lake } from "@hubwart/stores/lake";
import { DatabaseSync } from "@photostructure/sqlite";
import { type Figure, report } from "./support/results.ts";

const CHANNELS = 500;
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ROUNDS = 20;
const figures: Figure[] = [];

const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-history-"));
const scope = new Scope();
try {
  const log = createLogger("hub", "lake", new MemoryLogSink());
  const keep = { days: 3_650, bytes: 1e12 };
  const made = new Scope();
  await Lake.open({ folder, clock: systemClock, scope: made, log, keep });
  await made.end();
  const end = Math.floor(Date.now() / HOUR) * HOUR;
  fill(path.join(folder, "summary.db"), end);
  const { size } = await stat(path.join(folder, "summary.db"));
  figures.push({ what: `summaries of ${CHANNELS} channels`, measured: `${(size / 1e6).toFixed(0)} MB` });
  const lake = await Lake.open({ folder, clock: systemClock, scope, log, keep });
  const name = (at: number): string => `bench.pod.c${at % CHANNELS}`;
  await measure("one channel over the year", 300, (round) => ({
    channels: [name(round * 7)],
    from: end - 365 * DAY,
    to: end,
  }));
  await measure("10 channels over a day", 100, (round) => ({
    channels: Array.from({ length: 10 }, (_, at) => name(round * 17 + at)),
    from: end - DAY - round * HOUR,
    to: end - round * HOUR,
  }));
  const { rss } = process.memoryUsage();
  figures.push({
    what: "memory of the process that answers (resident)",
    measured: `${(rss / 1e6).toFixed(0)} MB`,
  });
  await report("history", figures);

  async function measure(
    what: string,
    aim: number,
    ask: (round: number) => { channels: string[]; from: number; to: number },
  ): Promise<void> {
    const times: number[] = [];
    let points = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const begin = performance.now();
      const { series } = await lake.chart({ ...ask(round), points: 1_000 });
      times.push(performance.now() - begin);
      points = Math.min(...series.map((line) => line.points.length));
    }
    times.sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    figures.push({
      what: `${what}, ${points} points each, ${ROUNDS} charts`,
      aim: `${aim} ms`,
      measured: `median ${median.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`,
    });
    if (points === 0) throw new Error("an empty chart: the figures mean nothing");
  }
} finally {
  await scope.end();
  await rm(folder, { recursive: true, force: true });
}

function fill(file: string, end: number): void {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA synchronous = OFF; BEGIN");
  const channel = db.prepare("INSERT INTO channel VALUES (?, ?)");
  const long = db.prepare(`
    WITH RECURSIVE t(start) AS (SELECT ? UNION ALL SELECT start + ? FROM t WHERE start + ? < ?)
    INSERT INTO long SELECT ?, ?, start, ?, 15.5, 24.5, ? * 20.0, 21.5 FROM t`);
  const minutes = db.prepare(`
    WITH RECURSIVE t(start) AS (SELECT ? UNION ALL SELECT start + ? FROM t WHERE start + ? < ?)
    INSERT INTO minutes SELECT ?, start, ? FROM t`);
  const block = Buffer.alloc(15 * 9);
  for (let minute = 0; minute < 15; minute += 1) {
    // As packages/stores/src/lake/bins.ts writes a minute with one value.
    block.writeUInt8(minute | 0x80, minute * 9);
    block.writeDoubleLE(20 + minute / 10, minute * 9 + 1);
  }
  for (let id = 1; id <= CHANNELS; id += 1) {
    channel.run(id, `bench.pod.c${id - 1}`);
    long.run(end - 365 * DAY, HOUR, HOUR, end, id, HOUR, 60, 60);
    long.run(Math.floor((end - 365 * DAY) / DAY) * DAY, DAY, DAY, end, id, DAY, 1_440, 1_440);
    minutes.run(end - 35 * DAY, QUARTER, QUARTER, end, id, block);
  }
  db.exec("COMMIT");
  db.close();
}
