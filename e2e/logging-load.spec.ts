/**
 * 1,000 log lines a second for a minute, from where they come in operation: four pods at level debug, which log every
 * value that passes. Values go from a broker through two pods, the hub and two more pods back to the broker; each
 * carries its number, so that a lost line and a lost value are both seen.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { descendants, type Mosquitto, processes, pss, startMosquitto, waitFor } from "@hubwart/testing";
import mqtt, { type MqttClient } from "mqtt";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { zipFiles } from "../bench/support/zip.ts";
import { byButton, byHeading, PASSWORD, signIn } from "./support/console.ts";
import { useStage } from "./support/stage.ts";

const SECONDS = 60;
/** Each value is two lines: received by one pod, written by another. */
const VALUES_A_SECOND = 500;
const LINES = ["a", "b"].flatMap((line) => Array.from({ length: 5 }, (_, i) => `${line}${i}`));
const EVERY = 20;
/** What a process may take beyond what it took at rest; the log alone is as large as this. */
const MEMORY_ALLOWED = 64 * 1024 * 1024;
/** Values whose lines nearly fill the last page of 200, so that there is something to scroll. */
const BEFORE = 280;
const TOTAL = SECONDS * VALUES_A_SECOND;
const PODS = ["mqtt.in_a", "mqtt.in_b", "mqtt.out_a", "mqtt.out_b"];

const stage = useStage();
let broker: Mosquitto;
let client: MqttClient;
/** Numbers that came back, by channel. */
const back = new Map<string, number[]>(LINES.map((line) => [line, []]));
const sent = new Map<string, number>(LINES.map((line) => [line, 0]));

beforeAll(async () => {
  broker = await startMosquitto({ quiet: true });
  client = await mqtt.connectAsync({ host: "127.0.0.1", port: broker.port });
  client.on("message", (topic, payload) => back.get(topic.slice("back/".length))?.push(Number(payload)));
  await client.subscribeAsync("back/#", { qos: 1 });
  const { api } = stage.product;
  await api.signIn(PASSWORD);
  const reply = await api.uploadProject(await project(broker.port), "last.zip");
  expect(reply.body["code"], JSON.stringify(reply.body)).toBe(0);
  await waitFor(connected, { what: "four pods", timeout: 60_000 });
  for (const pod of PODS) {
    const set = await api.post("/system/log/level", { source: `pod:${pod}`, level: "debug", minutes: 10 });
    expect(set.body["code"]).toBe(0);
  }
});
afterAll(async () => {
  await client?.endAsync(true);
  await broker?.stop();
});

describe("under 1,000 log lines a second for a minute", () => {
  it("what is read stays where it is, nothing is lost, and memory stays bounded", {
    timeout: 300_000,
  }, async () => {
    publish(BEFORE);
    await allBack();
    const tab = await stage.open("/runtime/logging?source=pod");
    const { page } = tab;
    await byHeading(page, "Anmeldung").waitFor();
    await signIn(page);
    await page.getByRole("row").filter({ hasText: "Geschrieben: " }).last().waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("table", { name: "Protokoll", exact: true }).locator("..").hover();
    await page.mouse.wheel(0, -900);
    await page.getByText("Angehalten").waitFor();
    await watchView(page);

    const memory = await watchMemory();
    await load();
    await allBack();
    const grown = await memory.stop();

    const view = await readView(page);
    expect(view.looks).toBeGreaterThan(SECONDS);
    expect(view.seen).toHaveLength(1);
    for (const [chan, numbers] of back) {
      expect(numbers, chan).toEqual(countTo(sent.get(chan) ?? 0));
    }
    for (const pod of await pods()) expect([pod.id, pod.counters.coalesced]).toEqual([pod.id, 0]);
    expect(grown["appliance"]).toBeLessThan(MEMORY_ALLOWED);
    expect(grown["hub"]).toBeLessThan(MEMORY_ALLOWED);

    await allLogged();
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 60_000 }),
      byButton(page, "Herunterladen").click(),
    ]);
    const lines = await numbersOf(await download.path());
    for (const line of LINES) {
      const all = countTo(sent.get(line) ?? 0);
      expect(lines.get(`Empfangen mqtt.in_${line[0]}.${line}`), line).toEqual(all);
      expect(lines.get(`Geschrieben mqtt.out_${line[0]}.${line}`), line).toEqual(all);
    }
    await byButton(page, "Zum Neuesten").click();
    await page.getByText("Live", { exact: true }).waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });
});

interface PodState {
  id: string;
  counters: { coalesced: number };
}
async function pods(): Promise<PodState[]> {
  const { body } = await stage.product.api.get("/pods", { force: "1" });
  return body["pods"] as PodState[];
}

async function connected(): Promise<boolean> {
  const { body } = await stage.product.api.get("/trace/meta", { filter: "*.pod.*" });
  const entries = body["entries"] as { conn_state: boolean }[] | undefined;
  return entries?.length === PODS.length && entries.every(({ conn_state }) => conn_state);
}

function project(port: number): Promise<Buffer> {
  const channels = ["in", "out"].flatMap((dir) =>
    LINES.map((line) => `${dir}_${line[0]};${line};int;${dir};${dir === "in" ? "go" : "back"}/${line};1`),
  );
  return zipFiles([
    ["project.csv", "key;value\nid;last\nname;Last\n"],
    ["pods.csv", `id;host;port\n${PODS.map((pod) => `${pod};127.0.0.1;${port}\n`).join("")}`],
    ["mqtt.csv", `pod;channel;type;dir;topic;qos\n${channels.join("\n")}\n`],
    [
      "links.csv",
      `source;target\n${LINES.map((line) => `mqtt.in_${line[0]}.${line};mqtt.out_${line[0]}.${line}\n`).join("")}`,
    ],
  ]);
}

/** The next `count` values, in turn over all channels. */
function publish(count: number): void {
  for (let i = 0; i < count; i += 1) {
    const sum = [...sent.values()].reduce((all, each) => all + each, 0);
    const line = LINES[sum % LINES.length] ?? "";
    const number = (sent.get(line) ?? 0) + 1;
    sent.set(line, number);
    client.publish(`go/${line}`, String(number), { qos: 1 });
  }
}

/** As many values as are due by the clock, every few milliseconds, until all are sent. */
function load(): Promise<void> {
  return new Promise((resolve) => {
    const begun = performance.now();
    let done = 0;
    const timer = setInterval(() => {
      const due = Math.min(TOTAL, Math.floor(((performance.now() - begun) / 1_000) * VALUES_A_SECOND));
      publish(due - done);
      done = due;
      if (done < TOTAL) return;
      clearInterval(timer);
      resolve();
    }, EVERY);
  });
}

async function allBack(): Promise<void> {
  await waitFor(() => Promise.resolve(LINES.every((line) => back.get(line)?.at(-1) === sent.get(line))), {
    what: "the last value of every channel",
    timeout: 60_000,
  });
}

/** Lines reach the log in batches, so the last of them a moment after their values came back. */
async function allLogged(): Promise<void> {
  const { url, api } = stage.product;
  const last = LINES.flatMap((line) => [
    `mqtt.in_${line[0]}.${line} Empfangen: ${sent.get(line)}`,
    `mqtt.out_${line[0]}.${line} Geschrieben: ${sent.get(line)}`,
  ]);
  const there = async () => {
    const answer = await fetch(`${url}/admin/api/system/log?source=pod&tail=2000`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    const lines = (await answer.text()).trimEnd().split("\n");
    const entries = lines.map((text) => JSON.parse(text) as { chan?: string; msg: string });
    const told = new Set(entries.map(({ chan, msg }) => `${chan} ${msg}`));
    return last.every((entry) => told.has(entry));
  };
  await waitFor(there, { what: "the last lines of every channel", timeout: 30_000 });
}

const countTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** How much more than now appliance and hub take at their most. */
async function watchMemory(): Promise<{ stop: () => Promise<Record<string, number>> }> {
  const pids = await processIds();
  const first = new Map(await Promise.all(pids.map(async ([name, pid]) => [name, await pss(pid)] as const)));
  const most = new Map(first);
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      for (const [name, pid] of pids) most.set(name, Math.max(most.get(name) ?? 0, await pss(pid)));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await watching;
      return Object.fromEntries([...most].map(([name, bytes]) => [name, bytes - (first.get(name) ?? 0)]));
    },
  };
}

async function processIds(): Promise<(readonly [name: string, pid: number])[]> {
  const own = new Set(await descendants(stage.product.launcher.pid ?? 0));
  const all = (await processes()).filter(({ pid }) => own.has(pid));
  return ["appliance", "hub"].map((name) => {
    const found = all.find(({ command }) => command.includes(`/${name}.mjs`));
    if (!found) throw new Error(`no process ${name}`);
    return [name, found.pid];
  });
}

interface View {
  looks: number;
  /** Every different sight: place of the list, first line in it, and where that begins. */
  seen: string[];
}

/** Looks at the list in every frame the browser paints, from now on. */
async function watchView(page: Page): Promise<void> {
  await page.evaluate(() => {
    const view: View = { looks: 0, seen: [] };
    Object.assign(globalThis, { view });
    const box = document.querySelector("table[aria-label=Protokoll]")?.parentElement;
    if (!box) throw new Error("no list");
    const look = (): void => {
      const top = box.getBoundingClientRect().top;
      const first = [...box.querySelectorAll("tbody tr")].find(
        (row) => row.getBoundingClientRect().bottom > top,
      );
      const offset = Math.round((first?.getBoundingClientRect().top ?? 0) - top);
      const sight = `${box.isConnected} ${box.scrollTop} ${offset} ${first?.textContent}`;
      view.looks += 1;
      if (!view.seen.includes(sight)) view.seen.push(sight);
      requestAnimationFrame(look);
    };
    look();
  });
}

function readView(page: Page): Promise<View> {
  return page.evaluate(() => (globalThis as unknown as { view: View }).view);
}

/** Numbers of the downloaded lines in their order, by what was done and channel. */
async function numbersOf(file: string): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const { chan, msg } = JSON.parse(text) as { chan?: string; msg: string };
    expect(msg).not.toMatch(/ausgelassen|nicht geschrieben/);
    const [, what, number] = /^(Empfangen|Geschrieben): (\d+)$/.exec(msg) ?? [];
    if (what === undefined) continue;
    const key = `${what} ${chan}`;
    const numbers = found.get(key) ?? [];
    numbers.push(Number(number));
    found.set(key, numbers);
  }
  return found;
}
