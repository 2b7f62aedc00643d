/** People who are told of alarms. */
import { IconPencil, IconPlus, IconTrash, IconUsers } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { actionColumn } from "../../../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { notice } from "../../../lib/notice.tsx";
import { alarmPeopleTexts, commonTexts } from "../../../texts/index.ts";
import { type Person, type Roster, usePeopleActions } from "../api/people.ts";
import { absenceText, coming, isAbsent, rostersOf } from "../model/person.ts";
import classes from "./people.module.css";
import { PersonDialog } from "./person-dialog.tsx";
import type { BoxProps } from "./rosters-box.tsx";

const texts = alarmPeopleTexts.people;

type Opened = { what: "edit"; person: Person | undefined } | { what: "remove"; person: Person };

export function PeopleBox({ stored: { data, etag }, today }: BoxProps) {
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const { people, rosters } = data;
  const columns = useMemo(() => columnsOf(rosters, today, open), [rosters, today]);
  return (
    <InfoBox
      title={texts.title}
      flush
      actions={
        <IconButton size="xs" icon={IconPlus} onClick={() => open({ what: "edit", person: undefined })}>
          {texts.add}
        </IconButton>
      }
    >
      {people.length === 0 ? (
        <EmptyState icon={IconUsers} title={texts.none} text={texts.noneText} />
      ) : (
        <DataTable
          label={texts.title}
          name="people"
          rows={people}
          columns={columns}
          rowKey={({ id }) => id}
        />
      )}
      {opened?.what === "edit" ? (
        <PersonDialog person={opened.person} people={people} etag={etag} today={today} onClose={close} />
      ) : null}
      {opened?.what === "remove" ? (
        <RemoveDialog person={opened.person} rosters={rosters} etag={etag} onClose={close} />
      ) : null}
    </InfoBox>
  );
}

interface RemoveDialogProps {
  person: Person;
  rosters: readonly Roster[];
  etag: string | undefined;
  onClose: () => void;
}

function RemoveDialog({ etag, onClose, person, rosters }: RemoveDialogProps) {
  const { removePerson } = usePeopleActions();
  const named = rostersOf(rosters, person.id);
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.remove}
      confirmLabel={commonTexts.action.delete}
      danger
      canConfirm={named.length === 0}
      onConfirm={() => removePerson(person.id, etag)}
      onDone={() => notice.success(texts.removed)}
    >
      <p>{named.length === 0 ? texts.removeQuestion(person.name) : texts.stillNamed(person.name, named)}</p>
    </ActionDialog>
  );
}

const heads = texts.columns;

function columnsOf(
  rosters: readonly Roster[],
  today: string,
  open: (opened: Opened) => void,
): readonly DataColumn<Person>[] {
  return [
    {
      id: "name",
      header: heads.name,
      width: "24%",
      rowHeader: true,
      breaks: true,
      value: ({ name }) => name,
      cell: (person) => (
        <span className={classes["lines"]}>
          {person.name}
          {isAbsent(person, today) ? <StatusBadge tone="warn">{texts.absentToday}</StatusBadge> : null}
        </span>
      ),
    },
    {
      id: "ways",
      header: heads.ways,
      breaks: true,
      value: (person) => waysOf(person).join(" "),
      cell: (person) => {
        const ways = waysOf(person);
        return ways.length === 0 ? (
          <StatusBadge tone="warn">{texts.noWay}</StatusBadge>
        ) : (
          <Lines lines={ways} />
        );
      },
    },
    {
      id: "absences",
      header: heads.absences,
      breaks: true,
      value: (person) => coming(person, today)[0]?.from ?? "",
      cell: (person) => <Lines lines={coming(person, today).map(absenceText)} />,
    },
    {
      id: "rosters",
      header: heads.rosters,
      width: "26%",
      breaks: true,
      value: ({ id }) => rostersOf(rosters, id).join(", "),
    },
    actionColumn(
      heads.actions,
      ({ name }) => name,
      (person) => [
        { label: texts.edit, icon: IconPencil, run: () => open({ what: "edit", person }) },
        { label: texts.remove, icon: IconTrash, run: () => open({ what: "remove", person }) },
      ],
    ),
  ];
}

const waysOf = ({ chats, email }: Person): string[] => [
  ...(email === undefined ? [] : [email]),
  ...chats.map(({ pod, to }) => `${pod}: ${to}`),
];

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <span className={classes["lines"]}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
