/** Who may sign in at the central, for those who manage it. */
import type { Level } from "@hubwart/contract";
import { type CentralPerson, centralPeopleDemand } from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import {
  IconKey,
  IconKeyOff,
  IconLink,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserPlus,
} from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RowActions } from "../components/row-actions.tsx";
import { RoleDemand } from "../components/second-factor/role-demand.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { formatDateTime } from "../lib/format.ts";
import { fleetPeopleTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { type Opened, PeopleDialogs } from "./people-dialogs.tsx";
import { usePeople } from "./queries.ts";
import type { Me } from "./session.ts";

const texts = fleetPeopleTexts.people;
const heads = texts.column;

export default function PeoplePage({ me }: { me: Me }) {
  return me.level === "admin" ? (
    <People me={me} />
  ) : (
    <>
      <h1 className={classes["title"]}>{texts.title}</h1>
      <EmptyState {...texts.forbidden} />
    </>
  );
}

function People({ me }: { me: Me }) {
  const query = usePeople();
  const [opened, open] = useState<Opened>();
  const columns = useMemo(() => columnsOf(me, open), [me]);
  return (
    <>
      <div className={classes["heading"]}>
        <h1 className={classes["title"]}>{texts.title}</h1>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => open({ what: "add" })}>
          {texts.add}
        </Button>
      </div>
      <p className={classes["note"]}>{texts.intro}</p>
      <QueryState query={query}>
        {({ demand, people }) => (
          <>
            <div className={classes["box"]}>
              <DataTable label={texts.title} rows={people} columns={columns} rowKey={({ id }) => id} />
            </div>
            <RoleDemand
              text={texts.demandText}
              demand={demand}
              without={people.filter((one) => lacksFactor(one, demand)).map(({ name }) => name)}
              save={async (levels) => {
                await callCentral(centralPeopleDemand, { body: { levels: [...levels] } });
                await query.refetch();
              }}
            />
          </>
        )}
      </QueryState>
      <PeopleDialogs opened={opened} open={open} />
    </>
  );
}

const columnsOf = (me: Me, open: (opened: Opened) => void): DataColumn<CentralPerson>[] => [
  {
    id: "name",
    header: heads.name,
    value: ({ name }) => name,
    rowHeader: true,
    cell: ({ id, name }) => (
      <span className={classes["named"]}>
        {name}
        {id === me.id ? <StatusBadge tone="ok">{texts.own}</StatusBadge> : null}
      </span>
    ),
  },
  { id: "level", header: heads.level, value: ({ level }) => texts.levels[level] },
  { id: "access", header: heads.access, value: accessOf, breaks: true },
  {
    id: "seen",
    header: heads.seen,
    value: ({ seen }) => seen,
    cell: ({ seen }) => (seen === 0 ? texts.never : formatDateTime(seen)),
  },
  {
    id: "actions",
    header: heads.actions,
    hideHeader: true,
    align: "right",
    width: "1%",
    cell: (person) => actionsOf(person, me, open),
  },
];

const lacksFactor = ({ factor, level, password }: CentralPerson, demand: readonly Level[]): boolean =>
  password && !factor && demand.includes(level);

/** By which ways somebody comes in, now or by an open link. */
function accessOf({ factor, link, password, token }: CentralPerson): string {
  const ways = [
    ...(password ? [factor ? texts.hasBoth : texts.hasPassword] : []),
    ...(factor && !password ? [texts.hasFactor] : []),
    ...(token ? [texts.hasToken] : []),
    ...(link > 0 ? [texts.linkUntil(formatDateTime(link))] : []),
  ];
  return ways.length === 0 ? texts.noAccess : ways.join(", ");
}

/** Level, password and account of one's own are for others to change. */
function actionsOf(person: CentralPerson, me: Me, open: (opened: Opened) => void): ReactNode {
  const what = (opened: "level" | "link" | "factorRemove" | "token" | "tokenRemove" | "remove") => () =>
    open({ what: opened, person });
  const own = person.id === me.id;
  const token = [
    { label: texts.token, icon: IconKey, run: what("token") },
    ...(person.token ? [{ label: texts.tokenRemove, icon: IconKeyOff, run: what("tokenRemove") }] : []),
  ];
  if (own) return <RowActions row={person.name} actions={token} />;
  return (
    <RowActions
      row={person.name}
      actions={[
        { label: texts.edit, icon: IconPencil, run: what("level") },
        { label: person.password ? texts.reset : texts.link, icon: IconLink, run: what("link") },
        ...(person.factor
          ? [{ label: texts.factorRemove, icon: IconShieldOff, run: what("factorRemove") }]
          : []),
        ...token,
        { label: texts.remove, icon: IconTrash, run: what("remove") },
      ]}
    />
  );
}
