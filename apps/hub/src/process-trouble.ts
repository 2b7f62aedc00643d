/** What is wrong with a process that the hub keeps, as people read it. */

/** A restart is told only where it lasts, ms. */
const PATIENCE = 20_000;
/** Within ten minutes. */
const CRASHES = 5;

export interface ProcessLook {
  silent: boolean;
  crashes: number;
  /** Since when it is wanted and not there, and now; monotonic ms. */
  awaySince: number | undefined;
  now: number;
}

/** German; undefined while the process does what it should. */
export function processTrouble(
  { awaySince, crashes, now, silent }: ProcessLook,
  texts: { silent: string; crashes: string; off: string },
): string | undefined {
  if (silent) return texts.silent;
  if (crashes >= CRASHES) return texts.crashes;
  return awaySince !== undefined && now - awaySince >= PATIENCE ? texts.off : undefined;
}
