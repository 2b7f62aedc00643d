/**
 * Containers, in a network namespace of its own on a real Docker engine, as on a device: the engine's socket is open to the device
 * service alone.
 *
 * - The overview with 100 running containers in a real browser: long tasks (W3C Long Tasks, > 50 ms), processor time of the appliance
 *   and of the device service, and their memory.
 * - The proxy beside Caddy alone and no proxy at all, in turns: requests/s and 99th percentile of `ab -k` over the same backend.
 *
 * Needs root and Debian's docker.io, containerd, docker-registry, haproxy, socat, mosquitto, caddy and apache2-utils.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { writeImage } from "@hubwart/containers/image-archive";
import { MERGED_USR, programFiles } from "@hubwart/containers/image-files";
import { descendants, processes, pss, startProcess, waitFor } from "@hubwart/testing";
import { ADMIN_PASSWORD, type AddOnBench, startAddOns } from "@hubwart/testing/containers";
import { launchBrowser } from "../e2e/support/browser.ts";
import { noteLongTasks } from "./support/page.ts";
import { cpuSeconds, mb } from "./support/process.ts";
import { pause, processorTime } from "./support/product.ts";
import { type Figure, report } from "./support/results.ts";

const run = promisify(execFile);
const quick = process.argv.includes("--quick");
const CONTAINERS = 100;
const AT_ONCE = 4;
const SECONDS = quick ? 20 : 90;
const REQUESTS = quick ? 5_000 : 40_000;
const ROUNDS = quick ? 1 : 5;
const CLIENTS = 16;
const IMAGE = "localhost/bench/idle:1";
const [BACKEND, CADDY, OURS] = [9_100, 9_101, 9_102];

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
    await page.getByLabel("Passwort", { exact: true }).fill(ADMIN_PASSWORD);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByText(last, { exact: true }).waitFor();
    const opening = await longTasks();
    await pause(5);
    await longTasks();
    const before = { product: await processorTime(product), service: await cpuSeconds(servicePid) };
    const began = performance.now();
    await pause(SECONDS);
    const seconds = (performance.now() - began) / 1_000;
    const after = { product: await processorTime(product), service: await cpuSeconds(servicePid) };
    const tasks = await longTasks();
    const share = (used: number) => `${((used / seconds) * 100).toFixed(2)} % of a core`;
    const appliance = (after.product.get("appliance") ?? 0) - (before.product.get("appliance") ?? 0);
    const shown = await page.getByText(/^fremd-\d+$/).count();
    if (shown < CONTAINERS) throw new Error(`only ${shown} containers are shown`);
    return [
      { what: `${CONTAINERS} containers: long tasks while the page opens`, measured: told(opening) },
      {
        what: `${CONTAINERS} containers shown live for ${SECONDS} s: long tasks`,
        aim: "none",
        measured: told(tasks),
      },
      { what: "the same: appliance", aim: "below 5 % of a core", measured: share(appliance) },
      { what: "the same: device service", measured: share(after.service - before.service) },
      { what: "memory (PSS) of the appliance", measured: await memory(await appliancePid(product)) },
      { what: "memory (PSS) of the device service", measured: await memory(servicePid) },
    ];
  } finally {
    await browser.close();
  }
}

const told = (tasks: readonly number[]): string =>
  tasks.length === 0 ? "none" : `${tasks.length}, longest ${Math.max(...tasks)} ms`;
const memory = async (pid: number): Promise<string> => mb(await pss(pid));

async function appliancePid(product: AddOnBench["product"]): Promise<number> {
  const own = new Set(await descendants(product.launcher.pid ?? 0));
  const found = (await processes()).find(
    ({ pid, command }) => own.has(pid) && command.includes("appliance.mjs"),
  );
  if (!found) throw new Error("the appliance does not run");
  return found.pid;
}

interface Load {
  perSecond: number;
  p99: number;
}

async function proxies(product: AddOnBench): Promise<Figure[]> {
  const backend = await startHaproxy();
  const caddy = await startCaddy();
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
    const ways = { none: BACKEND, caddy: CADDY, ours: OURS };
    const found: Record<keyof typeof ways, Load[]> = { none: [], caddy: [], ours: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ["none", "caddy", "ours"] as const) {
        const load = await ab(ways[name]);
        // The first round warms up.
        if (round > 0) found[name].push(load);
      }
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    const figure = (name: keyof typeof ways) => ({
      perSecond: median(found[name].map(({ perSecond }) => perSecond)),
      p99: median(found[name].map(({ p99 }) => p99)),
    });
    const text = ({ perSecond, p99 }: Load) =>
      `${Math.round(perSecond)} requests/s, p99 ${p99.toFixed(2)} ms`;
    const [none, bare, ours] = [figure("none"), figure("caddy"), figure("ours")];
    const percent = Math.round((ours.perSecond / bare.perSecond) * 100);
    const what = `${REQUESTS} requests over ${CLIENTS} kept connections`;
    return [
      { what: `${what}, without a proxy`, measured: text(none) },
      { what: `${what}, Caddy alone`, measured: text(bare) },
      { what: `${what}, a rule of the proxy`, measured: `${text(ours)} (${percent} % of Caddy's requests)` },
    ];
  } finally {
    await Promise.all([backend.stop(), caddy.stop()]);
  }
}

/** Answers at once, so that the proxies are what is measured. */
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

async function startCaddy() {
  const file = path.join(folder, "caddy.json");
  const handle = [{ handler: "reverse_proxy", upstreams: [{ dial: `127.0.0.1:${BACKEND}` }] }];
  const servers = {
    bench: { listen: [`127.0.0.1:${CADDY}`], routes: [{ handle }], automatic_https: { disable: true } },
  };
  await writeFile(file, JSON.stringify({ admin: { disabled: true }, apps: { http: { servers } } }));
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const peer = await startProcess("/usr/bin/caddy", ["run", "--config", file], { env });
  await answering(CADDY);
  return peer;
}

const answering = (port: number) =>
  waitFor(async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 200, { what: `port ${port}` });

async function ab(port: number): Promise<Load> {
  const file = path.join(folder, "ab.csv");
  const args = ["-q", "-k", "-n", String(REQUESTS), "-c", String(CLIENTS), "-e", file];
  const { stdout } = await run("ab", [...args, `http://127.0.0.1:${port}/`]);
  const failed = /^(?:Failed requests|Non-2xx responses): +([1-9]\d*)/m.exec(stdout);
  if (failed) throw new Error(stdout);
  const p99 = /^99,([\d.]+)/m.exec(await readFile(file, "utf8"))?.[1];
  return { perSecond: Number(/^Requests per second: +([\d.]+)/m.exec(stdout)?.[1]), p99: Number(p99) };
}
