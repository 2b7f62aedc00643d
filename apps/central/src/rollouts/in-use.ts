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

export const inUse = (versions: readonly Version[]): Version | undefined =>
  versions.find(({ current }) => current);

/** Its number; 0: there is none. */
export const newestOf = (versions: readonly Version[]): number =>
  versions.reduce((newest, { version }) => Math.max(newest, Number(version)), 0);

/** Of what was begun there; undefined: it does not run yet. @param held ms since when the site is in its state. @throws UnavailableError */
export async function standsIt(
  calls: SiteCalls,
  entry: RolloutEntry,
  site: SiteShown,
  held: number,
): Promise<Verdict> {
  const versions = await versionsAt(calls);
  const running = inUse(versions);
  if (running?.hash !== entry.target) {
    if (running?.version !== entry.was) return failed(texts.otherProject);
    // The hub takes back by itself what does not come to run there; what it took stays among its versions.
    const came = versions.some((one) => one.hash === entry.target && Number(one.version) > entry.before);
    return came || entry.state === "trial" ? failed(texts.tookBack) : undefined;
  }
  const fault = newFault(entry, site);
  if (fault !== undefined) return failed(fault);
  if (entry.state !== "trial" || held < TRIAL) return { state: "trial", reason: "" };
  return site.state?.plant === "running" ? { state: "good", reason: "" } : failed(texts.stands);
}
