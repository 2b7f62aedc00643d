/** A site in short, as the overview of the central shows it. */
import type { SiteShown } from "./central-calls.ts";
import { SITE_CONDITIONS, type SiteCondition, type SiteRow } from "./overview-calls.ts";

const FAULT = 3;
const WARNING = 2;

export function conditionOf({ online, revoked, seen, state }: SiteShown): SiteCondition {
  if (revoked > 0) return "revoked";
  if (seen === 0 || state === undefined) return "new";
  if (!online) return "away";
  const worst = state.counts?.worst ?? 0;
  if (worst >= FAULT) return "fault";
  if (state.plant !== "running") return "stopped";
  if (worst >= WARNING || !state.license.valid || (state.alarms?.unacked ?? 0) > 0) return "warning";
  return "good";
}

export function rowOf(site: SiteShown): SiteRow {
  const { customer, hub, name, online, seen, state, tags } = site;
  const row = { hub, name, customer, tags, condition: conditionOf(site), online, seen };
  if (!state) return { ...row, version: "", may: "none" };
  const { alarms, backup, license, may, project, version } = state;
  return {
    ...row,
    version,
    may,
    license,
    ...(project && { project }),
    ...(backup !== undefined && { backup }),
    ...findingsOf(state),
    ...(alarms && { alarms }),
  };
}

function findingsOf({ counts, findings = [] }: NonNullable<SiteShown["state"]>): Pick<SiteRow, "findings"> {
  if (!counts) return {};
  const [first] = findings.toSorted((a, b) => b.level - a.level);
  return { findings: { count: counts.findings, worst: counts.worst, text: first?.text ?? "" } };
}

/** Of each condition, how many. */
export function countConditions(sites: readonly SiteShown[]): Record<SiteCondition, number> {
  const counts = Object.fromEntries(SITE_CONDITIONS.map((each) => [each, 0])) as Record<
    SiteCondition,
    number
  >;
  for (const site of sites) counts[conditionOf(site)] += 1;
  return counts;
}

/** Whether all words of a search occur in what people know of a site. */
export function searched(search: string): (site: SiteShown) => boolean {
  const words = search.toLocaleLowerCase("de").split(/\s+/).filter(Boolean);
  return ({ customer, hub, name, state, tags }) => {
    if (words.length === 0) return true;
    const { name: host = "", project, version = "" } = state ?? {};
    const text = [name, customer, hub, host, version, project?.name, project?.version, ...tags]
      .join("\n")
      .toLocaleLowerCase("de");
    return words.every((word) => text.includes(word));
  };
}
