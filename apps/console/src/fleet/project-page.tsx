/** One project for many sites: where it runs as it is here, and what differs elsewhere. */
import {
  type BaseProjectRow,
  centralProjectLook,
  centralProjectPublish,
  centralProjectRemove,
  PROJECT_SITE_STATES,
  type ProjectSite,
} from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { InfoBox, InfoList } from "../components/info-box.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { StatusBadge, type Tone } from "../components/status-badge.tsx";
import { errorText } from "../lib/error-text.ts";
import { NOTHING } from "../lib/format.ts";
import { fleetTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { PROJECTS, rolloutAddress, siteAddress } from "./place.ts";
import { ProjectDialog } from "./project-dialog.tsx";
import { ProjectDifference } from "./project-difference.tsx";
import { useProject, usePublishes } from "./queries.ts";

const texts = fleetTexts.project;

const TONES: Readonly<Record<ProjectSite["state"], Tone>> = {
  errors: "error",
  unknown: "off",
  differs: "warn",
  same: "ok",
};

const columnsOf = (show: (site: ProjectSite) => void): DataColumn<ProjectSite>[] => [
  {
    id: "site",
    header: fleetTexts.column.name,
    value: ({ site }) => site,
    cell: ({ hub, site }) => (hub === undefined ? site : <a href={siteAddress(hub)}>{site}</a>),
    rowHeader: true,
  },
  {
    id: "state",
    header: texts.state,
    width: "11rem",
    value: ({ state }) => PROJECT_SITE_STATES.indexOf(state),
    cell: ({ state }) => <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>,
  },
  {
    id: "found",
    header: texts.found,
    value: foundOf,
    breaks: true,
  },
  {
    id: "at",
    header: texts.at,
    value: ({ at }) => at,
    cell: ({ at }) => (at === 0 ? NOTHING : <RelativeTime ms={at} />),
  },
  {
    id: "show",
    header: texts.show,
    hideHeader: true,
    align: "right",
    cell: (site) =>
      site.at === 0 || site.state === "same" ? null : (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.difference(site.site)}
          onClick={() => show(site)}
        >
          {texts.show}
        </Button>
      ),
  },
];

function foundOf({ changes, reason, state }: ProjectSite): string {
  return state === "differs" && reason === "" ? texts.changes(changes) : reason;
}

export default function ProjectPage({ id }: { id: string }) {
  const query = useProject(id);
  const [shown, setShown] = useState<ProjectSite>();
  const columns = useMemo(() => columnsOf(setShown), []);
  return (
    <>
      <p>
        <a href={PROJECTS}>{texts.back}</a>
      </p>
      <QueryState query={query}>
        {({ asking, parameters, project, sites }) => (
          <>
            <div className={classes["heading"]}>
              <h1 className={classes["title"]}>{project.name}</h1>
              <Actions project={project} asking={asking} sites={sites} />
            </div>
            <InfoBox title={texts.facts}>
              <InfoList items={factsOf(project, parameters)} />
            </InfoBox>
            <div className={classes["box"]}>
              <DataTable
                label={texts.sites}
                rows={sites}
                columns={columns}
                rowKey={({ site }) => site}
                initialSort={{ id: "state" }}
              />
            </div>
          </>
        )}
      </QueryState>
      {shown?.hub === undefined ? null : (
        <ProjectDifference
          project={id}
          hub={shown.hub}
          site={shown.site}
          at={shown.at}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

function factsOf({ by, changed, filename, sites }: BaseProjectRow, parameters: readonly string[]) {
  return [
    { label: texts.column.file, value: filename },
    { label: texts.column.sites, value: fleetTexts.counted(sites) },
    { label: texts.parameters, value: parameters.length === 0 ? texts.noParameters : parameters.join(", ") },
    { label: texts.column.by, value: by },
    { label: texts.column.changed, value: <RelativeTime ms={changed} /> },
  ];
}

type Asks = "publish" | "remove" | "replace";

interface ActionsProps {
  asking: boolean;
  project: BaseProjectRow;
  sites: readonly ProjectSite[];
}

function Actions({ asking, project, sites }: ActionsProps) {
  const { id, name } = project;
  const [asks, setAsks] = useState<Asks>();
  const [failed, setFailed] = useState("");
  const publishes = usePublishes();
  const client = useQueryClient();
  const close = () => setAsks(undefined);
  const look = () =>
    callCentral(centralProjectLook, { body: { id } })
      .then(() => client.invalidateQueries({ queryKey: ["projects", id] }))
      .then(
        () => setFailed(""),
        (error: unknown) => setFailed(errorText(error).text),
      );
  return (
    <>
      <Button loading={asking} onClick={() => void look()}>
        {texts.look}
      </Button>
      {publishes ? (
        <Button variant="default" onClick={() => setAsks("publish")}>
          {texts.publish}
        </Button>
      ) : null}
      <Button variant="default" onClick={() => setAsks("replace")}>
        {texts.replace}
      </Button>
      <Button variant="default" onClick={() => setAsks("remove")}>
        {texts.remove}
      </Button>
      {failed === "" ? null : <p role="alert">{failed}</p>}
      <ProjectDialog opened={asks === "replace"} onClose={close} project={project} />
      <ConfirmDialog
        opened={asks === "publish"}
        onClose={close}
        title={texts.publish}
        confirmLabel={texts.publish}
        question={texts.publishQuestion(name, sites.filter(({ hub }) => hub !== undefined).length)}
        onConfirm={() => callCentral(centralProjectPublish, { body: { id } })}
        onDone={({ id: rollout }) => {
          void client.invalidateQueries({ queryKey: ["rollouts"] });
          window.location.hash = rolloutAddress(rollout);
        }}
      />
      <ConfirmDialog
        opened={asks === "remove"}
        onClose={close}
        title={texts.remove}
        confirmLabel={texts.remove}
        question={texts.removeQuestion(name)}
        danger
        onConfirm={() => callCentral(centralProjectRemove, { body: { id } })}
        onDone={() => {
          window.location.hash = PROJECTS;
          // The page of the one that is gone is still there for a moment.
          void client.invalidateQueries({ queryKey: ["projects"], exact: true });
        }}
      />
    </>
  );
}
