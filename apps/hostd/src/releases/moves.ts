/** Which release a device may run next: the rules, without the disk. */
import { ConflictError, DeniedError } from "@hubwart/core";
import { compareVersions } from "@hubwart/releases";
import { texts } from "../texts.ts";

export interface Trial {
  version: string;
  /** What was current before; null: what the package brought. */
  before: string | null;
  /** Starts of the device during the trial. */
  boots: number;
  /** Of the last one that was counted. */
  boot: string;
}

/** What was confirmed last, and how one comes back from it. */
export interface Confirmed {
  version: string;
  /** What was current before; null: what the package brought. */
  before: string | null;
  when: Moment;
}

export interface Moment {
  /** ms since the epoch, by a clock that may be set. */
  now: number;
  /** Of this start of the device. */
  boot: string;
  /** s since then. */
  uptime: number;
}

export interface Standing {
  /** Version that the package brought. */
  base: string;
  /** null: that of the package. */
  current: string | null;
  trial: Trial | undefined;
  /** Only while its version is current. */
  confirmed: Confirmed | undefined;
}

/** Starts of the device that a trial may take. */
const MOST_BOOTS = 3;

/** Whether something is to be done at all. @throws DeniedError for a version that is not newer than what runs */
export function mayUse(version: string, { base, current, trial }: Standing): boolean {
  if (current === version) return false;
  if (trial !== undefined) throw new ConflictError(texts.onTrial(trial.version));
  if (compareVersions(version, current ?? base) <= 0) throw new DeniedError(texts.notNewer(version));
  return true;
}

/** s: so long after its confirmation somebody may still go back from a release. */
const WAY_BACK = 7 * 86_400 + 3_600;

/**
 * Whether something is to be done at all. A week is short enough that nobody is led back to a hole that was closed long ago.
 *
 * @throws DeniedError if the version was confirmed too long ago, or what ran before it is unknown
 */
export function mayGoBack(version: string, { current, trial, confirmed }: Standing, moment: Moment): boolean {
  if (trial?.version === version) return true;
  if (confirmed?.version === version && current === version && isRecent(confirmed.when, moment)) return true;
  if (current === version) throw new DeniedError(texts.tooLateToTakeBack(version));
  return false;
}

/** By the time since the start of the device, as long as that is the same one; the clock may have been set meanwhile. */
function isRecent(then: Moment, { boot, now, uptime }: Moment): boolean {
  const passed = boot === then.boot ? uptime - then.uptime : Math.abs(now - then.now) / 1_000;
  return passed >= 0 && passed <= WAY_BACK;
}

/** Whether something is to be done at all. @throws DeniedError if it is not what runs */
export function mayConfirm(version: string, { current, trial }: Standing): boolean {
  if (current !== version) throw new DeniedError(texts.notRunning(version));
  return trial !== undefined;
}

/** @throws ConflictError for a version that is needed */
export function mayRemove(version: string, { current, trial }: Standing): void {
  if (version === current || version === trial?.version || version === trial?.before)
    throw new ConflictError(texts.inUse(version));
}

/** What becomes of a trial that a start of the service finds. */
export type Found =
  | { do: "forget" }
  | { do: "go-on"; trial: Trial }
  /** English, for the journal. */
  | { do: "put-back"; why: string };

export function foundTrial(trial: Trial, current: string | null, boot: string): Found {
  // The power went between the note and the switch, or between the switch back and the end of the note.
  if (trial.version !== current) return { do: "forget" };
  if (trial.boot === boot) return { do: "go-on", trial };
  const boots = trial.boots + 1;
  if (boots > MOST_BOOTS)
    return { do: "put-back", why: `${boots} starts of the device without a confirmation` };
  return { do: "go-on", trial: { ...trial, boots, boot } };
}

/** ms: longer than the launcher takes to judge and to put back by itself. */
export const trialLength = (gateMs: number): number => gateMs * 1.5 + 15_000;
