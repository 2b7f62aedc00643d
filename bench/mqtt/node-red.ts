/** Node-RED as a peer, in a folder of its own: as its users build it, and at its best. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { waitFor } from "@hubwart/testing";
import { TOPICS } from "./load.ts";

const VERSION = "4.1.8";

async function install(): Promise<string> {
  const folder = path.resolve(".cache", `node-red-${VERSION}`);
  const main = path.join(folder, "node_modules/node-red/red.js");
  const there = await stat(main).then(
    () => true,
    () => false,
  );
  if (!there) {
    await mkdir(folder, { recursive: true });
    await writeFile(
      path.join(folder, "package.json"),
      JSON.stringify({ private: true, dependencies: { "node-red": VERSION } }),
    );
    const result = spawnSync(
      "npm",
      ["install", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"],
      { cwd: folder, stdio: "inherit" },
    );
    if (result.status !== 0) throw new Error("Node-RED could not be installed");
  }
  return main;
}

export type Style = "per-topic" | "wildcard";

function flows(style: Style, port: number, qos: 0 | 1): unknown[] {
  const broker = {
    id: "broker",
    type: "mqtt-broker",
    broker: "127.0.0.1",
    port: String(port),
    clientid: "bench-node-red",
    autoConnect: true,
    protocolVersion: "4",
    keepalive: "60",
    cleansession: true,
  };
  const out = (id: string, topic: string) => ({
    id,
    type: "mqtt out",
    z: "flow",
    topic,
    qos: String(qos),
    retain: "",
    broker: "broker",
    wires: [],
  });
  const inn = (id: string, topic: string, next: string) => ({
    id,
    type: "mqtt in",
    z: "flow",
    topic,
    qos: String(qos),
    datatype: "buffer",
    broker: "broker",
    inputs: 0,
    wires: [[next]],
  });
  const nodes: unknown[] = [{ id: "flow", type: "tab", label: "bench" }, broker];
  if (style === "wildcard") {
    const code = 'msg.topic = "out/" + msg.topic.slice(3);\nreturn msg;';
    nodes.push(inn("in", "in/#", "fn"), out("out", ""));
    nodes.push({ id: "fn", type: "function", z: "flow", func: code, outputs: 1, wires: [["out"]] });
  } else {
    for (let i = 0; i < TOPICS; i += 1)
      nodes.push(inn(`in${i}`, `in/${i}`, `out${i}`), out(`out${i}`, `out/${i}`));
  }
  return nodes;
}

export async function startNodeRed(
  style: Style,
  port: number,
  qos: 0 | 1,
): Promise<{ stop(): Promise<void> }> {
  const main = await install();
  const folder = await mkdtemp(path.join(os.tmpdir(), "node-red-"));
  await writeFile(path.join(folder, "flows.json"), JSON.stringify(flows(style, port, qos)));
  await writeFile(
    path.join(folder, "settings.js"),
    "module.exports={flowFile:'flows.json',httpAdminRoot:false,httpNodeRoot:false,uiPort:0,credentialSecret:false,telemetry:{enabled:false},logging:{console:{level:'info'}}};",
  );
  const child: ChildProcess = spawn(
    process.execPath,
    [main, "--userDir", folder, "--settings", path.join(folder, "settings.js")],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await waitFor(() => output.includes("Connected to broker"), {
    what: "Node-RED to connect",
    timeout: 60_000,
    detail: () => output,
  });
  return {
    async stop() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await exited;
      clearTimeout(force);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
