/**
 * Container engines of one's own, with nothing outside their temporary folder: Docker, and Podman's service. Only inside a
 * network namespace, since they make bridges and rules for packets (`npm run test:containers` makes one).
 *
 *     const docker = await startDocker();
 *     docker.socketPath;
 *     await docker.kill(); await docker.restart();
 *     await docker.stop();
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type PeerProcess, startProcess } from "../process.ts";
import { waitFor } from "../product.ts";
import type { ImageLoader } from "./images.ts";

const run = promisify(execFile);
const MOST_OUTPUT = 64 * 1024 * 1024;

export interface TestEngine extends ImageLoader {
  readonly socketPath: string;
  /** The command line's output. */
  cli(...args: string[]): Promise<string>;
  /** As a power cut would, its containers included. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Bridges and packet rules would stay in the machine's own network. */
function needOwnNetwork(): void {
  const others = Object.keys(os.networkInterfaces()).filter(
    (name) => !/^(lo|docker|br-|veth|podman|cni)/.test(name),
  );
  if (others.length > 0) throw new Error("run this inside a network namespace: npm run test:containers");
}

export async function startDocker(): Promise<TestEngine> {
  needOwnNetwork();
  const folder = await mkdtemp(path.join(os.tmpdir(), "dk-"));
  const socketPath = path.join(folder, "docker.sock");
  const host = `unix://${socketPath}`;
  const args = [
    ["--data-root", path.join(folder, "data")],
    ["--exec-root", path.join(folder, "exec")],
    ["--host", host],
    ["--pidfile", path.join(folder, "pid")],
    ["--storage-driver", "overlay2"],
  ].flat();
  const begin = () => startProcess("/usr/sbin/dockerd", args, { ready: /API listen on/, timeout: 40_000 });
  let daemon: PeerProcess = await begin();
  const cli = async (...words: string[]) =>
    (await run("docker", ["-H", host, ...words], { maxBuffer: MOST_OUTPUT })).stdout;
  return {
    socketPath,
    cli,
    load: async (file) => void (await cli("load", "-q", "-i", file)),
    async kill() {
      const pids = await processesBelow(daemon.pid, path.join(folder, "exec"));
      await daemon.stop("SIGKILL");
      pids.forEach(killHard);
    },
    async restart() {
      // What a boot would have cleared: a killed daemon's number may stand for another process by now.
      await rm(path.join(folder, "pid"), { force: true });
      for (const name of ["containerd", "runtime-runc"]) {
        await rm(path.join(folder, "exec", name), { recursive: true, force: true });
      }
      daemon = await begin();
    },
    async stop() {
      const left = (await cli("ps", "-aq").catch(() => "")).split("\n").filter(Boolean);
      if (left.length > 0) await cli("rm", "-f", ...left).catch(() => "");
      // A proxy of a port that outlives it would keep the port from the next engine.
      const pids = await processesBelow(daemon.pid, path.join(folder, "exec"));
      await daemon.stop();
      pids.forEach(killHard);
      await run("umount", ["-R", path.join(folder, "data")]).catch(() => "");
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

export async function startPodman(): Promise<TestEngine> {
  needOwnNetwork();
  const folder = await mkdtemp(path.join(os.tmpdir(), "pm-"));
  const socketPath = path.join(folder, "podman.sock");
  const config = path.join(folder, "containers.conf");
  await writeFile(config, PODMAN_CONFIG);
  const env = { CONTAINERS_CONF: config };
  const flags = ["--root", path.join(folder, "root"), "--runroot", path.join(folder, "run")];
  const begin = () =>
    startProcess("/usr/bin/podman", [...flags, "system", "service", "--time=0", `unix://${socketPath}`], {
      env,
    });
  let service = await begin();
  const cli = async (...words: string[]) =>
    (await run("podman", [...flags, ...words], { maxBuffer: MOST_OUTPUT, env: { ...process.env, ...env } }))
      .stdout;
  const ready = () =>
    waitFor(
      async () => (await run("curl", ["-sf", "--unix-socket", socketPath, "http://d/_ping"])).stdout === "OK",
      {
        what: "Podman to answer",
        detail: () => service.output(),
      },
    );
  await ready();
  return {
    socketPath,
    cli,
    load: async (file) => void (await cli("load", "-q", "-i", file)),
    kill: () => service.stop("SIGKILL"),
    async restart() {
      service = await begin();
      await ready();
    },
    async stop() {
      await cli("rm", "-f", "-a", "-t", "0").catch(() => "");
      await service.stop();
      await run("umount", ["-R", path.join(folder, "root")]).catch(() => "");
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

const PODMAN_CONFIG = `[containers]
default_ulimits = ["nofile=16384:16384","nproc=16384:16384"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "cni"
`;

/** The daemon's children, and the shims that left it: a cut of power leaves none of them. */
async function processesBelow(root: number, mark: string): Promise<number[]> {
  const table = new Map<number, { parent: number; line: string }>();
  for (const entry of await readdir("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const [stat, line] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
      readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
    ]);
    table.set(pid, { parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]), line });
  }
  const found = new Set([...table].filter(([, { line }]) => line.includes(mark)).map(([pid]) => pid));
  found.add(root);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, { parent }] of table) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}

function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone with its parent.
  }
}
