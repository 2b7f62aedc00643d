/** What a process that another one forked owes it: it says that it lives, and it ends when the other one has. */
import { BEAT_EVERY } from "./vigil.ts";

/** What `sayAlive` sends. */
export interface Beat {
  t: "beat";
}

/** Time to end in order once the parent is gone, ms. */
const END_WITHIN = 1_900;

/**
 * Calls `handler` once, as soon as the process that forked this one is gone; never in a process that was not
 * forked. The parent may have died while this process was still loading, so a closed channel counts at once.
 * Call it before anything that could hang: whatever does, this process is gone 2 s later.
 */
export function onParentGone(handler: () => void): void {
  if (!process.send) return;
  const gone = () => {
    setTimeout(killOneself, END_WITHIN).unref();
    // The end of a process waits for its threads, and one may hang in a read. Nobody asks for an orphan's code.
    process.once("exit", killOneself);
    handler();
  };
  if (process.connected) process.once("disconnect", gone);
  else setImmediate(gone);
}

function killOneself(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Tells the parent from now on, every few seconds, that this process lives. */
export function sayAlive(): void {
  if (!process.send) return;
  let underWay = false;
  const beat = () => {
    // A parent that reads nothing for an hour gets one beat afterwards, not a thousand.
    if (underWay || !process.connected) return;
    underWay = true;
    const message: Beat = { t: "beat" };
    process.send?.(message, undefined, {}, () => {
      underWay = false;
    });
  };
  beat();
  setInterval(beat, BEAT_EVERY).unref();
}
