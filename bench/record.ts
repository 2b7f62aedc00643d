/**
 * 5,000 values a second for 10 minutes (`HUBWART_RECORD_MINUTES`) into the recorder's process as it is shipped, and the same
 * values at the same time into Debian's InfluxDB 1.6, batches of a second over HTTP as its makers advise. Then both are
 * asked for the same charts.
 *
 * 500 channels: slowly moving measurements with two decimals, ten values a second each, with the jitter of a real source.
 * Processor time from /proc/PID/stat, memory as proportional set size, every 5 s; the disk after both have settled.
 */
import { fork } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pss, repoRoot, startInfluxdb } from "@hubwart/testing";
import { mb } from "./support/process.ts";
import { type Figure, report } from "./support/results.ts";

const MINUTES = Number(process.env["HUBWART_RECORD_MINUTES"] ?? 10);
const CHANNELS = 500;
const PER_SECOND = 5_000;
const BATCHES = 4;
const TICKS_PER_SECOND = 100;
const QUESTIONS = 20;
/** Aims are ours alone. */
const CANDIDATES = {
  hubwart: { title: "recorder", aims: true },
  influxdb: { title: "InfluxDB 1.6", aims: false },
};
const NAMES = ["hubwart", "influxdb"] as const;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Answer {
  t: string;
  id?: number;
  chart?: { step: number; series: { points: unknown[] }[] };
}

const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-record-"));
const lake = path.join(folder, "lake");
const influx = await startInfluxdb();
await influx.query('CREATE DATABASE "bench"');
const recorder = fork(path.join(repoRoot(), "dist/server/recorder.mjs"), [lake, "3650", "1e12", folder], {
  execArgv: ["--max-semi-space-size=2"],
  serialization: "json",
});
try {
  await answer((message) => message.t === "ready");
  const names = Array.from({ length: CHANNELS }, (_, at) => `mqtt.bench.kanal_${at}`);
  recorder.send({ t: "names", names });
  await sleep(5_000);
  const pids = { hubwart: recorder.pid ?? 0, influxdb: influx.pid };
  const idle = { hubwart: await pss(pids.hubwart), influxdb: await pss(pids.influxdb) };
  const began = { at: Date.now(), hubwart: await cpu(pids.hubwart), influxdb: await cpu(pids.influxdb) };
  const memory: Record<keyof typeof pids, number[]> = { hubwart: [], influxdb: [] };
  const values = new Float64Array(CHANNELS).map((_, at) => 20 + at / 100);
  let sent = 0;
  let lines: string[] = [];
  let writing: Promise<unknown> = Promise.resolve();
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
      lines.push(`hubwart,channel=${names[channel]} value=${value},quality=0i ${time}`);
    }
    recorder.send({ t: "rows", rows });
    sent += rows.c.length;
    if (lines.length >= PER_SECOND) {
      const body = lines.join("\n");
      lines = [];
      writing = writing.then(() => post(body));
    }
    if (batch % (5 * BATCHES) === 0) for (const name of NAMES) memory[name].push(await pss(pids[name]));
  }
  await writing;
  await sleep(5_000);
  const seconds = (Date.now() - began.at) / 1_000;
  const used = {
    hubwart: ((await cpu(pids.hubwart)) - began.hubwart) / seconds,
    influxdb: ((await cpu(pids.influxdb)) - began.influxdb) / seconds,
  };
  const figures: Figure[] = [];
  for (const name of NAMES) {
    const { title, aims } = CANDIDATES[name];
    const most = Math.max(...memory[name]);
    const median = memory[name].toSorted((a, b) => a - b)[memory[name].length >> 1] ?? 0;
    figures.push({
      what: `${title}: processor, ${sent} values in ${seconds.toFixed(0)} s`,
      ...(aims && { aim: "0.25 cores" }),
      measured: `${used[name].toFixed(3)} cores`,
    });
    figures.push({
      what: `${title}: memory (PSS) idle, median, most`,
      ...(aims && { aim: "60 MB above idle" }),
      measured: `${mb(idle[name])}, ${mb(median)}, ${mb(most)}, so ${mb(most - idle[name])} above idle`,
    });
  }
  const span = { from: began.at, to: began.at + MINUTES * 60_000 };
  for (const { what, count, time } of [
    { what: "one channel over the run", count: 1, time: span },
    { what: "10 channels over the run", count: 10, time: span },
    { what: "one channel over a minute, value by value", count: 1, time: minuteOf(span) },
  ]) {
    const values = time !== span;
    const wanted = (round: number) => Array.from({ length: count }, (_, at) => (round * 17 + at) % CHANNELS);
    const own = await timed(async (round) => {
      const id = round + 1;
      const channels = wanted(round).map((channel) => names[channel]);
      recorder.send({ t: "chart", id, request: { channels, ...time, points: values ? 1_000 : 500 } });
      const { chart } = await answer((message) => message.t === "answer" && message.id === id);
      if ((chart?.step === 0) !== values) throw new Error("other points than InfluxDB is asked for");
      return Math.min(...(chart?.series ?? []).map(({ points }) => points.length));
    });
    const other = await timed(async (round) => {
      const channels = wanted(round).map((channel) => `channel='${names[channel]}'`);
      const [select, groups] = values
        ? ["value", ""]
        : ["min(value), max(value), mean(value)", "GROUP BY time(1m), channel"];
      const rows = await influx.query(
        `SELECT ${select} FROM hubwart WHERE (${channels.join(" OR ")}) AND time >= ${time.from}ms AND time < ${time.to}ms ${groups}`,
        "bench",
      );
      return rows.length;
    });
    figures.push({ what: `${CANDIDATES.hubwart.title}: ${what}`, measured: own });
    figures.push({ what: `${CANDIDATES.influxdb.title}: ${what}`, measured: other });
  }
  recorder.send({ t: "stop" });
  await new Promise((resolve) => recorder.once("exit", resolve));
  await influx.down();
  const disk = { hubwart: await sizeOf(lake), influxdb: await sizeOf(influx.folder) };
  const parts = [...(await kinds(lake))].map(([name, size]) => `${name} ${mb(size)}`).join(", ");
  for (const name of NAMES) {
    const { title, aims } = CANDIDATES[name];
    figures.push({
      what: `${title}: disk`,
      ...(aims && { aim: "4 bytes per value" }),
      measured: `${mb(disk[name])}, ${(disk[name] / sent).toFixed(2)} bytes per value${aims ? ` (${parts})` : ""}`,
    });
  }
  await report("record", figures);
} finally {
  recorder.kill("SIGKILL");
  await influx.stop();
  await rm(folder, { recursive: true, force: true });
}

async function post(body: string): Promise<void> {
  const url = `http://127.0.0.1:${influx.port}/write?db=bench&precision=ms`;
  const { status } = await fetch(url, { method: "POST", body });
  if (status !== 204) throw new Error(`InfluxDB answered ${status}`);
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

/** User and system time, s. */
async function cpu(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
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
