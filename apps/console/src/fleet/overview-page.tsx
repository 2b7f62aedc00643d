/** All sites: how they are, how many of each kind, found by words, group or rule. */
import { SITE_CONDITIONS, type SiteCondition, type SiteRow } from "@hubwart/fleet/calls";
import { useState } from "react";
import { QueryState } from "../components/query-state.tsx";
import { fleetTexts } from "../texts/index.ts";
import { ConditionFilter } from "./condition-filter.tsx";
import classes from "./fleet.module.css";
import { GroupBar, ruleError } from "./group-bar.tsx";
import { type Chosen, useOverview } from "./queries.ts";
import { SiteTable } from "./site-table.tsx";

const NOTHING_CHOSEN: Chosen = { group: "", rule: "" };

export function OverviewPage() {
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const [condition, setCondition] = useState<SiteCondition>();
  const overview = useOverview(chosen);
  return (
    <>
      <h1 className={classes["title"]}>{fleetTexts.sites}</h1>
      <GroupBar chosen={chosen} onChange={setChosen} />
      {ruleError(overview.error) === undefined ? (
        <QueryState query={overview} empty={({ total }) => total === 0} emptyState={fleetTexts.none}>
          {({ sites }) => (
            <>
              <ConditionFilter counts={countsOf(sites)} chosen={condition} onChange={setCondition} />
              <SiteTable
                sites={condition === undefined ? sites : sites.filter((site) => site.condition === condition)}
              />
            </>
          )}
        </QueryState>
      ) : null}
    </>
  );
}

/** Of those that are shown, in the order of how bad it is. */
function countsOf(sites: readonly SiteRow[]): [SiteCondition, number][] {
  const counts = new Map<SiteCondition, number>(SITE_CONDITIONS.map((each) => [each, 0]));
  for (const { condition } of sites) counts.set(condition, (counts.get(condition) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 0);
}
