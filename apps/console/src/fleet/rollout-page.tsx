/** One update in stages: how far it is, why it stands, and what became of each site. */
import {
  centralRolloutSet,
  ROLLOUT_SITE_STATES,
  type RolloutRow,
  type RolloutSite,
} from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { InfoBox, InfoList } from "../components/info-box.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { errorText } from "../lib/error-text.ts";
import { fleetTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { UPDATES } from "./place.ts";
import { PutBack } from "./put-back.tsx";
import { useManages, usePublishes, useRollout } from "./queries.ts";
import { headingOf, progressOf, RolloutBadge, RolloutSiteBadge, sitesOf } from "./rollout-badge.tsx";
import { SITE_COLUMN } from "./site-column.tsx";

const texts = fleetTexts.rollout;

const COLUMNS: DataColumn<RolloutSite>[] = [
  SITE_COLUMN,
  {
    id: "state",
    header: texts.state,
    width: "12.5rem",
    value: ({ state }) => ROLLOUT_SITE_STATES.indexOf(state),
    cell: ({ state }) => <RolloutSiteBadge state={state} />,
  },
  { id: "reason", header: texts.reason, value: ({ reason }) => reason, breaks: true },
  { id: "at", header: texts.at, value: ({ at }) => at, cell: ({ at }) => <RelativeTime ms={at} /> },
];

export default function RolloutPage({ id }: { id: string }) {
  const query = useRollout(id);
  const manages = useManages();
  const publishes = usePublishes();
  return (
    <>
      <p>
        <a href={UPDATES}>{texts.back}</a>
      </p>
      <QueryState query={query}>
        {({ rollout, sites }) => (
          <>
            <div className={classes["heading"]}>
              <h1 className={classes["title"]}>{headingOf(rollout)}</h1>
              <RolloutBadge state={rollout.state} />
              {manages || (rollout.project && publishes) ? <Actions rollout={rollout} sites={sites} /> : null}
            </div>
            <InfoBox title={texts.facts}>
              <InfoList items={factsOf(rollout)} />
            </InfoBox>
            <div className={classes["box"]}>
              <DataTable
                label={texts.sites}
                rows={sites}
                columns={COLUMNS}
                rowKey={({ hub }) => hub}
                initialSort={{ id: "state" }}
              />
            </div>
          </>
        )}
      </QueryState>
    </>
  );
}

function factsOf(rollout: RolloutRow) {
  const { began, by, reason, stage, window } = rollout;
  return [
    { label: texts.progress, value: progressOf(rollout) },
    { label: texts.stage, value: texts.stages[stage] },
    ...(reason === "" ? [] : [{ label: texts.reason, value: reason }]),
    { label: rollout.project ? fleetTexts.sites : texts.rule, value: sitesOf(rollout) },
    ...(window ? [{ label: texts.window, value: texts.windowText(window.from, window.to) }] : []),
    { label: texts.by, value: by },
    { label: texts.since, value: <RelativeTime ms={began} /> },
  ];
}

type Does = "pause" | "resume" | "end";

interface ActionsProps {
  rollout: RolloutRow;
  sites: readonly RolloutSite[];
}

function Actions({ rollout, sites }: ActionsProps) {
  const { counts, id, state } = rollout;
  const [asks, setAsks] = useState<Does>();
  const [failed, setFailed] = useState("");
  const client = useQueryClient();
  const set = async (does: Does) => {
    await callCentral(centralRolloutSet, { body: { id, does } });
    await client.invalidateQueries({ queryKey: ["rollouts"] });
  };
  const pause = () =>
    set("pause").then(
      () => setFailed(""),
      (error: unknown) => setFailed(errorText(error).text),
    );
  if (state === "done" || state === "ended") return <PutBack rollout={rollout} sites={sites} />;
  const question = asks === "end" ? texts.endQuestion : texts.resumeQuestion(counts.failed);
  return (
    <>
      {state === "running" ? (
        <Button variant="default" onClick={() => void pause()}>
          {texts.pause}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsks("resume")}>
          {texts.resume}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsks("end")}>
        {texts.end}
      </Button>
      {failed === "" ? null : <p role="alert">{failed}</p>}
      <ConfirmDialog
        opened={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={asks === "end" ? texts.end : texts.resume}
        confirmLabel={asks === "end" ? texts.end : texts.resume}
        question={question}
        danger={asks === "end"}
        onConfirm={() => set(asks ?? "resume")}
      />
    </>
  );
}
