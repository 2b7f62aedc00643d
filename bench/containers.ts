/**
 * Containers, in a network namespace of its own on a real Docker engine, as on a device: the engine's socket is open to the device
 * service alone.
 *
 * - The overview with 100 running containers in a real browser: long tasks (W3C Long Tasks, > 50 ms), processor time of the appliance
 *   and of the device service, and their memory.
 * - A rule of the proxy and no proxy at all, in turns: requests/s and 99th percentile of `ab -k` over the same backend, and processor
 *   time of the proxy.
 *
 * Needs root and Debian's docker.io, containerd, docker-registry, haproxy, socat, mosquitto and apache2-utils.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { writeImage } from "@hubwart/containers/image-archive";
import { MERGED_USR, programFiles } from "@hubwart/containers/image-files";
import { descendants, pss, startProcess, waitFor } from "@hubwart/testing";
import { ADMIN_PASSWORD, type AddOnBench, startAddOns } from "@hubwart/testing/containers";
import { launchBrowser } from "../e2e/support/browser.ts";
import { noteLongTasks } from "./support/page.ts";
import { cpuSeconds, mb } from "./support/process.ts";
import { appliancePid, pause, processorTime } from "./support/product.ts";
import { type Figure, report } from "./support/results.ts";

const run = promisify(execFile);
const quick = process.argv.includes("--quick");
const CONTAINERS = 100;
const AT_ONCE = 4;
const SECONDS = quick ? 20 : 90;
const REQUESTS = quick ? 2_000 : 10_000;
const ROUNDS = quick ? 1 : 5;
const CLIENTS = 16;
const IMAGE = "localhost/bench/idle:1";
const PROXY = "s4q_caddyproxy";
const [BACKEND, OURS] = [9_100, 9_101];

const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-bench-"));
const bench = await startAddOns(["caddyproxy"]);
try {
  const proxy = await proxies(bench);
  await report("containers", [...(await overview(bench)), ...proxy]);
} finally {
  await bench.stop();
  await rm(folder, { recursive: true, force: true });
}

async function overview({ docker, product, servicePid }: AddOnBench): Promise<Figure[]> {
  const file = path.join(folder, "idle.tar");
  const layers = [[...MERGED_USR, ...(await programFiles(["/usr/bin/sleep"]))]];
  await writeImage(file, { name: IMAGE, layers, config: { Cmd: ["/usr/bin/sleep", "infinity"] } });
  await docker.load(file);
  const names = Array.from({ length: CONTAINERS }, (_, at) => `fremd-${at + 1}`);
  const last = names.at(-1) ?? "";
  const starter = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift())
      await docker.cli("run", "--detach", "--network", "none", "--name", name, IMAGE);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, starter));

  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const longTasks = await noteLongTasks(page);
    await page.goto(`${product.url}/container`);
    await raiseChildren();
    await page.getByLabel("Passwort", { exact: true }).fill(ADMIN_PASSWORD);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByText(`${last} (`).waitFor();
    const opening = await longTasks();
    await raiseChildren();
    const go = (name: string) =>
      page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
    await go("Versionen");
    await page.getByRole("heading", { level: 1, name: "Versionen" }).waitFor();
    await pause(5);
    await longTasks();
    await go("Container");
    await page.getByText(`${last} (`).waitFor();
    await pause(5);
    const coming = await longTasks();
    const before = { product: await processorTime(product), service: await cpuSeconds(servicePid) };
    const began = performance.now();
    await pause(SECONDS);
    const seconds = (performance.now() - began) / 1_000;
    const after = { product: await processorTime(product), service: await cpuSeconds(servicePid) };
    const tasks = await longTasks();
    const share = (used: number) => `${((used / seconds) * 100).toFixed(2)} % of a core`;
    const appliance = (after.product.get("appliance") ?? 0) - (before.product.get("appliance") ?? 0);
    const shown = await page.getByText(/^fremd-\d+ \(/).count();
    if (shown < CONTAINERS) throw new Error(`only ${shown} containers are shown`);
    return [
      { what: `${CONTAINERS} containers: long tasks while signing in to the page`, measured: told(opening) },
      { what: "long tasks while coming to it from another page", measured: told(coming) },
      {
        what: `${CONTAINERS} containers shown live for ${SECONDS} s: long tasks`,
        aim: "none",
        measured: told(tasks),
      },
      { what: "the same: appliance", aim: "below 5 % of a core", measured: share(appliance) },
      { what: "the same: device service", measured: share(after.service - before.service) },
      { what: "memory (PSS) of the appliance", measured: mb(await pss(await appliancePid(product))) },
      { what: "memory (PSS) of the device service", measured: mb(await pss(servicePid)) },
    ];
  } finally {
    await browser.close();
  }
}

/** Chromium gives the processes of its pages the ordinary priority: they are to have that of the measurement. */
async function raiseChildren(): Promise<void> {
  for (const pid of await descendants(process.pid)) os.setPriority(pid, os.getPriority());
}

function told(tasks: readonly number[]): string {
  return tasks.length === 0 ? "none" : `${tasks.length}, longest ${Math.max(...tasks)} ms`;
}

interface Load {
  perSecond: number;
  p99: number;
  /** Processor time of the proxy per request, µs. */
  cost: number;
}

async function proxies(product: AddOnBench): Promise<Figure[]> {
  const backend = await startHaproxy();
  try {
    await product.post("/caddyproxy/config", { active: true });
    const rule = {
      active: true,
      name: "Messung",
      port: OURS,
      protocol: "http",
      target: "user",
      user_header: "",
    };
    const set = await product.post("/caddyproxy/rules/set", { ...rule, user_url: `127.0.0.1:${BACKEND}` });
    if (set.code !== 0) throw new Error(JSON.stringify(set));
    await answering(OURS);
    const ways = { none: BACKEND, ours: OURS };
    const found: Record<keyof typeof ways, Load[]> = { none: [], ours: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ["none", "ours"] as const) {
        const pids = name === "none" ? [] : await pidsIn(product, PROXY);
        const load = await ab(ways[name], pids);
        // The first round warms up.
        if (round > 0) found[name].push(load);
      }
    }
    const text = (name: keyof typeof ways) => {
      const middle = (key: keyof Load) => median(found[name].map((load) => load[key]));
      return `${Math.round(middle("perSecond"))} requests/s, p99 ${middle("p99").toFixed(2)} ms`;
    };
    const cost = median(found.ours.map((load) => load.cost));
    const what = `${REQUESTS} requests over ${CLIENTS} kept connections`;
    return [
      { what: `${what}, without a proxy`, measured: text("none") },
      { what: `${what}, a rule of the proxy`, measured: text("ours") },
      { what: "processor time of the proxy per request", measured: `${cost.toFixed(0)} µs` },
    ];
  } finally {
    await backend.stop();
  }
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}

/** Processes of a container, by their numbers outside. */
async function pidsIn({ docker }: AddOnBench, container: string): Promise<number[]> {
  const table = (await docker.cli("top", container, "-eo", "pid")).trim().split("\n").slice(1);
  return table.map(Number);
}

/** Answers at once, so that the proxy is what is measured. */
async function startHaproxy() {
  const file = path.join(folder, "backend.cfg");
  const lines = [
    "global\n  maxconn 500",
    "defaults\n  mode http\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s",
    `frontend backend\n  bind 127.0.0.1:${BACKEND}\n  http-request return status 200 content-type text/plain string ok`,
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  const peer = await startProcess("/usr/sbin/haproxy", ["-db", "-f", file]);
  await answering(BACKEND);
  return peer;
}

async function answering(port: number): Promise<void> {
  await waitFor(async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 200, {
    what: `port ${port}`,
  });
}

async function ab(port: number, pids: readonly number[]): Promise<Load> {
  const file = path.join(folder, "ab.csv");
  const args = ["-q", "-k", "-n", String(REQUESTS), "-c", String(CLIENTS), "-e", file];
  const used = async () =>
    (await Promise.all(pids.map((pid) => cpuSeconds(pid)))).reduce((sum, one) => sum + one, 0);
  const before = await used();
  const { stdout } = await run("ab", [...args, `http://127.0.0.1:${port}/`]);
  const cost = (((await used()) - before) / REQUESTS) * 1e6;
  const failed = /^(?:Failed requests|Non-2xx responses): +([1-9]\d*)/m.exec(stdout);
  if (failed) throw new Error(stdout);
  const p99 = /^99,([\d.]+)/m.exec(await readFile(file, "utf8"))?.[1];
  return { perSecond: Number(/^Requests per second: +([\d.]+)/m.exec(stdout)?.[1]), p99: Number(p99), cost };
}
