/**
 * First load of the login page and of the dashboard on a slow computer and line: processor 4 times slower, 1.6 Mbit/s,
 * 150 ms per request, as Chromium's own tools slow them, over https with brotli. Bytes are those on the wire, headers
 * and answers of calls included, counted until the page has been quiet for 2 s. Medians of 5 runs.
 *
 *     shell     first paint of text (W3C Paint Timing)
 *     visible   login: the password field; dashboard: the overall state
 *     tasks     W3C Long Tasks (> 50 ms) until visible
 *
 * Cold is an empty cache with a session in local storage, warm the same page loaded again.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort, waitFor } from "@hubwart/testing";
import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser } from "../e2e/support/browser.ts";
import { PASSWORD, startReady } from "./support/product.ts";
import { type Figure, report } from "./support/results.ts";

const RUNS = 5;
const THROTTLE = { cpu: 4, latency: 150, down: 1_600_000 / 8, up: 750_000 / 8 };

interface Load {
  bytes: number;
  requests: number;
  shell: number;
  visible: number;
  tasks: number;
}

const httpsPort = await freePort();
const product = await startReady({ env: { HUBWART_HTTPS_PORT: String(httpsPort) } });
const origin = `https://127.0.0.1:${httpsPort}`;
const home = await mkdtemp(path.join(os.tmpdir(), "hubwart-home-"));
await trustAuthority();
// A graph is drawn from two samples on, and its program counts, too.
await waitFor(
  async () => ((await product.api.get("/system/history?minutes=60")).body["samples"] as unknown[]).length > 1,
  { what: "two samples of the device's history", timeout: 180_000 },
);
const browser = await launchBrowser({ home });
try {
  const login: Load[] = [];
  const cold: Load[] = [];
  const warm: Load[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const out = await newContext();
    login.push(await load(out, 'input[type="password"]'));
    await out.close();
    const token = String((await product.api.post("/login", { pwd: PASSWORD })).body["token"]);
    const context = await newContext();
    await context.addInitScript((value) => {
      const now = Date.now();
      if (!localStorage.getItem("hubwart.session"))
        localStorage.setItem("hubwart.session", JSON.stringify({ token: value, used: now, renewed: now }));
    }, token);
    cold.push(await load(context, "main section[data-tone]"));
    warm.push(await load(context, "main section[data-tone]"));
    await context.close();
  }
  await report("load", [
    ...figures("login, empty cache", login, { visible: "1.8 s" }),
    ...figures("dashboard, empty cache", cold, { size: "240 kB, 25", visible: "3.0 s" }),
    ...figures("dashboard again, files in the cache", warm, { visible: "1.5 s" }),
  ]);
} finally {
  await browser.close();
  await product.stop();
  await rm(home, { recursive: true, force: true });
}

/** A browser caches nothing that comes over a connection it does not trust. */
async function trustAuthority(): Promise<void> {
  const folder = path.join(home, ".pki/nssdb");
  const authority = path.join(product.dataDir, "tls/authority.pem");
  await waitFor(() => existsSync(authority), { what: "the device's authority" });
  await mkdir(folder, { recursive: true });
  const certutil = (...args: string[]) => promisify(execFile)("certutil", ["-d", `sql:${folder}`, ...args]);
  await certutil("-N", "--empty-password");
  await certutil("-A", "-t", "C,,", "-n", "device", "-i", authority);
}

function newContext(): Promise<BrowserContext> {
  return browser.newContext({ locale: "de-DE", viewport: { width: 1440, height: 900 } });
}

async function load(context: BrowserContext, selector: string): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  let last = Date.now();
  const asked = new Set<string>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith(origin)) asked.add(requestId);
    last = Date.now();
  });
  const cached = new Set<string>();
  devtools.on("Network.requestServedFromCache", ({ requestId }) => cached.add(requestId));
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    last = Date.now();
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: THROTTLE.latency,
    downloadThroughput: THROTTLE.down,
    uploadThroughput: THROTTLE.up,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE.cpu });
  await watch(page, selector);
  await page.goto(origin, { waitUntil: "commit" });
  await page.waitForFunction(() => (globalThis as unknown as { seen?: number }).seen !== undefined, null, {
    timeout: 60_000,
    polling: 200,
  });
  while (Date.now() - last < 2_000) await new Promise((resolve) => setTimeout(resolve, 100));
  const seen = await page.evaluate(() => {
    const { seen: visible = 0, tasks } = globalThis as unknown as { seen?: number; tasks: number[] };
    const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    return { shell: paint, visible, tasks: tasks.filter((start) => start < visible).length };
  });
  await page.close();
  return { ...seen, bytes, requests: asked.size - cached.size };
}

/** Notes in the page when `selector` is first in it at the end of a frame, and the long tasks. */
async function watch(page: Page, selector: string): Promise<void> {
  await page.addInitScript({
    content: `
      globalThis.tasks = [];
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) globalThis.tasks.push(startTime);
      }).observe({ type: "longtask", buffered: true });
      requestAnimationFrame(function look() {
        if (document.querySelector(${JSON.stringify(selector)})) globalThis.seen = performance.now();
        else requestAnimationFrame(look);
      });`,
  });
}

function figures(name: string, loads: readonly Load[], aims: { size?: string; visible: string }): Figure[] {
  const median = (of: keyof Load): number =>
    loads.map((load) => load[of]).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;
  const seconds = (of: keyof Load): string => `${(median(of) / 1_000).toFixed(2)} s`;
  return [
    {
      what: `${name}: bytes, requests`,
      ...(aims.size === undefined ? {} : { aim: aims.size }),
      measured: `${(median("bytes") / 1_000).toFixed(0)} kB, ${median("requests")}`,
    },
    { what: `${name}: first text`, aim: "1.0 s", measured: seconds("shell") },
    {
      what: `${name}: visible`,
      aim: aims.visible,
      measured: `${seconds("visible")}, ${median("tasks")} long tasks until then`,
    },
  ];
}
