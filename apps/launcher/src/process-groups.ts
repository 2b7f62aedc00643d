/**
 * Children have groups of their own, and what they start is in the group of its starter. A child's end is not that of
 * its group: pods outlive a killed hub for up to two seconds.
 */
import type { Clock } from "@hubwart/core";

const LOOK_EVERY = 25;
/** After this whoever is left is killed, ms. */
const PATIENCE = 4_000;

type Kill = (pid: number, signal: NodeJS.Signals | 0) => unknown;

/** Resolves when no process of the group lives any more. @param group process id of the child that leads it */
export async function groupGone(
  group: number,
  clock: Clock,
  kill: Kill = (pid, signal) => process.kill(pid, signal),
): Promise<void> {
  const begun = clock.monotonic();
  let forced = false;
  while (reached(group, 0, kill)) {
    if (!forced && clock.monotonic() - begun >= PATIENCE) {
      forced = true;
      reached(group, "SIGKILL", kill);
    }
    await new Promise<void>((resolve) => void clock.after(LOOK_EVERY, resolve));
  }
}

function reached(group: number, signal: NodeJS.Signals | 0, kill: Kill): boolean {
  try {
    kill(-group, signal);
    return true;
  } catch {
    // ESRCH: there is none. EPERM: the number is somebody else's by now.
    return false;
  }
}
