/**
 * Node-RED as a peer: installed once below `.cache`, then started with flows in a folder of its own.
 *
 *     const red = await startNodeRed({ nodes: { "node-red-contrib-s7": "3.1.0" }, flows, ready: /COUNT/ });
 *     await red.stop();
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type PeerProcess, startProcess } from "@hubwart/testing";

export const NODE_RED = "4.1.8";
const LONGEST_START_MS = 120_000;

export interface NodeRedOptions {
  /** Packages beside Node-RED, with their versions. */
  nodes: Record<string, string>;
  /** A package that is unpacked with its dependencies, where npm does not have it. */
  unpacked?: string;
  flows: readonly unknown[];
  /** Secrets of nodes, by their id. */
  credentials?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What it prints once it does its work. */
  ready: RegExp;
}

export async function startNodeRed(options: NodeRedOptions): Promise<PeerProcess> {
  const { credentials = {}, nodes, unpacked, flows, ready } = options;
  const installed = await install(nodes);
  const folder = await mkdtemp(path.join(os.tmpdir(), "node-red-"));
  const settings = {
    flowFile: "flows.json",
    httpAdminRoot: "/red",
    uiHost: "127.0.0.1",
    uiPort: 0,
    credentialSecret: false,
    telemetry: { enabled: false },
    logging: { console: { level: "info" } },
  };
  const packages = Object.keys(nodes).map((name) => path.join(installed, "node_modules", name));
  if (unpacked !== undefined) packages.push(path.resolve(unpacked));
  await mkdir(path.join(folder, "node_modules"));
  for (const from of packages) await symlink(from, path.join(folder, "node_modules", path.basename(from)));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: nodes }));
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

async function install(nodes: Record<string, string>): Promise<string> {
  const wanted = { "node-red": NODE_RED, ...nodes };
  const name = Object.entries(wanted)
    .map(([part, version]) => `${part.replace("node-red-contrib-", "")}-${version}`)
    .join("-");
  const folder = path.resolve(".cache", name);
  if (existsSync(path.join(folder, "node_modules/node-red/red.js"))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: wanted }));
  const npm = ["install", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  if (spawnSync("npm", npm, { cwd: folder, stdio: "inherit" }).status !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error("Node-RED could not be installed");
  }
  return folder;
}
