/**
 * The channel debugger with 20,000 channels: how long the server takes for a filter's result (99th percentile), and in a
 * real browser the longest frame while a page of 200 is scrolled, and the long tasks (W3C Long Tasks, > 50 ms) while
 * 200 shown values change ten times a second.
 */

import { startMosquitto, waitFor } from "@hubwart/testing";
import mqtt from "mqtt";
import type { Page } from "playwright-core";
import { launchBrowser } from "../e2e/support/browser.ts";
import { noteLongTasks } from "./support/page.ts";
import { PASSWORD, pause, startReady, upload } from "./support/product.ts";
import { report } from "./support/results.ts";

const CHANNELS = 20_000;
const ROUNDS = process.argv.includes("--quick") ? 30 : 150;
const SECONDS = process.argv.includes("--quick") ? 5 : 20;
const SHOWN = 200;
/** Questions as the debugger asks them: a page of 200 of few, many and all matches, by tags, and sorted. */
const QUESTIONS: Record<string, string>[] = [
  { filter: "mqtt.lager.c1234" },
  { filter: "mqtt.lager.c1*" },
  { filter: "*c*9*" },
  { tags: "klima" },
  { filter: "*", offset: "19800" },
  { filter: "*", order: "value", desc: "1" },
  { filter: "*", order: "chan" },
];

const broker = await startMosquitto({ quiet: true });
const product = await startReady();
const browser = await launchBrowser();
const client = mqtt.connect({ host: "127.0.0.1", port: broker.port });
try {
  const { api } = product;
  const rows = Array.from(
    { length: CHANNELS },
    (_, i) => `lager;c${i};float;in;Temperatur ${i};${i % 4 === 0 ? "klima" : "licht"};lager/${i}`,
  );
  await upload(product, [
    ["project.csv", "key;value\nid;bench\nname;Bench\n"],
    ["pods.csv", `id;host;port\nmqtt.lager;127.0.0.1;${broker.port}\n`],
    ["mqtt.csv", `pod;channel;type;dir;label;tags;topic\n${rows.join("\n")}\n`],
  ]);
  for (let i = 0; i < CHANNELS; i += 1) client.publish(`lager/${i}`, String(i / 10), { retain: true });
  await waitFor(async () => (await valueCount()) > 0, { what: "the last value", timeout: 60_000 });

  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const question of QUESTIONS) {
      const begin = performance.now();
      const { body } = await api.get("/trace/data", { limit: String(SHOWN), details: "1", ...question });
      times.push(performance.now() - begin);
      if (body["code"] !== 0) throw new Error(JSON.stringify(body));
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => `${(times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1)} ms`;

  const { page, longTasks } = await open();
  await report("debugger", [
    {
      what: `${times.length} filters over ${CHANNELS} channels`,
      aim: "p99 200 ms",
      measured: `median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`,
    },
    {
      what: `scrolling a page of ${SHOWN}`,
      aim: "no frame above 50 ms",
      measured: await scrolling(page, longTasks),
    },
    {
      what: `${SHOWN} shown values changing ten times a second`,
      aim: "no long task",
      measured: await changing(page, longTasks),
    },
  ]);
} finally {
  await client.endAsync(true);
  await browser.close();
  await product.stop();
  await broker.stop();
}

async function valueCount(): Promise<number> {
  const { body } = await product.api.get("/trace/data", { filter: `mqtt.lager.c${CHANNELS - 1}` });
  return (body["entries"] as { count: number }[])[0]?.count ?? 0;
}

async function open(): Promise<{ page: Page; longTasks: () => Promise<number[]> }> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const longTasks = await noteLongTasks(page);
  await page.goto(`${product.url}/runtime/debug?name=mqtt.lager.*`, { waitUntil: "networkidle" });
  await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.getByText("1 bis 200 von").waitFor();
  await pause(2);
  return { page, longTasks };
}

function figures(frames: number[]): string {
  const slow = frames.filter((ms) => ms > 50).length;
  return `${frames.length} frames, longest ${Math.max(...frames).toFixed(1)} ms, ${slow} above 50 ms`;
}

/** The page of 200 from top to bottom and back, 60 px a frame, as a wheel does. */
async function scrolling(page: Page, longTasks: () => Promise<number[]>): Promise<string> {
  const { frames, still } = await page.evaluate(async () => {
    const box = document.querySelector("table")?.parentElement;
    if (!box) throw new Error("there is no table");
    // What the machine itself does to frames in which nothing happens.
    const still: number[] = [];
    let before = performance.now();
    for (let i = 0; i < 200; i += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      still.push(now - before);
      before = now;
    }
    (globalThis as unknown as { longTasks: number[] }).longTasks.length = 0;
    const times: number[] = [];
    before = performance.now();
    for (const step of [60, -60, 60, -60]) {
      let from = -1;
      while (box.scrollTop !== from) {
        from = box.scrollTop;
        box.scrollTop += step;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        times.push(now - before);
        before = now;
      }
    }
    return { frames: times, still };
  });
  return `${figures(frames)}; ${(await longTasks()).length} long tasks; the page at rest: ${figures(still)}`;
}

async function changing(page: Page, longTasks: () => Promise<number[]>): Promise<string> {
  let round = 0;
  // The shown page is the first 200 in the order of the project, which is by name.
  const names = await product.api.get("/trace/data", { filter: "mqtt.lager.*", limit: String(SHOWN) });
  const topics = (names.body["entries"] as { chan: string }[]).map(
    ({ chan }) => `lager/${chan.split(".c")[1]}`,
  );
  const timer = setInterval(() => {
    round += 1;
    for (const topic of topics) client.publish(topic, String(round));
  }, 100);
  await page.evaluate(() => {
    const box = document.querySelector("table")?.parentElement;
    if (box) box.scrollTop = 0;
  });
  await pause(2);
  await longTasks();
  await page.evaluate(() => {
    const cell = document.querySelector('td[data-column="value"]');
    const seen = { changes: 0 };
    Object.assign(globalThis, { seen });
    if (cell) {
      new MutationObserver(() => (seen.changes += 1)).observe(cell, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    }
  });
  await pause(SECONDS);
  clearInterval(timer);
  const tasks = await longTasks();
  const changes = await page.evaluate(
    () => (globalThis as unknown as { seen: { changes: number } }).seen.changes,
  );
  const longest = tasks.length > 0 ? `, longest ${Math.max(...tasks)} ms` : "";
  return `${tasks.length} long tasks${longest} in ${SECONDS} s; a cell was drawn anew ${changes} times`;
}
