/**
 * Node-RED as a peer: installed once below `.cache`, then started with flows in a folder of its own.
 *
 *     const red = await startNodeRed({ nodes: ["node-red-contrib-s7"], flows, ready: /COUNT/ });
 *     await red.stop();
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type PeerProcess, startProcess } from "@hubwart/testing";

/** Installed together; of the nodes each start loads those it names. */
const VERSIONS = {
  "node-red": "4.1.8",
  "node-red-contrib-modbus": "5.23.3",
  "node-red-contrib-s7": "3.1.3",
  "node-red-node-email": "5.2.5",
  "node-red-node-ping": "0.3.3",
};
export type RedNode = Exclude<keyof typeof VERSIONS, "node-red">;
const LONGEST_START_MS = 120_000;

export interface NodeRedOptions {
  /** Packages beside Node-RED. */
  nodes: readonly RedNode[];
  flows: readonly unknown[];
  /** Secrets of nodes, by their id. */
  credentials?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Where the web server listens, for flows that are asked by HTTP or WebSocket. */
  port?: number;
  /** What it prints once it does its work. */
  ready: RegExp;
}

export async function startNodeRed(options: NodeRedOptions): Promise<PeerProcess> {
  const { credentials = {}, nodes, flows, port = 0, ready } = options;
  const installed = await install();
  const folder = await mkdtemp(path.join(os.tmpdir(), "node-red-"));
  const settings = {
    flowFile: "flows.json",
    httpAdminRoot: "/red",
    uiHost: "127.0.0.1",
    uiPort: port,
    credentialSecret: false,
    telemetry: { enabled: false },
    logging: { console: { level: "info" } },
  };
  const packages = nodes.map((name) => path.join(installed, "node_modules", name));
  await mkdir(path.join(folder, "node_modules"));
  for (const from of packages) await symlink(from, path.join(folder, "node_modules", path.basename(from)));
  const dependencies = Object.fromEntries(nodes.map((name) => [name, VERSIONS[name]]));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await writeFile(path.join(folder, "flows.json"), JSON.stringify(flows));
  await writeFile(path.join(folder, "flows_cred.json"), JSON.stringify(credentials));
  await writeFile(path.join(folder, "settings.js"), `module.exports = ${JSON.stringify(settings)};\n`);
  const main = path.join(installed, "node_modules/node-red/red.js");
  const args = [main, "--userDir", folder, "--settings", path.join(folder, "settings.js")];
  try {
    const peer = await startProcess(process.execPath, args, { ready, timeout: LONGEST_START_MS });
    return {
      pid: peer.pid,
      output: () => peer.output(),
      prints: (pattern) => peer.prints(pattern),
      async stop() {
        await peer.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** `Node-RED 4.1.8, node-red-contrib-s7 3.1.3` */
export function nodeRedWith(nodes: readonly RedNode[]): string {
  return [`Node-RED ${VERSIONS["node-red"]}`, ...nodes.map((name) => `${name} ${VERSIONS[name]}`)].join(", ");
}

async function install(): Promise<string> {
  const digest = createHash("sha256").update(JSON.stringify(VERSIONS)).digest("hex");
  const folder = path.resolve(".cache", `node-red-${VERSIONS["node-red"]}-${digest.slice(0, 8)}`);
  if (existsSync(path.join(folder, "node_modules/node-red/red.js"))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: VERSIONS }),
  );
  const npm = ["install", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  if (spawnSync("npm", npm, { cwd: folder, stdio: "inherit" }).status !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error("Node-RED could not be installed");
  }
  return folder;
}
