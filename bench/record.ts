/**
 * 5,000 values a second for 10 minutes (`HUBWART_RECORD_MINUTES`) into the recorder's process as it is shipped, which is then asked
 * for charts.
 *
 * 500 channels: slowly moving measurements with two decimals, ten values a second each, with the jitter of a real source.
 * Processor time from /proc/PID/stat, memory as proportional set size, every 5 s; the disk after it has settled.
 */
import { fork } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pss, repoRoot } from "@hubwart/testing";
import { cpuSeconds, mb } from "./support/process.ts";
import { type Figure, report } from "./support/results.ts";

const MINUTES = Number(process.env["HUBWART_RECORD_MINUTES"] ?? 10);
const CHANNELS = 500;
const PER_SECOND = 5_000;
const BATCHES = 4;
const QUESTIONS = 20;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Answer {
  t: string;
  id?: number;
  result?: { step: number; series: { points: unknown[] }[] };
}

const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-record-"));
const lake = path.join(folder, "lake");
const recorder = fork(path.join(repoRoot(), "dist/server/recorder.mjs"), [lake, "3650", "1e12", folder], {
  execArgv: ["--max-semi-space-size=2"],
  serialization: "json",
});
try {
  await answer((message) => message.t === "ready");
  const names = Array.from({ length: CHANNELS }, (_, at) => `mqtt.bench.kanal_${at}`);
  recorder.send({ t: "names", names });
  await sleep(5_000);
  const pid = recorder.pid ?? 0;
  const idle = await pss(pid);
  const began = { at: Date.now(), used: await cpuSeconds(pid) };
  const memory: number[] = [];
  const values = new Float64Array(CHANNELS).map((_, at) => 20 + at / 100);
  let sent = 0;
  const batches = MINUTES * 60 * BATCHES;
  for (let batch = 0; batch < batches; batch += 1) {
    const at = began.at + (batch * 1_000) / BATCHES;
    await sleep(Math.max(0, at - Date.now()));
    const rows = { c: [] as number[], t: [] as number[], v: [] as number[], q: [] as number[] };
    for (let place = 0; place < PER_SECOND / BATCHES; place += 1) {
      const channel = (batch * (PER_SECOND / BATCHES) + place) % CHANNELS;
      const value = Math.round(((values[channel] ?? 0) + (Math.random() - 0.5) * 0.2) * 100) / 100;
      const time = at + Math.floor((place * 1_000) / PER_SECOND) + Math.floor(Math.random() * 2);
      values[channel] = value;
      rows.c.push(channel);
      rows.t.push(time);
      rows.v.push(value);
      rows.q.push(0);
    }
    recorder.send({ t: "rows", rows });
    sent += rows.c.length;
    if (batch % (5 * BATCHES) === 0) memory.push(await pss(pid));
  }
  await sleep(5_000);
  const seconds = (Date.now() - began.at) / 1_000;
  const used = ((await cpuSeconds(pid)) - began.used) / seconds;
  const most = Math.max(...memory);
  const median = memory.toSorted((a, b) => a - b)[memory.length >> 1] ?? 0;
  const figures: Figure[] = [
    {
      what: `recorder: processor, ${sent} values in ${seconds.toFixed(0)} s`,
      aim: "0.25 cores",
      measured: `${used.toFixed(3)} cores`,
    },
    {
      what: "recorder: memory (PSS) idle, median, most",
      aim: "60 MB above idle",
      measured: `${mb(idle)}, ${mb(median)}, ${mb(most)}, so ${mb(most - idle)} above idle`,
    },
  ];
  const span = { from: began.at, to: began.at + MINUTES * 60_000 };
  for (const { what, count, time } of [
    { what: "one channel over the run", count: 1, time: span },
    { what: "10 channels over the run", count: 10, time: span },
    { what: "one channel over a minute, value by value", count: 1, time: minuteOf(span) },
  ]) {
    const values = time !== span;
    const wanted = (round: number) => Array.from({ length: count }, (_, at) => (round * 17 + at) % CHANNELS);
    const measured = await timed(async (round) => {
      const id = round + 1;
      const channels = wanted(round).map((channel) => names[channel]);
      const params = { channels, ...time, points: values ? 1_000 : 500 };
      recorder.send({ t: "ask", id, method: "chart", params });
      const { result: chart } = await answer((message) => message.t === "answer" && message.id === id);
      if ((chart?.step === 0) !== values) throw new Error("other points than were asked for");
      return Math.min(...(chart?.series ?? []).map(({ points }) => points.length));
    });
    figures.push({ what: `recorder: ${what}`, measured });
  }
  recorder.send({ t: "stop" });
  await new Promise((resolve) => recorder.once("exit", resolve));
  const size = await sizeOf(lake);
  const parts = [...(await kinds(lake))].map(([name, bytes]) => `${name} ${mb(bytes)}`).join(", ");
  figures.push({
    what: "recorder: disk",
    aim: "4 bytes per value",
    measured: `${mb(size)}, ${(size / sent).toFixed(2)} bytes per value (${parts})`,
  });
  await report("record", figures);
} finally {
  recorder.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
}

function answer(wanted: (message: Answer) => boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const take = (message: Answer): void => {
      if (message.t === "failed") reject(new Error(JSON.stringify(message)));
      if (!wanted(message)) return;
      recorder.off("message", take);
      resolve(message);
    };
    recorder.on("message", take);
  });
}

/** In its midst. */
function minuteOf({ from, to }: { from: number; to: number }): { from: number; to: number } {
  const middle = Math.floor((from + to) / 2);
  return { from: middle, to: middle + 60_000 };
}

async function timed(ask: (round: number) => Promise<number>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < QUESTIONS; round += 1) {
    const begin = performance.now();
    const points = await ask(round);
    times.push(performance.now() - begin);
    if (points === 0) throw new Error("an empty chart: the figures mean nothing");
  }
  times.sort((a, b) => a - b);
  return `median ${times[times.length >> 1]?.toFixed(1)} ms, most ${times.at(-1)?.toFixed(1)} ms`;
}

async function kinds(top: string): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const file of await files(top)) {
    const kind = /\.(parquet|log)$/.exec(file)?.[1] ?? (file.includes("summary.db") ? "summaries" : "other");
    sums.set(kind, (sums.get(kind) ?? 0) + (await stat(file)).size);
  }
  return sums;
}

async function sizeOf(top: string): Promise<number> {
  let sum = 0;
  for (const file of await files(top)) sum += (await stat(file)).size;
  return sum;
}

async function files(top: string): Promise<string[]> {
  const entries = await readdir(top, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
