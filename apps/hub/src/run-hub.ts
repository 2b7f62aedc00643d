/**
 * The hub's process: configuration, log, signals and the end.
 *
 * Ends cleanly on SIGTERM, SIGINT or the launcher's `stop`, pods first; within 2 s when the launcher is
 * gone, whatever still runs: pods end by themselves as soon as their channel closes.
 */
import { fork } from "node:child_process";
import path from "node:path";
import {
  ConfigError,
  dataLayout,
  EventLogWriter,
  ensureFolder,
  errorText,
  Pulse,
  parseConfig,
  Scope,
  systemClock,
} from "@hubwart/core";
import { verifyLicenseFile } from "@hubwart/license";
import { podMethods } from "@hubwart/pods/methods";
import { Hub, type HubOptions } from "./hub.ts";
import { linkLauncher } from "./launcher-link.ts";
import { SCRIPTS_POD } from "./scripts/scripts.ts";
import { texts } from "./texts.ts";

export interface RunHubOptions {
  /** Script of a pod's process. */
  podEntry: string;
  /** Script of the recorder's process. */
  recorderEntry: string;
  /** Script of the process that runs the project's scripts. */
  scriptsEntry: string;
  /** Instead of the licence file; for tests of the hub alone. */
  verifyLicense?: HubOptions["verifyLicense"];
  /** Instead of those of this build; for tests. */
  methods?: HubOptions["methods"];
}

/**
 * A pod is small and should stay so: a small young generation costs a little time and saves much memory. Left alone, V8
 * lets the old one grow to four times of what is alive before it looks, and every stall of the hub raises that.
 */
const POD_FLAGS = ["--max-semi-space-size=1", "--heap-growing-percent=30"];
/** Its memory is bounded by the rows it sorts at a time. */
const RECORDER_FLAGS = ["--max-semi-space-size=2"];
/** Beside it each script has a worker of its own; what V8 compiles for them it does on one thread, not on four. */
const SCRIPTS_FLAGS = ["--max-semi-space-size=1", "--heap-growing-percent=30", "--v8-pool-size=1"];
const LOST_LIMIT = 1_500;
const STOP_LIMIT = 8_500;

export async function runHub(options: RunHubOptions): Promise<void> {
  const config = parseConfig(process.env);
  const layout = dataLayout(config.dataDir);
  const scope = new Scope();
  let ending = false;
  let hub: Hub | undefined;
  const end = (limit: number, code: number) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code), limit).unref();
    const stopped = hub ? hub.stop() : Promise.resolve();
    void stopped.then(() => scope.end()).finally(() => process.exit(code));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end(STOP_LIMIT, 0));
  const launcher = linkLauncher({
    onLost: () => end(LOST_LIMIT, 0),
    onStop: () => end(STOP_LIMIT, 0),
    onStood: (ms) => hub?.deviceStood(ms),
  });
  await ensureFolder(layout.logs);
  const sink = await EventLogWriter.open(path.join(layout.logs, "hub"), { clock: systemClock, scope });
  hub = new Hub({
    layout,
    clock: systemClock,
    pulse: new Pulse({ clock: systemClock, scope }),
    sink,
    scope,
    restartDelayMax: config.restartDelayMax,
    podBroker: config.podBroker,
    verifyLicense: options.verifyLicense ?? ((now) => verifyLicenseFile(layout, now)),
    methods: options.methods ?? ((type) => (Object.hasOwn(podMethods, type) ? podMethods[type] : undefined)),
    fork: (id) =>
      fork(options.podEntry, [id], { execArgv: POD_FLAGS, stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    forkScripts: () =>
      fork(options.scriptsEntry, [SCRIPTS_POD], {
        execArgv: SCRIPTS_FLAGS,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      }),
    forkRecorder: () =>
      fork(
        options.recorderEntry,
        [layout.lake, String(config.history.days), String(config.history.bytes), layout.authorities],
        { execArgv: RECORDER_FLAGS, stdio: ["ignore", "inherit", "inherit", "ipc"], serialization: "json" },
      ),
  });
  const { log } = hub;
  process.on("uncaughtException", (error) => {
    log.error(`Unerwarteter Fehler: ${error.stack ?? error.message}`);
    end(LOST_LIMIT, 1);
  });
  await hub.start();
  launcher.ready();
}

/** What a person at the terminal reads when the hub cannot start. */
export function startFailure(error: unknown): string {
  return error instanceof ConfigError ? error.message : texts.notStarted(errorText(error));
}
