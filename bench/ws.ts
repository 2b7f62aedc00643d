/**
 * 200 users of the live channel API, 5,000 value changes per second in all: MQTT → pod → hub → appliance → WebSocket. Latency from
 * publishing to the user, processor time of each process, memory of the appliance; then the same beside a reader that
 * watches everything and reads nothing. `--minutes=5`: the same traffic goes on for so long, and the memory after each is told.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { descendants, processes, startMosquitto } from "@hubwart/testing";
import mqtt from "mqtt";
import { WebSocket } from "ws";
import { mb } from "./support/process.ts";
import { cores, pause, processorTime, startReady, upload } from "./support/product.ts";
import { type Figure, report } from "./support/results.ts";

const USERS = 200;
const CHANNELS = 5_000;
const PER_SECOND = 5_000;
const EACH = CHANNELS / USERS;
const SECONDS = process.argv.includes("--quick") ? 8 : 20;
const MINUTES = Number(process.argv.find((flag) => flag.startsWith("--minutes="))?.split("=")[1] ?? 0);
const TICK_MS = 10;
const LONGEST_MS = 100;

const broker = await startMosquitto({ quiet: true });
const product = await startReady();
const client = mqtt.connect({ host: "127.0.0.1", port: broker.port });
const sockets: WebSocket[] = [];
const tokens = new Map<string, string>();
let latencies: number[] = [];
let published = 0;
try {
  const rows = Array.from({ length: CHANNELS }, (_, i) => `live;c${i};float;in;live/${i}`).join("\n");
  await upload(product, [
    ["project.csv", "key;value\nid;live\nname;Live\n"],
    ["pods.csv", `id;host;port\nmqtt.live;127.0.0.1;${broker.port}\n`],
    ["mqtt.csv", `pod;channel;type;dir;topic\n${rows}\n`],
  ]);
  const empty = await memory();
  for (let n = 0; n < USERS; n += 1) sockets.push(await connectUser(n));
  const full = await memory();

  // By the clock, not by ticks: those of a busy process come late, and fewer would be published than is said.
  let last = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    // What a process that got no processor time has missed is not made up for in a burst.
    due += (Math.min(now - last, LONGEST_MS) * PER_SECOND) / 1_000;
    last = now;
    for (; due >= 1; due -= 1) {
      client.publish(`live/${published % CHANNELS}`, String(Date.now()));
      published += 1;
    }
  }, TICK_MS);
  await pause(4);
  const alone = await measure("200 users");
  const slow = await open("u0");
  slow.send(JSON.stringify({ t: "subscribe", patterns: ["*"] }));
  slow.pause();
  await pause(3);
  const beside = await measure("beside a reader of all 5,000 that reads nothing");
  const then = await memory();
  slow.terminate();
  const later: number[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await pause(60);
    later.push(await memory());
  }
  clearInterval(timer);
  await report("ws", [
    ...alone,
    ...beside,
    {
      what: "memory of the appliance (PSS)",
      measured: `${mb(empty)} without users, ${mb(full)} with ${USERS}, ${mb(then)} at the end`,
    },
    ...(later.length === 0
      ? []
      : [
          {
            what: "the same after each further minute of the same traffic",
            measured: later.map(mb).join(", "),
          },
        ]),
  ]);
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

async function measure(what: string): Promise<Figure[]> {
  const before = await processorTime(product);
  latencies = [];
  const from = published;
  const began = performance.now();
  await pause(SECONDS);
  // At once: asking for the processor time may take a while on a busy machine.
  const seconds = (performance.now() - began) / 1_000;
  const sent = published - from;
  const sorted = latencies.toSorted((a, b) => a - b);
  const after = await processorTime(product);
  if (sorted.length < sent * 0.8) throw new Error("too few values: the figures mean nothing");
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return [
    {
      what: `${what}: values that reached users, of those published`,
      measured: `${Math.round(sorted.length / seconds)} of ${Math.round(sent / seconds)} per second`,
    },
    {
      what: `${what}: latency from publishing, median; 95 %; 99 %; longest`,
      measured: `${at(0.5)}; ${at(0.95)}; ${at(0.99)}; ${sorted.at(-1) ?? 0} ms`,
    },
    { what: `${what}: processor`, measured: cores(before, after, seconds) },
  ];
}

/** PSS of the appliance, bytes. */
async function memory(): Promise<number> {
  const tree = new Set(await descendants(product.launcher.pid ?? 0));
  const found = (await processes()).find(
    ({ command, pid }) => tree.has(pid) && command.includes("dist/server/appliance.mjs"),
  );
  const text = await readFile(`/proc/${found?.pid ?? 0}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024;
}
