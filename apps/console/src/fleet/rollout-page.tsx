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
import { useManages, useRollout } from "./queries.ts";
import { progressOf, RolloutBadge, RolloutSiteBadge } from "./rollout-badge.tsx";
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
  return (
    <>
      <p>
        <a href={UPDATES}>{texts.back}</a>
      </p>
      <QueryState query={query}>
        {({ rollout, sites }) => (
          <>
            <div className={classes["heading"]}>
              <h1 className={classes["title"]}>{texts.one(rollout.version)}</h1>
              <RolloutBadge state={rollout.state} />
              {manages ? <Actions rollout={rollout} /> : null}
            </div>
            <InfoBox title={texts.progress}>
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
  const { began, by, reason, rule, stage, window } = rollout;
  return [
    { label: fleetTexts.sites, value: progressOf(rollout) },
    { label: texts.stage, value: texts.stages[stage] },
    ...(reason === "" ? [] : [{ label: texts.reason, value: reason }]),
    { label: texts.rule, value: rule || texts.allSites },
    ...(window ? [{ label: texts.window, value: texts.windowText(window.from, window.to) }] : []),
    { label: texts.by, value: by },
    { label: texts.since, value: <RelativeTime ms={began} /> },
  ];
}

type Does = "pause" | "resume" | "end";

function Actions({ rollout: { counts, id, state } }: { rollout: RolloutRow }) {
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
  if (state === "done" || state === "ended") return null;
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
