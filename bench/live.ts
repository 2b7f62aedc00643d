/**
 * 5,000 channels that change once a second, with one console open: cores used by hub and appliance, and the
 * browser's long tasks (W3C Long Tasks, > 50 ms), over 30 s.
 */
import { startMosquitto } from "@hubwart/testing";
import mqtt from "mqtt";
import { launchBrowser } from "../e2e/support/browser.ts";
import { noteLongTasks } from "./support/page.ts";
import { cores, PASSWORD, pause, processorTime, startReady, upload } from "./support/product.ts";
import { report } from "./support/results.ts";

const CHANNELS = 5_000;
const SECONDS = 30;

const broker = await startMosquitto({ quiet: true });
const product = await startReady();
const browser = await launchBrowser();
const client = mqtt.connect({ host: "127.0.0.1", port: broker.port });
try {
  const rows = Array.from({ length: CHANNELS }, (_, i) => `live;c${i};float;in;live/${i}`).join("\n");
  await upload(product, [
    ["project.csv", "key;value\nid;live\nname;Live\n"],
    ["pods.csv", `id;host;port\nmqtt.live;127.0.0.1;${broker.port}\n`],
    ["mqtt.csv", `pod;channel;type;dir;topic\n${rows}\n`],
  ]);

  const page = await (await browser.newContext()).newPage();
  const longTasks = await noteLongTasks(page);
  await page.goto(product.url, { waitUntil: "networkidle" });
  await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();

  let round = 0;
  const timer = setInterval(() => {
    round += 1;
    for (let i = 0; i < CHANNELS; i += 1) client.publish(`live/${i}`, String(round + i / 10));
  }, 1_000);
  await pause(5);
  await longTasks();
  const arrivedBefore = await arrived();
  const before = await processorTime(product);
  await pause(SECONDS);
  const after = await processorTime(product);
  clearInterval(timer);
  const values = (await arrived()) - arrivedBefore;
  if (values < CHANNELS * SECONDS * 0.9)
    throw new Error("the values did not arrive: the figures mean nothing");
  const tasks = await longTasks();
  await report("live", [
    { what: "values that reached the hub", measured: `${Math.round(values / SECONDS)} per second` },
    { what: "processor time", aim: "one core", measured: cores(before, after, SECONDS) },
    {
      what: `long tasks of the browser in ${SECONDS} s`,
      aim: "none",
      measured: tasks.length > 0 ? `${tasks.length}, longest ${Math.max(...tasks)} ms` : "none",
    },
  ]);
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
