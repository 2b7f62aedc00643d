/**
 * Waits for a restart: asks the system every 5 s until its start time is another one. Then, if no session remains,
 * the caller ends what is left of it 5 s later.
 */
import { LIMITS } from "@hubwart/contract";

export interface Ping {
  session: boolean;
  /** Unix seconds. */
  started: number;
}

export interface WatchParts {
  /** Rejects while the system is away. */
  ping: () => Promise<Ping>;
  sleep: (ms: number) => Promise<void>;
  /** False once nobody waits any more: the restart did not come. */
  waiting?: () => boolean;
}

/** Resolves once the system is back: with whether the session still holds. Gives up only when nobody waits. */
export async function watchRestart(
  startedBefore: number,
  { ping, sleep, waiting = () => true }: WatchParts,
): Promise<boolean> {
  for (;;) {
    await sleep(LIMITS.restartPoll);
    if (!waiting()) throw new Error("the restart did not come");
    const answer = await ping().catch(() => undefined);
    if (answer === undefined || answer.started === startedBefore) continue;
    if (!answer.session) await sleep(LIMITS.reloadAfterRestart);
    return answer.session;
  }
}
