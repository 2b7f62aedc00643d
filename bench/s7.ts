/**
 * S7: 500 REALs of a snap7 server every 100 ms for 20 s, read by the product and by Node-RED with
 * node-red-contrib-s7: values per second, processor time and proportional set size of the process that reads. Beside it
 * the idle pods of the types that send messages.
 */
import { processes, pss, type Snap7, startProduct, startSnap7, waitFor } from "@hubwart/testing";
import { startNodeRed } from "./support/node-red.ts";
import { cpuSeconds } from "./support/product.ts";
import { zipFiles } from "./support/zip.ts";

const VARIABLES = 500;
const EVERY_MS = 100;
const SECONDS = 20;
const SETTLE_MS = 5_000;

interface Row {
  what: string;
  perSecond: number;
  pid: number;
  cpu: number;
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

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
  const reader = {
    id: "in",
    type: "s7 in",
    z: "flow",
    endpoint: "cpu",
    mode: "all",
    variable: "",
    diff: false,
  };
  const red = await startNodeRed({
    nodes: { "node-red-contrib-s7": "3.1.0" },
    flows: [
      { id: "flow", type: "tab", label: "bench" },
      endpoint,
      { ...reader, wires: [["fn"]] },
      { id: "fn", type: "function", z: "flow", func: code, outputs: 1, wires: [[]] },
    ],
    ready: /COUNT [1-9]/,
  });
  try {
    const count = () =>
      Promise.resolve(Number([...red.output().matchAll(/COUNT (\d+)\./g)].at(-1)?.[1] ?? 0));
    await print(await measured("Node-RED, the whole process", red.pid, count));
  } finally {
    await red.stop();
  }
}

const cpu = await startSnap7({ db: { 1: Buffer.alloc(VARIABLES * 4) } });
try {
  await hubwart(cpu);
  await nodeRed(cpu);
} finally {
  await cpu.stop();
}
