/** Which project a site runs, and whether it stands it. */
import { type AnswerOf, projectVersions } from "@hubwart/contract";
import type { SiteShown } from "@hubwart/fleet";
import type { SiteCalls } from "../bus/site-calls.ts";
import type { RolloutEntry } from "./rollout.ts";
import { texts } from "./texts.ts";
import { failed, newFault, type Verdict } from "./verdict.ts";

type Version = AnswerOf<typeof projectVersions>["versions"][number];

/** So long a site is looked at before a project counts as well, ms: pods connect, and what does not is told. */
const TRIAL = 300_000;

/** @throws UnavailableError */
export async function versionsAt(calls: SiteCalls): Promise<Version[]> {
  return (await calls.read("projectVersions", projectVersions)).versions;
}

/** Undefined: none. @throws UnavailableError */
export async function inUse(calls: SiteCalls): Promise<Version | undefined> {
  return (await versionsAt(calls)).find(({ current }) => current);
}

/** Of what was begun there; undefined: it does not run yet. @param now ms since the epoch. @throws UnavailableError */
export async function standsIt(
  calls: SiteCalls,
  entry: RolloutEntry,
  site: SiteShown,
  now: number,
): Promise<Verdict> {
  const running = await inUse(calls);
  if (running?.hash !== entry.target) {
    const same = running?.version === entry.was;
    return same ? undefined : failed(texts.otherProject);
  }
  const fault = newFault(entry, site);
  if (fault !== undefined) return failed(fault);
  if (entry.state !== "trial" || now - entry.at < TRIAL) return { state: "trial", reason: "" };
  return site.state?.plant === "running" ? { state: "good", reason: "" } : failed(texts.stands);
}
