/** Memory of the process of the alarms in the whole product, as a device runs it: from a broker through the MQTT pod and the hub. */
import { ownMemory, pss, startMosquitto } from "@hubwart/testing";
import mqtt from "mqtt";
import { bareNode, mb } from "../support/process.ts";
import { pause, startReady, upload } from "../support/product.ts";
import type { Figure } from "../support/results.ts";
import { alarmsBelow } from "./process.ts";

/** Alarms, each with a channel that gets a value a second. */
const COUNTS = [300, 1_000, 5_000];
/** Values come so many times a second, a part of the channels each time. */
const PARTS = 10;
const SETTLE = 20;

export async function memoryInProduct(seconds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of COUNTS) {
    const { bare, own, pages } = await memoryOf(count, seconds);
    figures.push({
      what: `in the whole product, ${count} alarms and values a second: memory (PSS) of the alarms' process, median, most; of it what is its own, most; PSS of a Node process there that does nothing`,
      aim: "16 MB",
      measured: `${mb(middle(own))}, ${mb(Math.max(...own))}; ${mb(Math.max(...pages))}; ${mb(bare)}`,
    });
  }
  return figures;
}

async function memoryOf(count: number, seconds: number) {
  const broker = await startMosquitto();
  const product = await startReady();
  let client: mqtt.MqttClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    const channels = Array.from({ length: count }, (_, n) => `p;k${n};v/${n};float;in\n`);
    await upload(product, [
      ["project.csv", "key;value\nid;alarms\nname;Alarms\n"],
      ["pods.csv", `id;host;port\nmqtt.p;127.0.0.1;${broker.port}\n`],
      ["mqtt.csv", `pod;channel;topic;type;dir\n${channels.join("")}`],
      [
        "alarms.csv",
        "id;source;kind;limit;hysteresis;priority;text\nhoch;mqtt.p.*;above;100;1;2;{label} über {limit}\n",
      ],
    ]);
    const sender = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`);
    client = sender;
    let part = 0;
    timer = setInterval(() => {
      part = (part + 1) % PARTS;
      for (let n = part; n < count; n += PARTS) sender.publish(`v/${n}`, String(20 + Math.random() * 10));
    }, 1_000 / PARTS);
    await pause(SETTLE);
    const pid = await alarmsBelow(product.launcher.pid);
    const [own, pages]: [number[], number[]] = [[], []];
    for (let second = 0; second < seconds; second += 1) {
      await pause(1);
      own.push(await pss(pid));
      pages.push(await ownMemory(pid));
    }
    return { own, pages, bare: await bareNode() };
  } finally {
    clearInterval(timer);
    await client?.endAsync();
    await product.stop();
    await broker.stop();
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
