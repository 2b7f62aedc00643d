/**
 * A backup of 200 MB while 5,000 values a second go MQTT → pod → hub → pod → MQTT: every value has a number, and none may be
 * lost, repeated or out of order. Latency of the values before and during, once without and once with a password; then the
 * backup is restored on an empty second device. `--quick`: 20 MB.
 */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ApiClient, startMosquitto, waitFor } from "@hubwart/testing";
import { connect } from "./mqtt/load.ts";
import { PASSWORD, pause, startReady, upload } from "./support/product.ts";
import { type Figure, report } from "./support/results.ts";

const QUICK = process.argv.includes("--quick");
const FILES = QUICK ? 2 : 20;
const FILE_BYTES = 10 * 1024 * 1024;
const CHANNELS = 1_000;
const RATE = 5_000;
const TICK_MS = 10;
const QUIET_S = QUICK ? 5 : 20;
const BACKUP_PASSWORD = "Passwort des Messlaufs";
const LONGEST_MS = 600_000;

const dataDir = await mkdtemp(path.join(os.tmpdir(), "hubwart-bench-"));
await mkdir(path.join(dataDir, "htdocs"), { recursive: true });
for (let i = 0; i < FILES; i += 1)
  await writeFile(path.join(dataDir, "htdocs", `plan-${i}.bin`), randomBytes(FILE_BYTES));
const broker = await startMosquitto({ quiet: true });
const product = await startReady({ dataDir });
const publisher = await connect(broker.port, { clientId: "bench-publisher" });
const receiver = await connect(broker.port, { clientId: "bench-receiver" });

/** When each number was sent, ms; 0 once it has arrived. */
const sent: number[] = [];
const newest = new Map<string, number>();
let latencies: number[] = [];
let arrived = 0;
let repeated = 0;
let disordered = 0;
receiver.on("message", (topic, payload) => {
  const number = Number(payload.toString());
  const at = sent[number];
  if (at === undefined) return;
  if (at === 0) repeated += 1;
  else arrived += 1;
  if (number < (newest.get(topic) ?? -1)) disordered += 1;
  newest.set(topic, number);
  sent[number] = 0;
  latencies.push(performance.now() - at);
});

let timer: NodeJS.Timeout | undefined;
const figures: Figure[] = [];
try {
  const channels = Array.from({ length: CHANNELS }, (_, i) => i);
  const rows = channels.flatMap((i) => [`strom;i${i};float;in;in/${i}`, `strom;o${i};float;out;out/${i}`]);
  const links = channels.map((i) => `mqtt.strom.i${i};mqtt.strom.o${i}`);
  await upload(product, [
    ["project.csv", "key;value\nid;strom\nname;Strom\n"],
    ["pods.csv", `id;host;port\nmqtt.strom;127.0.0.1;${broker.port}\n`],
    ["mqtt.csv", `pod;channel;type;dir;topic\n${rows.join("\n")}\n`],
    ["links.csv", `source;target\n${links.join("\n")}\n`],
  ]);
  await receiver.subscribeAsync("out/#");
  await connected();

  let due = performance.now();
  timer = setInterval(() => {
    // By the clock: a late timer makes up for it.
    for (; due < performance.now(); due += 1_000 / RATE) {
      const number = sent.push(performance.now()) - 1;
      publisher.publish(`in/${number % CHANNELS}`, String(number));
    }
  }, TICK_MS);
  await pause(3);
  const quiet = await measure(`for ${QUIET_S} s before`, () => pause(QUIET_S));
  const plain = await measure("during a backup without a password", () => backUp(""));
  const sealed = await measure("during a backup with a password", () => backUp(BACKUP_PASSWORD));
  clearInterval(timer);
  await waitFor(() => arrived === sent.length, { what: "all values", timeout: 30_000 }).catch(
    () => undefined,
  );
  figures.push({
    what: "99th percentile during against before",
    measured: `${(plain / quiet).toFixed(1)} times without a password, ${(sealed / quiet).toFixed(1)} with one`,
  });
  figures.push({
    what: `values sent and arrived, ${RATE} a second, over all of it`,
    aim: "none lost",
    measured: `${sent.length} and ${arrived}; ${repeated} repeated, ${disordered} out of order`,
  });
  // What follows is measured without them.
  await Promise.all([publisher.endAsync(true), receiver.endAsync(true)]);
  figures.push(await restored());
  await report("backup", figures);
} finally {
  clearInterval(timer);
  await Promise.all([publisher.endAsync(true), receiver.endAsync(true)]);
  await product.stop();
  await broker.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function connected(): Promise<void> {
  await waitFor(
    async () => {
      await publisher.publishAsync("in/0", "-1");
      const { body } = await product.api.get("/trace/data", { filter: "mqtt.strom.o0" });
      return JSON.stringify(body).includes("-1");
    },
    { what: "the first value", timeout: 30_000, interval: 300 },
  );
}

/** @returns the 99th percentile, ms */
async function measure(what: string, work: () => Promise<void>): Promise<number> {
  latencies = [];
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const longest = (sorted.at(-1) ?? 0).toFixed(0);
  figures.push({
    what: `latency MQTT to MQTT ${what}: median, 99th percentile, longest`,
    measured: `${at(0.5).toFixed(1)}, ${at(0.99).toFixed(1)}, ${longest} ms; ${Math.round(sorted.length / seconds)} values a second for ${seconds.toFixed(1)} s`,
  });
  return at(0.99);
}

async function backUp(pwd: string): Promise<void> {
  const off = { use: false };
  const ftp = { use: false, tls: false, verify: false, host: "", port: 21, user: "", pasv: true, path: "/" };
  const backup = { config: { use: true }, influxdb: off, grafana: off, mosquitto: off };
  const schedule = { use: false, mode: 1, time: [2, 0], wday: 0, mday: 1 };
  await product.api.post("/backup/config", { ...schedule, backup, target: { ftp }, pwd });
  await product.api.post("/backup/run", {});
  await waitFor(async () => (await product.api.get("/backup/state")).body["active"] === false, {
    what: "the backup",
    timeout: LONGEST_MS,
    interval: 100,
  });
  const last = (await product.api.get("/backup/state")).body["last"] as { success: boolean };
  if (!last.success) throw new Error(JSON.stringify(last));
}

/** The encrypted one, on a device without a password. */
async function restored(): Promise<Figure> {
  const folder = path.join(dataDir, "backups");
  const name = (await readdir(folder)).find((one) => one.endsWith(".age")) ?? "";
  const file = path.join(folder, name);
  const { size } = await stat(file);
  const device = await startReady();
  const api = new ApiClient(device.url);
  try {
    await api.signIn(PASSWORD);
    const form = new FormData();
    form.append("backup", new Blob([await readFile(file)]), name);
    const began = performance.now();
    const headers = { authorization: `Bearer ${api.token}` };
    const address = `${device.url}/admin/api/backup/restore/upload`;
    const reply = await fetch(address, { method: "POST", body: form, headers });
    const { id } = (await reply.json()) as { id: string };
    const { body } = await api.post("/backup/restore/look", { id, pwd: BACKUP_PASSWORD });
    const chosen = (body["parts"] as { name: string; chosen: boolean }[]).filter((part) => part.chosen);
    const parts = chosen.map((part) => part.name);
    await api.post("/backup/restore/start", { id, pwd: BACKUP_PASSWORD, parts });
    let state = "";
    await waitFor(
      async () => {
        state = String((await api.get("/backup/restore/result", { id })).body["state"]);
        return state === "done" || state === "failed";
      },
      { what: "the restore", timeout: LONGEST_MS, interval: 100 },
    );
    if (state !== "done") throw new Error("the restore failed");
    const seconds = (performance.now() - began) / 1_000;
    return {
      what: "upload, check and restore on a second device, restart included, with a password",
      measured: `${(size / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`,
    };
  } finally {
    await device.stop();
  }
}
