/**
 * Each type of pod at its usual job, through the whole product, and Node-RED with its usual node at the same job, one after the
 * other with peers of their own: how many values a second come through, the time of a single value's way, processor time of a
 * value and memory of all processes that take part. Where the other end is open, it is MQTT.
 *
 *     npm run bench -- pods            --only=asset: one type; --quick: shorter, says less
 */
import { startMosquitto } from "@hubwart/testing";
import mqtt from "mqtt";
import { nodeRedWith } from "../support/node-red.ts";
import { bareNode, mb } from "../support/process.ts";
import { type Row, reportTable } from "../support/results.ts";
import { hubwart, nodeRed } from "./candidates.ts";
import type { Job, Plant } from "./job.ts";
import { asset } from "./jobs/asset.ts";
import { chatWebhook, chatXmpp } from "./jobs/chat.ts";
import { email } from "./jobs/email.ts";
import { httpIn } from "./jobs/http-in.ts";
import { httpOutPolls, httpOutSends } from "./jobs/http-out.ts";
import { knx } from "./jobs/knx.ts";
import { modbusClient } from "./jobs/modb-client.ts";
import { modbusServer } from "./jobs/modb-server.ts";
import { mqttTopics } from "./jobs/mqtt.ts";
import { ping } from "./jobs/ping.ts";
import { s7 } from "./jobs/s7-client.ts";
import { Lanes } from "./lanes.ts";
import { type Length, measure } from "./measure.ts";

const JOBS = {
  mqtt: [mqttTopics],
  http_in: [httpIn],
  http_out: [httpOutSends, httpOutPolls],
  modb_client: [modbusClient],
  modb_server: [modbusServer],
  s7_client: [s7],
  knx: [knx],
  asset: [asset],
  email: [email],
  chat: [chatWebhook, chatXmpp],
  ping: [ping],
};
const quick = process.argv.includes("--quick");
const only = /^--only=(.*)$/m.exec(process.argv.join("\n"))?.[1];
const length: Length = quick ? { settle: 1, rounds: 10, flood: 2 } : { settle: 5, rounds: 100, flood: 10 };

async function run(job: Job, red: boolean): Promise<Row | undefined> {
  const broker = await startMosquitto({ quiet: true });
  const client = await mqtt.connectAsync({ host: "127.0.0.1", port: broker.port });
  const lanes = new Lanes();
  client.on("message", (topic, data) =>
    lanes.arrived(Number(topic.slice("from/".length)), data.toString("utf8")),
  );
  await client.subscribeAsync("from/+");
  const plant: Plant = {
    lanes,
    broker: broker.port,
    client,
    publish: async (topic, value) => void (await client.publishAsync(topic, String(value))),
  };
  const setup = await job.start(plant);
  try {
    if (red && setup.red === undefined) return undefined;
    const candidate = red && setup.red ? await nodeRed(setup.red) : await hubwart(setup);
    try {
      await setup.connect?.(red ? "node-red" : "hubwart");
      const cells = await measure(candidate, setup, lanes, length);
      return [job.what, red && setup.red ? nodeRedWith(setup.red.nodes) : "Hubwart", ...cells];
    } catch (error) {
      process.stderr.write(`${job.what}: ${await candidate.output()}\n`);
      throw error;
    } finally {
      await candidate.stop();
    }
  } finally {
    await setup.stop();
    await client.endAsync(true);
    await broker.stop();
  }
}

if (process.argv.includes("--record") && only !== undefined)
  throw new Error("the whole table is recorded in one run");
const rows: Row[] = [["none", "a Node process with the flags of pods", "", "", "", mb(await bareNode())]];
for (const [type, jobs] of Object.entries(JOBS)) {
  if (only !== undefined && only !== type) continue;
  for (const job of jobs) {
    for (const red of [false, true]) {
      // Once more, with everything new: a value may be late on a machine with other work.
      const row = await run(job, red).catch(() => run(job, red));
      if (row === undefined) continue;
      process.stdout.write(`${row.join(" | ")}\n`);
      rows.push(row);
    }
  }
}
await reportTable(
  "pods",
  [
    "job",
    "by",
    "values per second",
    "way of one, median / 99 %",
    "processor time of a value",
    "PSS at rest; at the end",
  ],
  rows,
);
