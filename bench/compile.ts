/**
 * How long and how much memory the check of a large project takes: 100,000 MQTT channels and 20,000
 * links, written by the workbook writer, checked in the same process an upload is checked in.
 *
 *     node scripts/run.mjs bench/compile.ts
 *
 * Aim: below 5 s and 512 MB.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { checkInChild } from "@hubwart/project";
import { type WorkbookTable, writeWorkbook } from "@hubwart/project/workbook";
import { report } from "./support/results.ts";

const CHANNELS = 100_000;
const LINKS = 20_000;
const PODS = 5;
const ENTRY = path.resolve("dist/server/check-child.mjs");

function tables(): WorkbookTable[] {
  const pod = (i: number) => `p${i % PODS}`;
  const channels = Array.from({ length: CHANNELS }, (_, i) => [
    pod(i),
    "main",
    `c${i}`,
    "float",
    "inout",
    `Temperatur ${i}`,
    "°C",
    "halle, klima",
    `anlage/raum/${i}/temperatur`,
    1,
  ]);
  const links = Array.from({ length: LINKS }, (_, i) => [
    `mqtt.${pod(i)}.c${i}`,
    `mqtt.${pod(i + LINKS)}.c${i + LINKS}`,
    2.5,
  ]);
  const pods = Array.from({ length: PODS }, (_, i) => [`mqtt.${pod(i)}`, "127.0.0.1"]);
  const header = ["pod", "iface", "channel", "type", "dir", "label", "unit", "tags", "topic", "qos"];
  return [
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "bench"],
      ],
    },
    { name: "pods", rows: [["id", "host"], ...pods] },
    { name: "mqtt", rows: [header, ...channels] },
    { name: "links", rows: [["source", "target", "scale"], ...links] },
  ];
}

/** Highest resident memory of the checking process over its life, MB (proc(5), VmHWM). */
async function peakMegabytes(file: string, folder: string): Promise<number> {
  const child = fork(ENTRY, [], {
    execArgv: ["--max-old-space-size=576"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let peak = 0;
  const watch = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 20);
  child.send({ file, originalName: "bench.xlsx", folder });
  await once(child, "exit");
  clearInterval(watch);
  return Math.round(peak / 1024);
}

const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-bench-"));
try {
  const file = path.join(folder, "bench.xlsx");
  await writeFile(file, await writeWorkbook(tables()));
  const seconds: number[] = [];
  for (let run = 0; run < 3; run++) {
    const started = performance.now();
    const result = await checkInChild({ entry: ENTRY, file, originalName: "bench.xlsx", folder });
    seconds.push((performance.now() - started) / 1000);
    if (result.summary?.channels !== CHANNELS) throw new Error(JSON.stringify(result.errors.slice(0, 3)));
  }
  const megabytes = ((await readFile(file)).length / 1e6).toFixed(1);
  const what = `check of ${CHANNELS} channels and ${LINKS} links, a workbook of ${megabytes} MB`;
  await report("compile", [
    { what, aim: "5 s", measured: seconds.map((value) => `${value.toFixed(2)} s`).join(", ") },
    {
      what: "the same: most memory of the process that checks",
      aim: "512 MB",
      measured: `${await peakMegabytes(file, folder)} MB`,
    },
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
