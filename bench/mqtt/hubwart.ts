/** The product itself as the bridge: launcher, appliance, hub and one mqtt pod, with 1,000 links. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startProduct, waitFor } from "@hubwart/testing";
import { TOPICS } from "./load.ts";

function csv(rows: (string | number)[][]): string {
  return `${rows.map((row) => row.join(";")).join("\n")}\n`;
}

/** The tables of a project that passes `in/<i>` on to `out/<i>`. */
function tables(port: number, qos: 0 | 1): Record<string, string> {
  const channels: (string | number)[][] = [["pod", "channel", "type", "dir", "topic", "qos"]];
  const links: (string | number)[][] = [["source", "target"]];
  for (let i = 0; i < TOPICS; i += 1) {
    channels.push(
      ["bench", `in${i}`, "string", "in", `in/${i}`, qos],
      ["bench", `out${i}`, "string", "out", `out/${i}`, qos],
    );
    links.push([`mqtt.bench.in${i}`, `mqtt.bench.out${i}`]);
  }
  return {
    project: csv([
      ["key", "value"],
      ["id", "bench"],
      ["name", "Bench"],
    ]),
    pods: csv([
      ["id", "host", "port"],
      ["mqtt.bench", "127.0.0.1", port],
    ]),
    mqtt: csv(channels),
    links: csv(links),
  };
}

export async function startHubwart(
  port: number,
  qos: 0 | 1,
): Promise<{ stop(): Promise<void>; coalesced(): Promise<number> }> {
  const { zipFiles } = await import("../support/zip.ts");
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-bench-"));
  const product = await startProduct();
  try {
    await product.api.signIn("Messlauf-2026!");
    const file = path.join(folder, "bench.zip");
    const entries = Object.entries(tables(port, qos)).map(([name, text]) => [`${name}.csv`, text] as const);
    await writeFile(file, await zipFiles(entries));
    await waitFor(async () => (await hubState()) !== "no_license", {
      what: "the trial licence",
      timeout: 30_000,
    });
    const reply = await product.api.uploadProjectFile(file);
    if (reply.body["code"] !== 0) throw new Error(`upload: ${JSON.stringify(reply.body).slice(0, 500)}`);
    await waitFor(async () => (await hubState()) === "running" && (await allConnected()), {
      what: "the hub to run",
      timeout: 30_000,
    });
  } catch (error) {
    process.stderr.write(product.output());
    await product.stop();
    throw error;
  }
  return {
    async stop() {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
    async coalesced() {
      const { body } = await product.api.get("/pods", { force: "1" });
      const pods = body["pods"] as { counters: { coalesced: number } }[];
      return pods.reduce((sum, pod) => sum + pod.counters.coalesced, 0);
    },
  };

  async function hubState(): Promise<string> {
    const { body } = await product.api.get("/info");
    return (body as { system: { hub: { state: string } } }).system.hub.state;
  }
  async function allConnected(): Promise<boolean> {
    const { body } = await product.api.get("/trace/meta", { filter: "mqtt.iface.*" });
    const entries = body["entries"] as { conn_state: boolean }[];
    return entries.length > 0 && entries.every((entry) => entry.conn_state);
  }
}
