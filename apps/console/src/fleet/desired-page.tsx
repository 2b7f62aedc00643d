/** What the sites of a group are to be set to, who differs, and the way to make it so. */
import {
  centralDesiredApply,
  centralDesiredLook,
  type Desired,
  ENTRUSTED,
  type SiteDrift,
} from "@hubwart/fleet/calls";
import { Button, NativeSelect } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { actionColumn } from "../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { StatusBadge, type Tone } from "../components/status-badge.tsx";
import { errorText } from "../lib/error-text.ts";
import { NOTHING } from "../lib/format.ts";
import { fleetTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import { DesiredAuthorities } from "./desired-authorities.tsx";
import { DesiredForm } from "./desired-form.tsx";
import { DesiredLink } from "./desired-link.tsx";
import { DesiredPeople } from "./desired-people.tsx";
import classes from "./fleet.module.css";
import { useDesired, useManages, useOverview } from "./queries.ts";
import { SITE_COLUMN } from "./site-column.tsx";
import { useSaveWishes, type Wishes } from "./wishes.ts";

const texts = fleetTexts.desired;

/** As many are set with one call. */
const AT_ONCE = 20;

const TONES: Readonly<Record<SiteDrift["state"], Tone>> = {
  differs: "warn",
  unknown: "off",
  withheld: "off",
  same: "ok",
};

const columnsOf = (link: ((site: SiteDrift) => void) | undefined): DataColumn<SiteDrift>[] => [
  SITE_COLUMN,
  {
    id: "state",
    header: texts.state,
    width: "12.5rem",
    value: ({ state }) => Object.keys(TONES).indexOf(state),
    cell: ({ state }) => <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>,
  },
  {
    id: "differs",
    header: texts.differs,
    value: (site) => saidOf(site).join(" "),
    cell: (site) => (
      <ul className={classes["drift"]}>
        {saidOf(site).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
    breaks: true,
  },
  {
    id: "at",
    header: texts.at,
    value: ({ at }) => at,
    cell: ({ at }) => (at === 0 ? NOTHING : <RelativeTime ms={at} />),
  },
  ...(link ? [actionsColumn(link)] : []),
];

const actionsColumn = (link: (site: SiteDrift) => void) =>
  actionColumn<SiteDrift>(
    texts.actions,
    ({ name }) => name,
    (site) =>
      site.withheld.includes("people")
        ? []
        : [{ label: texts.link.action, icon: IconLink, run: () => link(site) }],
  );

/** Parts that differ, what of them, and what the site does not allow; or why nothing is known. */
function saidOf({ details, differs, reason, withheld }: SiteDrift): string[] {
  const parts = (names: readonly Desired[]) =>
    [...new Set(names.map((each) => texts.names[each]))].join(", ");
  // Of people and authorities the sentences tell which.
  const settings = differs.filter((each) => !ENTRUSTED.includes(each));
  return [
    ...(reason === "" ? [] : [reason]),
    ...(settings.length > 0 ? [parts(settings)] : []),
    ...details,
    ...(withheld.length > 0 ? [texts.withheld(parts(withheld))] : []),
  ];
}

export default function DesiredPage() {
  const groups = useOverview().data?.groups;
  const [chosen, setChosen] = useState("");
  const group = groups?.find(({ id }) => id === chosen) ?? groups?.[0];
  return (
    <>
      <h1 className={classes["title"]}>{texts.title}</h1>
      <p className={classes["note"]}>{texts.intro}</p>
      {groups?.length === 0 ? <EmptyState {...texts.noGroup} /> : null}
      {group ? (
        <>
          <NativeSelect
            className={classes["choice"] ?? ""}
            label={fleetTexts.group.label}
            value={group.id}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
            data={(groups ?? []).map(({ id, name, sites }) => ({
              value: id,
              label: fleetTexts.group.option(name, sites),
            }))}
          />
          <Group key={group.id} group={group.id} />
        </>
      ) : null}
    </>
  );
}

function Group({ group }: { group: string }) {
  const query = useDesired(group);
  return (
    <QueryState query={query}>
      {({ asking, ...wishes }) => <Wished group={group} asking={asking} wishes={wishes} />}
    </QueryState>
  );
}

function Wished({
  asking,
  group,
  wishes,
}: {
  group: string;
  asking: boolean;
  wishes: Omit<Wishes, "asking">;
}) {
  const { authorities, settings, sites } = wishes;
  const manages = useManages();
  const save = useSaveWishes(group, wishes);
  const [linking, setLinking] = useState<SiteDrift>();
  const people = settings.people?.map(({ name }) => name) ?? [];
  const given = { settings, save, readOnly: !manages };
  return (
    <>
      <DesiredForm {...given} />
      <DesiredPeople {...given} />
      <DesiredAuthorities authorities={authorities} save={save} readOnly={!manages} />
      <Asking group={group} asking={asking} sites={sites} manages={manages} />
      <div className={classes["box"]}>
        <DataTable
          label={texts.sites}
          rows={sites}
          columns={columnsOf(manages && people.length > 0 ? setLinking : undefined)}
          rowKey={({ hub }) => hub}
          initialSort={{ id: "state" }}
          emptyState={texts.noSites}
        />
      </div>
      {linking ? (
        <DesiredLink group={group} site={linking} people={people} onClose={() => setLinking(undefined)} />
      ) : null}
    </>
  );
}

interface AskingProps {
  group: string;
  asking: boolean;
  sites: readonly SiteDrift[];
  manages: boolean;
}

function Asking({ asking, group, manages, sites }: AskingProps) {
  const [opened, setOpened] = useState(false);
  const [failed, setFailed] = useState("");
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: ["desired", group] });
  const differing = sites.filter(({ state }) => state === "differs").map(({ hub }) => hub);
  const look = () =>
    callCentral(centralDesiredLook, { body: { group } })
      .then(renew)
      .then(
        () => setFailed(""),
        (error: unknown) => setFailed(errorText(error).text),
      );
  const apply = async () => {
    for (let from = 0; from < differing.length; from += AT_ONCE)
      await callCentral(centralDesiredApply, {
        body: { group, hubs: differing.slice(from, from + AT_ONCE) },
      });
  };
  return (
    <div className={classes["heading"]}>
      <Button variant="default" loading={asking} onClick={() => void look()}>
        {texts.look}
      </Button>
      {manages && differing.length > 0 ? (
        <Button onClick={() => setOpened(true)}>{texts.apply(differing.length)}</Button>
      ) : null}
      {failed === "" ? null : <p role="alert">{failed}</p>}
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={texts.applyTitle}
        confirmLabel={texts.applyTitle}
        question={texts.applyQuestion(differing.length)}
        onConfirm={apply}
        onDone={() => void renew()}
      />
    </div>
  );
}
