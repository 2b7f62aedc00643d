/**
 * A real hub process with real pod processes, built into a temporary folder, for integration tests.
 *
 *     const build = useHubBuild();                       // hub-build.ts; `buildHub()` where no test runs
 *     const hub = await build.start({ project });
 *     await hub.client.request("status", {});
 *     await hub.stop();
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type DataLayout, dataLayout, Scope, systemClock } from "@hubwart/core";
import { type DataRecord, HubClient, type HubPod } from "@hubwart/ipc";
import type { LicenseVerdict } from "@hubwart/license";
import type { CompiledProject } from "@hubwart/project";
import { type BundleOptions, bundle, descendants, waitFor } from "@hubwart/testing";

export const VALID: LicenseVerdict = {
  valid: true,
  name: "Test",
  key: "TEST",
  expiry: null,
  meta: {},
  fingerprint: "test",
};

export interface HubBuild {
  folder: string;
  start(options?: StartOptions): Promise<HubProcess>;
  remove(): Promise<void>;
}

interface StartOptions {
  project?: CompiledProject;
  license?: LicenseVerdict;
  /** Kept after `stop`; a temporary one otherwise. */
  dataDir?: string;
  env?: Record<string, string>;
}

const ENTRIES = {
  hub: "apps/hub/src/testing/hub-entry.ts",
  pod: "apps/hub/src/testing/pod-entry.ts",
  recorder: "apps/hub/src/recorder-main.ts",
  scripts: "apps/hub/src/scripts-main.ts",
  alarms: "apps/hub/src/alarms-main.ts",
  energy: "apps/hub/src/energy-main.ts",
  "script-worker": "packages/scripts/src/worker/main.ts",
  cli: "apps/cli/src/main.ts",
};

export async function buildHub(options?: BundleOptions): Promise<HubBuild> {
  const { folder, remove } = await bundle(ENTRIES, options);
  return {
    folder,
    start: (options = {}) => startHub(folder, options),
    remove,
  };
}

export class HubProcess {
  readonly child: ChildProcess;
  readonly layout: DataLayout;
  readonly client: HubClient;
  readonly #scope = new Scope();
  readonly #temporary: boolean;
  output = "";

  constructor(child: ChildProcess, layout: DataLayout, temporary: boolean) {
    this.child = child;
    this.layout = layout;
    this.#temporary = temporary;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8");
      stream?.on("data", (text: string) => {
        this.output += text;
      });
    }
    this.client = new HubClient({ path: layout.hubSocket, clock: systemClock, scope: this.#scope });
    this.client.start();
  }

  async pods(): Promise<HubPod[]> {
    return (await this.client.request("pods", {})).pods;
  }

  async pod(id: string): Promise<HubPod> {
    const pod = (await this.pods()).find((candidate) => candidate.id === id);
    if (!pod) throw new Error(`there is no pod ${id}`);
    return pod;
  }

  async value(chan: string): Promise<DataRecord> {
    const { records } = await this.client.request("traceData", { filter: [chan], tags: [] });
    const [record] = records;
    if (!record) throw new Error(`there is no channel ${chan}`);
    return record;
  }

  async until(what: string, check: () => boolean | Promise<boolean>, timeout = 20_000): Promise<void> {
    await waitFor(check, { what, timeout, interval: 20, detail: () => this.output.slice(-4_000) });
  }

  async saveProject(project: CompiledProject, version: string): Promise<void> {
    await saveProject(this.layout, project, version);
  }

  async saveLicense(verdict: LicenseVerdict): Promise<void> {
    await writeFile(path.join(this.layout.root, "test-license.json"), JSON.stringify(verdict));
  }

  /** Ends everything that is left, by force if need be. */
  async stop(): Promise<void> {
    const pids = this.child.pid === undefined ? [] : await descendants(this.child.pid);
    await this.#scope.end();
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once("exit", resolve));
      this.child.kill("SIGTERM");
      const force = setTimeout(() => this.child.kill("SIGKILL"), 12_000);
      await ended;
      clearTimeout(force);
    }
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself, as it should.
      }
    }
    if (this.#temporary) await rm(this.layout.root, { recursive: true, force: true });
  }
}

async function startHub(folder: string, options: StartOptions): Promise<HubProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "hubwart-hub-")));
  const layout = dataLayout(dataDir);
  await mkdir(layout.projectVersions, { recursive: true });
  if (options.project) await saveProject(layout, options.project, "v1");
  await writeFile(path.join(dataDir, "test-license.json"), JSON.stringify(options.license ?? VALID));
  const child = fork(path.join(folder, "hub.mjs"), [], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      HUBWART_DATA_DIR: dataDir,
      HUBWART_RESTART_DELAY_MAX: "400",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const hub = new HubProcess(child, layout, options.dataDir === undefined);
  try {
    await hub.until("the hub to be up", async () => {
      const { state } = await hub.client.request("status", {});
      return state !== "init";
    });
  } catch (error) {
    await hub.stop();
    throw error;
  }
  return hub;
}

async function saveProject(layout: DataLayout, project: CompiledProject, version: string): Promise<void> {
  const versionFolder = path.join(layout.projectVersions, version);
  await mkdir(versionFolder, { recursive: true });
  await writeFile(path.join(versionFolder, "compiled.json"), JSON.stringify(project));
  await writeFile(layout.currentProject, JSON.stringify({ version }));
}
