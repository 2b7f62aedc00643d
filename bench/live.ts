/**
 * 5,000 channels that change once a second, with one console open: cores used by hub and appliance, and the
 * browser's long tasks (W3C Long Tasks, > 50 ms), over 30 s.
 */
import { readFile } from "node:fs/promises";
import { descendants, processes, startMosquitto, startProduct, waitFor } from "@hubwart/testing";
import mqtt from "mqtt";
import { launchBrowser } from "../e2e/support/browser.ts";
import { zipFiles } from "./zip.ts";

const CHANNELS = 5_000;
const SECONDS = 30;
const PASSWORD = "Messlauf-2026!";
/**
 * USER_HZ of Linux on every architecture we run on (proc(5)). The kernel scales these figures to the run time the
 * scheduler has counted in ns, so that short bursts are in them; they are rounded to a tick, no more.
 */
const TICKS_PER_SECOND = 100;

const broker = await startMosquitto({ quiet: true });
const product = await startProduct();
const browser = await launchBrowser();
const client = mqtt.connect({ host: "127.0.0.1", port: broker.port });
try {
  await product.api.signIn(PASSWORD);
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

  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => {
    const found: number[] = [];
    Object.assign(globalThis, { longTasks: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.push(entry.duration);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(product.url, { waitUntil: "networkidle" });
  await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();

  let round = 0;
  const timer = setInterval(() => {
    round += 1;
    for (let i = 0; i < CHANNELS; i += 1) client.publish(`live/${i}`, String(round + i / 10));
  }, 1_000);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  await page.evaluate(() => {
    (globalThis as unknown as { longTasks: number[] }).longTasks.length = 0;
  });
  const arrivedBefore = await arrived();
  const before = await cpu();
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const after = await cpu();
  clearInterval(timer);
  const values = (await arrived()) - arrivedBefore;
  process.stdout.write(`values       ${Math.round(values / SECONDS)} a second reached the hub\n`);
  if (values < CHANNELS * SECONDS * 0.9)
    throw new Error("the values did not arrive: the figures mean nothing");
  const longTasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
  for (const [name, ticks] of after) {
    const cores = (ticks - (before.get(name) ?? 0)) / TICKS_PER_SECOND / SECONDS;
    process.stdout.write(`${name.padEnd(12)} ${cores.toFixed(3)} cores\n`);
  }
  process.stdout.write(
    `browser      ${longTasks.length} long tasks${longTasks.length > 0 ? `, longest ${Math.max(...longTasks)} ms` : ""}\n`,
  );
} finally {
  await client.endAsync(true);
  await browser.close();
  await product.stop();
  await broker.stop();
}

/** Values the pod has handed to the hub. */
async function arrived(): Promise<number> {
  const { body } = await product.api.get("/pods", { force: "1" });
  return (body["pods"] as { counters: { in: number } }[])[0]?.counters.in ?? 0;
}

/** User and system time of all threads, ended ones too, by entry point, in ticks; pods are summed. */
async function cpu(): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const own = new Set(await descendants(product.launcher.pid ?? 0));
  for (const entry of await processes()) {
    if (!own.has(entry.pid)) continue;
    const name = /dist\/server\/([a-z]+)\.mjs/.exec(entry.command)?.[1];
    if (!name) continue;
    const stat = await readFile(`/proc/${entry.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    sums.set(name, (sums.get(name) ?? 0) + Number(fields[11]) + Number(fields[12]));
  }
  return sums;
}
