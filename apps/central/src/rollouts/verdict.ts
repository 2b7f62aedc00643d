/** What is found out about one site of a rollout, and what is done there. */
import { errorText } from "@hubwart/core";
import type { SiteShown } from "@hubwart/fleet";
import type { RolloutEntry } from "./rollout.ts";
import { texts } from "./texts.ts";

/** What is to be noted of a site; undefined: nothing new. */
export type Verdict = Pick<RolloutEntry, "state" | "reason"> | undefined;

/** What to compare afterwards. */
export type Ready = Pick<RolloutEntry, "before" | "target" | "was">;

export interface SiteWork {
  /** Ready to begin; or why not, or that nothing is to be done. @throws UnavailableError */
  prepare(): Promise<Ready | NonNullable<Verdict>>;
  /** Undefined: the hub said yes. @throws UnavailableError: it may have begun all the same */
  begin(): Promise<Verdict>;
  /** What became of what was begun; undefined: nothing yet. @param site as it is reported now @param held ms since when it is in its state. @throws UnavailableError */
  look(entry: RolloutEntry, site: SiteShown, held: number): Promise<Verdict>;
}

const LONGEST = 500;
const FAULT = 3;

export const waiting = (reason: string): NonNullable<Verdict> => ({
  state: "waiting",
  reason: reason.slice(0, LONGEST),
});

export const failed = (reason: string): NonNullable<Verdict> => ({
  state: "failed",
  reason: reason.slice(0, LONGEST),
});

/** Why nothing is known just now. */
export const hindered = (error: unknown): NonNullable<Verdict> => waiting(errorText(error));

/** The fault that the site did not have before; undefined: none. */
export function newFault({ worst }: RolloutEntry, { state }: SiteShown): string | undefined {
  if (worst >= FAULT || (state?.counts?.worst ?? 0) < FAULT) return undefined;
  return texts.worse(state?.findings?.find(({ level }) => level >= FAULT)?.text ?? "");
}
