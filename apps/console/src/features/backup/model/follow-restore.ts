/**
 * Covers the console (103) until a restore is over, through the restart of the device. Also on the first page of a new
 * device, where no session tells how the job goes: the opened backup's id does.
 */
import type { RestoreResult } from "../api/restore.ts";

export interface FollowParts {
  result: () => Promise<RestoreResult>;
  sleep: (ms: number) => Promise<void>;
}

const ASK_EVERY = 2_000;

/** Resolves when it is done. Rejects with the German reason when it failed; the device is as it was then. */
export async function followRestore({ result, sleep }: FollowParts): Promise<void> {
  for (;;) {
    await sleep(ASK_EVERY);
    // The device is away while it restarts.
    const answer = await result().catch(() => undefined);
    if (answer?.state === "done") return;
    if (answer?.state === "failed" || answer?.state === "none") throw new Error(answer.message);
  }
}
