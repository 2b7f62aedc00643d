/**
 * Debian's Prometheus, which scrapes one address every second; and its checker of metrics pages.
 *
 *     const prometheus = await startPrometheus({ target: "127.0.0.1:8080", token });
 *     await prometheus.query("hubwart_hub_up");
 *     await checkMetrics(text);      // promtool's complaints, empty if there are none
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "./ports.ts";
import { startProcess } from "./process.ts";

export interface PrometheusSample {
  metric: Record<string, string>;
  value: number;
}

export interface Prometheus {
  /** PromQL, answered as an instant vector. */
  query(text: string): Promise<PrometheusSample[]>;
  stop(): Promise<void>;
}

export async function startPrometheus(options: { target: string; token: string }): Promise<Prometheus> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "prometheus-"));
  const port = await freePort();
  // JSON is YAML.
  const config = {
    global: { scrape_interval: "1s" },
    scrape_configs: [
      {
        job_name: "hubwart",
        authorization: { credentials: options.token },
        static_configs: [{ targets: [options.target] }],
      },
    ],
  };
  const file = path.join(folder, "prometheus.yml");
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const peer = await startProcess("/usr/bin/prometheus", args, {
    ready: /Server is ready to receive web requests/,
  });
  return {
    async query(text) {
      const search = new URLSearchParams({ query: text });
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?${search.toString()}`);
      const body = (await response.json()) as {
        data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
      };
      return (body.data?.result ?? []).map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
    async stop() {
      await peer.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What `promtool check metrics` has to say. */
export function checkMetrics(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const tool = spawn("/usr/bin/promtool", ["check", "metrics"], { stdio: ["pipe", "pipe", "pipe"] });
    let said = "";
    for (const stream of [tool.stdout, tool.stderr])
      stream.on("data", (part: Buffer) => (said += String(part)));
    tool.once("error", reject);
    tool.once("close", (code) => resolve(code === 0 || said !== "" ? said : `promtool ended with ${code}`));
    tool.stdin.end(text);
  });
}
