/**
 * Tells systemd that this process lives, where its unit asks for it (WatchdogSec=; sd_watchdog_enabled(3)). Node has no sockets
 * for datagrams in the file system, so systemd's own program says it.
 */
import { execFile } from "node:child_process";
import type { Clock } from "./clock.ts";
import type { Scope } from "./lifecycle.ts";

/** Of the time that systemd waits. */
const SHARE = 4;
const SAY_WITHIN = 10_000;

export interface Watchdog {
  env: NodeJS.ProcessEnv;
  clock: Clock;
  scope: Scope;
  pid?: number;
  /** Says it. */
  say?: () => void;
}

export function feedWatchdog({ env, clock, scope, pid = process.pid, say = notify }: Watchdog): void {
  const period = Number(env["WATCHDOG_USEC"]) / 1000;
  const meant = env["WATCHDOG_PID"] === undefined || Number(env["WATCHDOG_PID"]) === pid;
  if (!(period > 0) || !meant || env["NOTIFY_SOCKET"] === undefined) return;
  scope.add(clock.every(period / SHARE, say));
}

/** One that could not be said is followed by three more before it counts. */
function notify(): void {
  execFile("systemd-notify", ["WATCHDOG=1"], { timeout: SAY_WITHIN, killSignal: "SIGKILL" }, () => undefined);
}
