/**
 * The live event log while four pods log 1,000 lines per second: frames per second, processor time of the browser's main thread
 * (`TaskDuration` of the DevTools protocol by thread ticks, so that other work on the machine is not in it) and long tasks (W3C Long Tasks, > 50 ms), beside the same page at rest.
 * Values go from a broker through two pods at level debug, the hub and two more pods back to the broker; each value is
 * two lines.
 *
 *     npm run bench -- log
 *     npm run bench -- log --profile     writes test-results/log.cpuprofile as well, for a browser's developer tools
 */
import { mkdir, writeFile } from "node:fs/promises";
import { startMosquitto, waitFor } from "@hubwart/testing";
import mqtt from "mqtt";
import type { CDPSession, Page } from "playwright-core";
import { launchBrowser } from "../e2e/support/browser.ts";
import { noteLongTasks } from "./support/page.ts";
import { PASSWORD, pause, startReady, upload } from "./support/product.ts";
import { type Figure, report } from "./support/results.ts";

const SECONDS = 15;
const VALUES_PER_SECOND = 500;
const EVERY_MS = 20;
const LINES = ["a", "b"].flatMap((pod) => Array.from({ length: 5 }, (_, i) => `${pod}${i}`));
const PODS = ["mqtt.in_a", "mqtt.in_b", "mqtt.out_a", "mqtt.out_b"];
const VIEWS = [
  ["event log", "/runtime/logging?source=pod", "table[aria-label=Protokoll] tbody tr"],
  ["pod log", "/pods/mqtt/mqtt.in_a/logging", "li[data-level]"],
] as const;

/** As a text: the bundler adds names to functions that the page does not have. */
const COUNT_FRAMES = `(() => {
  cancelAnimationFrame(globalThis.seen?.next);
  globalThis.seen = { frames: 0, begun: performance.now() };
  globalThis.longTasks.length = 0;
  const count = () => {
    globalThis.seen.frames += 1;
    globalThis.seen.next = requestAnimationFrame(count);
  };
  globalThis.seen.next = requestAnimationFrame(count);
})()`;

let published = 0;

const broker = await startMosquitto({ quiet: true });
const product = await startReady();
const browser = await launchBrowser();
const client = mqtt.connect({ host: "127.0.0.1", port: broker.port });
try {
  const { api } = product;
  await upload(product, project(broker.port));
  await waitFor(connected, { what: "four pods", timeout: 60_000 });
  for (const pod of PODS) {
    await api.post("/system/log/level", { source: `pod:${pod}`, level: "debug", minutes: 10 });
  }
  const shownFigures: Figure[] = [];
  for (const [name, address, row] of VIEWS) {
    const page = await open(address);
    const tools = await page.context().newCDPSession(page);
    await tools.send("Performance.enable", { timeDomain: "threadTicks" });
    publish(500);
    await page.locator(row).last().waitFor();
    await pause(3);
    shownFigures.push({ what: `${name} at rest`, measured: figures(await measure(page, tools)) });
    const timer = load();
    await pause(3);
    const profile = process.argv.includes("--profile");
    if (profile) await startProfile(tools);
    const before = await logged();
    const shown = await page.locator(row).last().textContent();
    const loaded = await measure(page, tools);
    if ((await page.locator(row).last().textContent()) === shown) throw new Error(`the ${name} stands still`);
    const lines = ((await logged()) - before) / loaded.seconds;
    shownFigures.push({
      what: `${name}, ${Math.round(lines)} lines per second written by the pods`,
      aim: "60 frames/s, 30 %, no long task",
      measured: figures(loaded),
    });
    if (profile) await saveProfile(tools, name.replace(" ", "-"));
    clearInterval(timer);
    await page.context().close();
  }
  await report("log", shownFigures);
} finally {
  await client.endAsync(true);
  await browser.close();
  await product.stop();
  await broker.stop();
}

interface Measured {
  seconds: number;
  frames: number;
  busy: number;
  long: number[];
  nodes: number;
}

async function measure(page: Page, tools: CDPSession): Promise<Measured> {
  await page.evaluate(COUNT_FRAMES);
  const before = await metric(tools, "TaskDuration");
  await pause(SECONDS);
  const busy = (await metric(tools, "TaskDuration")) - before;
  const nodes = await page.evaluate(() => document.getElementsByTagName("*").length);
  const { seconds, frames, long } = await page.evaluate(() => {
    const { seen, longTasks } = globalThis as unknown as {
      seen: { frames: number; begun: number };
      longTasks: number[];
    };
    return {
      seconds: (performance.now() - seen.begun) / 1_000,
      frames: seen.frames,
      long: [...longTasks],
    };
  });
  return { seconds, frames: frames / seconds, busy: busy / seconds, long, nodes };
}

async function metric(tools: CDPSession, name: string): Promise<number> {
  const { metrics } = await tools.send("Performance.getMetrics");
  return metrics.find((each) => each.name === name)?.value ?? 0;
}

function figures({ frames, busy, long, nodes }: Measured): string {
  const longest = long.length > 0 ? `, longest ${Math.round(Math.max(...long))} ms` : "";
  return `${frames.toFixed(1)} frames/s, ${(busy * 100).toFixed(1)} % of the main thread, ${long.length} long tasks${longest}, ${nodes} elements`;
}

async function startProfile(tools: CDPSession): Promise<void> {
  await tools.send("Profiler.enable");
  await tools.send("Profiler.start");
}

async function saveProfile(tools: CDPSession, name: string): Promise<void> {
  const { profile } = await tools.send("Profiler.stop");
  await mkdir("test-results", { recursive: true });
  await writeFile(`test-results/${name}.cpuprofile`, JSON.stringify(profile));
}

async function open(address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await noteLongTasks(page);
  await page.goto(`${product.url}${address}`, { waitUntil: "networkidle" });
  await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  return page;
}

function project(port: number): [string, string][] {
  const channels = ["in", "out"].flatMap((dir) =>
    LINES.map((line) => `${dir}_${line[0]};${line};int;${dir};${dir === "in" ? "go" : "back"}/${line};1`),
  );
  const links = LINES.map((line) => `mqtt.in_${line[0]}.${line};mqtt.out_${line[0]}.${line}\n`).join("");
  return [
    ["project.csv", "key;value\nid;log\nname;Log\n"],
    ["pods.csv", `id;host;port\n${PODS.map((pod) => `${pod};127.0.0.1;${port}\n`).join("")}`],
    ["mqtt.csv", `pod;channel;type;dir;topic;qos\n${channels.join("\n")}\n`],
    ["links.csv", `source;target\n${links}`],
  ];
}

async function connected(): Promise<boolean> {
  const { body } = await product.api.get("/trace/meta", { filter: "mqtt.pod.*" });
  const entries = body["entries"] as { conn_state: boolean }[] | undefined;
  return entries?.length === PODS.length && entries.every(({ conn_state }) => conn_state);
}

/** Values received and written so far; each is a line. */
async function logged(): Promise<number> {
  const { body } = await product.api.get("/pods", { force: "1" });
  const pods = body["pods"] as { counters: { in: number; out: number } }[];
  return pods.reduce((sum, { counters }) => sum + counters.in + counters.out, 0);
}

function publish(count: number): void {
  for (let i = 0; i < count; i += 1) {
    published += 1;
    client.publish(`go/${LINES[published % LINES.length]}`, String(published), { qos: 1 });
  }
}

function load(): NodeJS.Timeout {
  const begun = performance.now();
  let done = 0;
  return setInterval(() => {
    const due = Math.floor(((performance.now() - begun) / 1_000) * VALUES_PER_SECOND);
    publish(due - done);
    done = due;
  }, EVERY_MS);
}
