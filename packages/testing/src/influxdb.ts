/**
 * Debian's InfluxDB 1.6 on free ports of 127.0.0.1, with nothing outside its temporary folder.
 *
 *     const influx = await startInfluxdb();
 *     await influx.query('CREATE DATABASE "hub"');
 *     await influx.stop();
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "./ports.ts";
import { startProcess } from "./process.ts";
import { waitFor } from "./product.ts";

export interface Influxdb {
  readonly port: number;
  readonly pid: number;
  /** Where everything of it lies. */
  readonly folder: string;
  /** InfluxQL; rows of the first series as objects. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Ends it without a word, and starts it again on the same port with what it had stored. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

interface QueryAnswer {
  results: { error?: string; series?: { columns: string[]; values: unknown[][] }[] }[];
}

export async function startInfluxdb(): Promise<Influxdb> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "influxdb-"));
  const port = await freePort();
  const config = [
    "reporting-disabled = true",
    `bind-address = "127.0.0.1:${await freePort()}"`,
    "[meta]",
    `dir = "${folder}/meta"`,
    "[data]",
    `dir = "${folder}/data"`,
    `wal-dir = "${folder}/wal"`,
    "[monitor]",
    "store-enabled = false",
    "[http]",
    `bind-address = "127.0.0.1:${port}"`,
    "log-enabled = false",
  ];
  const file = path.join(folder, "influxdb.conf");
  await writeFile(file, `${config.join("\n")}\n`);
  const base = `http://127.0.0.1:${port}`;
  let peer = await startProcess("/usr/bin/influxd", ["run", "-config", file]);
  const answers = () =>
    waitFor(async () => (await fetch(`${base}/ping`)).status === 204, {
      what: "InfluxDB to answer",
      detail: () => peer.output(),
    });
  const stop = async () => {
    await peer.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await answers();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    get pid() {
      return peer.pid;
    },
    folder,
    stop,
    down: () => peer.stop("SIGKILL"),
    async up() {
      peer = await startProcess("/usr/bin/influxd", ["run", "-config", file]);
      await answers();
    },
    async query(text, database) {
      const body = new URLSearchParams({ q: text, epoch: "ms", ...(database ? { db: database } : {}) });
      const response = await fetch(`${base}/query`, { method: "POST", body });
      const { results } = (await response.json()) as QueryAnswer;
      const error = results.find((result) => result.error !== undefined)?.error;
      if (error !== undefined) throw new Error(error);
      const series = results[0]?.series?.[0];
      return (series?.values ?? []).map((row) =>
        Object.fromEntries((series?.columns ?? []).map((column, i) => [column, row[i]])),
      );
    },
  };
}
