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
import { deviceZone } from "@hubwart/host/device-zone";
import { verifyLicenseFile } from "@hubwart/license";
import { podMethods } from "@hubwart/pods/methods";
import { ALARMS_POD } from "./alarms/alarms.ts";
import { ENERGY_POD } from "./energy/energy.ts";
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
  /** Script of the process that watches for alarms. */
  alarmsEntry: string;
  /** Script of the process that keeps what meters consumed. */
  energyEntry: string;
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
/**
 * Of the alarms and of energy: as a pod; what only its start needs, a thousand rows as a message, it gives back soon after
 * (`docs/decisions/alarms.md` has what else was tried).
 */
const OWN_FLAGS = [...POD_FLAGS, "--expose-gc", "--v8-pool-size=1"];
/** With thousands of alarms each collection gives back pages as well; what V8 compiles beside its work leaves a megabyte of malloc's heap behind. */
const ALARMS_FLAGS = [...OWN_FLAGS, "--optimize-for-size", "--no-concurrent-recompilation"];
/** One heap of malloc, of which what is free goes back to the system (mallopt(3)). */
const ALARMS_ENV = { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "65536" };
/** Beside it each script has a worker of its own; what V8 compiles for them it does on one thread, not on four. */
const SCRIPTS_FLAGS = ["--max-semi-space-size=1", "--heap-growing-percent=30", "--v8-pool-size=1"];
/** After the start, which has enough to do, ms; half a megabyte that a person would wait for otherwise. */
const WHY_LOADED_AFTER = 10_000;
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
    zone: () => deviceZone({ setting: config.host, settings: layout.hostSettings }),
    verifyLicense: options.verifyLicense ?? ((now) => verifyLicenseFile(layout, now)),
    methods: options.methods ?? ((type) => (Object.hasOwn(podMethods, type) ? podMethods[type] : undefined)),
    fork: (id) =>
      fork(options.podEntry, [id], { execArgv: POD_FLAGS, stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    forkScripts: () =>
      fork(options.scriptsEntry, [SCRIPTS_POD], {
        execArgv: SCRIPTS_FLAGS,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      }),
    forkAlarms: () =>
      fork(options.alarmsEntry, [ALARMS_POD], {
        env: { ...process.env, ...ALARMS_ENV },
        execArgv: ALARMS_FLAGS,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      }),
    forkEnergy: () =>
      fork(options.energyEntry, [ENERGY_POD], {
        execArgv: OWN_FLAGS,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      }),
    forkRecorder: () =>
      fork(
        options.recorderEntry,
        [
          layout.lake,
          String(config.history.days),
          String(config.history.bytes),
          layout.authorities,
          layout.recordingKeep,
        ],
        { execArgv: RECORDER_FLAGS, stdio: ["ignore", "inherit", "inherit", "ipc"], serialization: "json" },
      ),
  });
  const { log } = hub;
  process.on("uncaughtException", (error) => {
    log.error(texts.unexpectedError(error.stack ?? error.message));
    end(LOST_LIMIT, 1);
  });
  await hub.start();
  launcher.ready();
  const started = hub;
  scope.add(systemClock.after(WHY_LOADED_AFTER, () => void loadWhy(started)));
}

/** Asked once by itself, too: code that has never run is as slow as code that is not there. A failure shows when somebody asks. */
async function loadWhy(hub: Hub): Promise<void> {
  const { whyOf } = await import("./why/requests.ts");
  await whyOf(hub, hub.plant.table.names[0] ?? "").catch(() => undefined);
}

/** What a person at the terminal reads when the hub cannot start. */
export function startFailure(error: unknown): string {
  return error instanceof ConfigError ? error.message : texts.notStarted(errorText(error));
}
