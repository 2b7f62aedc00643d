/** Updates in stages: how each is, and the way to begin one. */
import type { RolloutRow } from "@hubwart/fleet/calls";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { fleetTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { rolloutAddress } from "./place.ts";
import { useManages, useRollouts } from "./queries.ts";
import { progressOf, RolloutBadge, sitesOf, titleOf } from "./rollout-badge.tsx";
import { RolloutForm } from "./rollout-form.tsx";

const texts = fleetTexts.rollout;

const COLUMNS: DataColumn<RolloutRow>[] = [
  {
    id: "version",
    header: texts.what,
    value: (rollout) => `${titleOf(rollout)} ${sitesOf(rollout)}`,
    cell: (rollout) => (
      <div>
        <a href={rolloutAddress(rollout.id)}>{titleOf(rollout)}</a>
        <div className={classes["muted"]}>{sitesOf(rollout)}</div>
      </div>
    ),
    rowHeader: true,
  },
  {
    id: "state",
    header: texts.state,
    value: ({ state }) => texts.states[state],
    cell: ({ reason, state }) => (
      <div>
        <RolloutBadge state={state} />
        <div className={classes["muted"]}>{reason}</div>
      </div>
    ),
    breaks: true,
  },
  { id: "stage", header: texts.stage, value: ({ stage }) => texts.stages[stage] ?? "" },
  { id: "progress", header: texts.progress, value: goodOf, cell: progressOf },
  { id: "by", header: texts.by, value: ({ by }) => by },
  {
    id: "began",
    header: texts.since,
    value: ({ began }) => began,
    cell: ({ began }) => <RelativeTime ms={began} />,
  },
];

export default function RolloutsPage() {
  const rollouts = useRollouts();
  const manages = useManages();
  return (
    <>
      <h1 className={classes["title"]}>{texts.title}</h1>
      <p className={classes["note"]}>{texts.intro}</p>
      {manages ? <RolloutForm /> : null}
      <QueryState query={rollouts} empty={(all) => all.length === 0} emptyState={texts.none}>
        {(all) => (
          <div className={classes["box"]}>
            <DataTable label={texts.title} rows={all} columns={COLUMNS} rowKey={({ id }) => id} />
          </div>
        )}
      </QueryState>
    </>
  );
}

function goodOf({ counts }: RolloutRow): number {
  return counts.good;
}
