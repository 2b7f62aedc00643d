/** The two last steps of every job that makes another version current: switch, and trial. */
import { CODES } from "@hubwart/contract";
import type { Clock } from "@hubwart/core";
import type { RestartReason } from "@hubwart/ipc";
import type { StepContext } from "../../platform/jobs/kind.ts";
import { texts } from "./texts.ts";
import type { Outcome, Trials } from "./trial.ts";
import type { VersionStore } from "./versions.ts";

export const SWITCH = { id: "switch", label: texts.applying };
export const TRIAL = { id: "trial", label: texts.starting, afterCrash: "redo" } as const;

/** Rule of the step after a crash: once current.json says so it has happened. */
export const hasSwitched = (versions: VersionStore): "undo" | "done" =>
  versions.state.trial === null ? "undo" : "done";

type Concluding = Pick<StepContext<never, never>, "conclude">;

interface TrialRun {
  deps: { versions: VersionStore; trials: Trials; clock: Clock };
  reason: RestartReason;
  /** Begun by this process. */
  fresh: boolean;
  linkOnly: boolean;
  /** Until the caller is answered early. */
  seconds: number;
  early: (restart: boolean) => void;
}

/** Tries the current version; an outcome other than "runs" is the job's result. */
export async function onTrial(
  context: Concluding,
  { deps, reason, fresh, linkOnly, seconds, early }: TrialRun,
): Promise<Partial<Outcome & { restart: boolean }>> {
  const { versions, trials, clock } = deps;
  if (!fresh) return await taken(context, trials, versions);
  const { version, trial } = versions.state;
  // Nothing new: invalid, or the same project.
  if (version === null || trial === null) return {};
  const { restarted, outcome } = await trials.begin({ version, reason, linkOnly });
  const cancel = clock.after(seconds * 1_000, () => early(restarted));
  const settled = await outcome.finally(cancel);
  concluded(context, settled);
  return { restart: restarted, ...settled };
}

/** What another process has begun. */
export async function taken(
  context: Concluding,
  trials: Trials,
  versions: VersionStore,
): Promise<Partial<Outcome>> {
  const { trial, putBack } = versions.state;
  const outcome: Outcome =
    trial !== null
      ? await trials.takeUp()
      : putBack === null
        ? { code: CODES.ok }
        : { code: CODES.projectPutBack, message: putBack.text };
  concluded(context, outcome);
  return outcome;
}

function concluded(context: Concluding, { code, message }: Outcome): void {
  if (code !== CODES.ok) context.conclude(code, message ?? "");
}
