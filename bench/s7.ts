/**
 * S7: 500 REALs of a snap7 server every 100 ms for 20 s, read by the product and by Node-RED with
 * node-red-contrib-s7: values per second, processor time and proportional set size of the process that reads. Beside it
 * the idle pods of the types that send messages.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { processes, pss, type Snap7, startProduct, startSnap7, waitFor } from "@hubwart/testing";
import { zipFiles } from "./support/zip.ts";

const VARIABLES = 500;
const EVERY_MS = 100;
const SECONDS = 20;
const SETTLE_MS = 5_000;
const TICKS_PER_SECOND = 100;

interface Row {
  what: string;
  perSecond: number;
  pid: number;
  cpu: number;
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** User and system time in seconds. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function measured(what: string, pid: number, count: () => Promise<number>): Promise<Row> {
  await rest(SETTLE_MS);
  const [values, cpu, from] = [await count(), await cpuSeconds(pid), performance.now()];
  await rest(SECONDS * 1000);
  const seconds = (performance.now() - from) / 1000;
  return {
    what,
    pid,
    perSecond: ((await count()) - values) / seconds,
    cpu: ((await cpuSeconds(pid)) - cpu) / seconds,
  };
}

async function print(row: Row): Promise<void> {
  const memory = mb(await pss(row.pid));
  process.stdout.write(
    `${row.what.padEnd(30)} ${row.perSecond.toFixed(0)} values/s  ${(row.cpu * 100).toFixed(1)} % of a core  PSS ${memory}\n`,
  );
}

async function hubwart(cpu: Snap7): Promise<void> {
  const product = await startProduct();
  try {
    await product.api.signIn("Messlauf-2026!");
    await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
      what: "the licence",
      timeout: 30_000,
    });
    const rows = Array.from({ length: VARIABLES }, (_, at) => `cpu;v${at};in;DB1.${at * 4};REAL`);
    const zip = await zipFiles([
      ["project.csv", "key;value\nid;s7\nname;S7\n"],
      [
        "pods.csv",
        [
          "id;host;port;interval;from;service;webhook",
          `s7_client.cpu;127.0.0.1;${cpu.port};${EVERY_MS};;;`,
          "email.idle;127.0.0.1;;;hub@example.org;;",
          "chat.idle;;;;;slack;http://127.0.0.1:9/hook",
          "",
        ].join("\n"),
      ],
      ["s7_client.csv", `pod;channel;dir;address;data\n${rows.join("\n")}\n`],
    ]);
    const upload = await product.api.uploadProject(zip, "s7.zip");
    if (upload.body["code"] !== 0) throw new Error(JSON.stringify(upload.body));
    const list = async () =>
      (await product.api.get("/pods", { force: "1" })).body["pods"] as { running: boolean }[];
    await waitFor(async () => (await list()).filter((pod) => pod.running).length === 3, {
      what: "all pods to run",
      timeout: 30_000,
    });
    const pods = (await processes()).filter(({ command }) => /\bpod[a-z-]*\.mjs/.test(command));
    const pid = pods.find(({ command }) => command.includes("s7_client.cpu"))?.pid ?? 0;
    const count = async () => {
      const { body } = await product.api.get("/trace/data", { filter: "s7_client.cpu.v0" });
      return Number(JSON.stringify(body).match(/"count":(\d+)/)?.[1] ?? 0) * VARIABLES;
    };
    await print(await measured("Hubwart, pod", pid, count));
    for (const { command, pid: idle } of pods) {
      const id = /\b(?:email|chat)\.idle\b/.exec(command)?.[0];
      if (id !== undefined) process.stdout.write(`${id.padEnd(30)} PSS ${mb(await pss(idle))}\n`);
    }
  } finally {
    await product.stop();
  }
}

async function nodeRed(cpu: Snap7): Promise<void> {
  const installed = path.resolve(".cache/node-red-s7");
  const main = path.join(installed, "node_modules/node-red/red.js");
  if (!existsSync(main)) {
    await mkdir(installed, { recursive: true });
    const dependencies = { "node-red": "4.1.8", "node-red-contrib-s7": "3.1.0" };
    await writeFile(path.join(installed, "package.json"), JSON.stringify({ private: true, dependencies }));
    const npm = ["install", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    if (spawnSync("npm", npm, { cwd: installed, stdio: "inherit" }).status !== 0)
      throw new Error("Node-RED is missing");
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "node-red-s7-"));
  const code =
    'const n = (context.get("n") || 0) + Object.keys(msg.payload).length; context.set("n", n);' +
    'if (Date.now() - (context.get("t") || 0) > 500) { context.set("t", Date.now()); node.warn("COUNT " + n + "."); }';
  const endpoint = {
    id: "cpu",
    type: "s7 endpoint",
    transport: "iso-on-tcp",
    connmode: "rack-slot",
    address: "127.0.0.1",
    port: String(cpu.port),
    rack: "0",
    slot: "1",
    cycletime: String(EVERY_MS),
    timeout: "2000",
    vartable: Array.from({ length: VARIABLES }, (_, at) => ({ addr: `DB1,REAL${at * 4}`, name: `v${at}` })),
  };
  await writeFile(
    path.join(folder, "flows.json"),
    JSON.stringify([
      { id: "flow", type: "tab", label: "bench" },
      endpoint,
      {
        id: "in",
        type: "s7 in",
        z: "flow",
        endpoint: "cpu",
        mode: "all",
        variable: "",
        diff: false,
        wires: [["fn"]],
      },
      { id: "fn", type: "function", z: "flow", func: code, outputs: 1, wires: [[]] },
    ]),
  );
  await writeFile(
    path.join(folder, "settings.js"),
    `module.exports={flowFile:'flows.json',httpAdminRoot:'/red',uiHost:'127.0.0.1',uiPort:0,credentialSecret:false,nodesDir:${JSON.stringify(path.join(installed, "node_modules/node-red-contrib-s7"))},telemetry:{enabled:false},logging:{console:{level:'info'}}};`,
  );
  const child = spawn(
    process.execPath,
    [main, "--userDir", folder, "--settings", path.join(folder, "settings.js")],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  try {
    const count = () => Promise.resolve(Number([...output.matchAll(/COUNT (\d+)\./g)].at(-1)?.[1] ?? 0));
    await waitFor(async () => (await count()) > 0, {
      what: "Node-RED to read",
      timeout: 60_000,
      detail: () => output,
    });
    await print(await measured("Node-RED, the whole process", child.pid ?? 0, count));
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

const cpu = await startSnap7({ db: { 1: Buffer.alloc(VARIABLES * 4) } });
try {
  await hubwart(cpu);
  await nodeRed(cpu);
} finally {
  await cpu.stop();
}
