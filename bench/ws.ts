/**
 * 200 users of the live channel API, 5,000 value changes per second in all: MQTT → pod → hub → appliance → WebSocket. Latency from
 * publishing to the user, processor time of each process, memory of the appliance; then the same beside a reader that
 * watches everything and reads nothing.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { descendants, processes, startMosquitto, startProduct, waitFor } from "@hubwart/testing";
import mqtt from "mqtt";
import { WebSocket } from "ws";
import { zipFiles } from "./support/zip.ts";

const USERS = 200;
const CHANNELS = 5_000;
const EACH = CHANNELS / USERS;
const SECONDS = process.argv.includes("--quick") ? 8 : 20;
const TICK_MS = 10;
/** USER_HZ, proc(5). */
const TICKS_PER_SECOND = 100;

const broker = await startMosquitto({ quiet: true });
const product = await startProduct();
const client = mqtt.connect({ host: "127.0.0.1", port: broker.port });
const sockets: WebSocket[] = [];
const tokens = new Map<string, string>();
let latencies: number[] = [];
try {
  await product.api.signIn("Messlauf-2026!");
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the licence",
    timeout: 30_000,
  });
  const rows = Array.from({ length: CHANNELS }, (_, i) => `live;c${i};float;in;live/${i}`).join("\n");
  const zip = await zipFiles([
    ["project.csv", "key;value\nid;live\nname;Live\n"],
    ["pods.csv", `id;host;port\nmqtt.live;127.0.0.1;${broker.port}\n`],
    ["mqtt.csv", `pod;channel;type;dir;topic\n${rows}\n`],
  ]);
  const upload = await product.api.uploadProject(zip, "live.zip");
  if (upload.body["code"] !== 0) throw new Error(JSON.stringify(upload.body).slice(0, 500));
  const empty = await memory();
  for (let n = 0; n < USERS; n += 1) sockets.push(await connectUser(n));
  const full = await memory();

  let next = 0;
  const timer = setInterval(() => {
    for (let i = 0; i < (CHANNELS * TICK_MS) / 1_000; i += 1) {
      client.publish(`live/${next}`, String(Date.now()));
      next = (next + 1) % CHANNELS;
    }
  }, TICK_MS);
  await pause(4);
  say(`memory       ${mb(empty)} before, ${mb(full)} with ${USERS} connections (PSS of the appliance)`);
  await measure("200 users");
  const slow = await open("u0");
  slow.send(JSON.stringify({ t: "subscribe", patterns: ["*"] }));
  slow.pause();
  await pause(3);
  await measure("beside a reader that reads nothing of 5,000");
  say(`memory       ${mb(await memory())} then`);
  clearInterval(timer);
  slow.terminate();
} finally {
  for (const socket of sockets) socket.terminate();
  await client.endAsync(true);
  await product.stop();
  await broker.stop();
}

async function connectUser(n: number): Promise<WebSocket> {
  const user = `u${n}`;
  await product.api.post("/wsauth/users/set", { user, role: "read", pwd: "Messlauf" });
  tokens.set(user, String((await product.api.post("/wsauth/users/token", { user })).body["token"]));
  const socket = await open(user);
  const names = Array.from({ length: EACH }, (_, i) => `mqtt.live.c${n * EACH + i}`);
  socket.send(JSON.stringify({ t: "subscribe", names }));
  socket.on("message", (data: Buffer) => {
    const now = Date.now();
    const message = JSON.parse(data.toString("utf8")) as { t: string; values: { value: unknown }[] };
    if (message.t !== "values") return;
    for (const { value } of message.values) if (typeof value === "number") latencies.push(now - value);
  });
  return socket;
}

async function open(user: string): Promise<WebSocket> {
  const socket = new WebSocket(`${product.url.replace("http", "ws")}/ws`);
  await once(socket, "open");
  socket.send(JSON.stringify({ t: "hello", token: tokens.get(user) }));
  await once(socket, "message");
  return socket;
}

async function measure(what: string): Promise<void> {
  latencies = [];
  const before = await cpu();
  await pause(SECONDS);
  const after = await cpu();
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  say(`\n${what}`);
  say(`values       ${Math.round(sorted.length / SECONDS)} per second reached users`);
  say(
    `latency      median ${at(0.5)} ms, 95 % ${at(0.95)} ms, 99 % ${at(0.99)} ms, longest ${sorted.at(-1) ?? 0} ms`,
  );
  for (const [name, ticks] of after) {
    say(
      `${name.padEnd(12)} ${((ticks - (before.get(name) ?? 0)) / TICKS_PER_SECOND / SECONDS).toFixed(3)} cores`,
    );
  }
  if (sorted.length < CHANNELS * SECONDS * 0.8) throw new Error("too few values: the figures mean nothing");
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}
function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function own(): Promise<{ pid: number; name: string }[]> {
  const tree = new Set(await descendants(product.launcher.pid ?? 0));
  return (await processes()).flatMap(({ pid, command }) => {
    const name = /dist\/server\/([a-z]+)\.mjs/.exec(command)?.[1];
    return tree.has(pid) && name !== undefined ? [{ pid, name }] : [];
  });
}

async function cpu(): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { pid, name } of await own()) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    sums.set(name, (sums.get(name) ?? 0) + Number(fields[11]) + Number(fields[12]));
  }
  return sums;
}

async function memory(): Promise<number> {
  const pid = (await own()).find(({ name }) => name === "appliance")?.pid ?? 0;
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024;
}
