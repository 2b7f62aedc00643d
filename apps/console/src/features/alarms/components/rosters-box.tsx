/** Rosters: who has duty now, until when, and who comes next. */
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle, IconCalendar, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { actionColumn } from "../../../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import type { Stored } from "../../../lib/use-edit.ts";
import { alarmPeopleTexts, commonTexts } from "../../../texts/index.ts";
import { type People, type Person, type Roster, useDuty, usePeopleActions } from "../api/people.ts";
import { nameOf, shiftText } from "../model/roster.ts";
import { DutyPlanDialog } from "./duty-plan.tsx";
import classes from "./people.module.css";
import { markOf, RosterDialog } from "./roster-dialog.tsx";

const texts = alarmPeopleTexts.rosters;

type Opened = { what: "add"; name?: string } | { what: "edit" | "plan" | "remove"; roster: Roster };

export interface BoxProps {
  stored: Stored<People>;
  /** Date of the device, `2026-12-24`. */
  today: string;
}

export function RostersBox({ stored: { data, etag }, today }: BoxProps) {
  const { removeRoster } = usePeopleActions();
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const { missing, people, rosters, zone } = data;
  const mark = markOf(etag, zone);
  const columns = useMemo(() => columnsOf(people, mark, open), [people, mark]);
  const gone = opened?.what === "remove" ? opened.roster : undefined;
  return (
    <InfoBox
      title={texts.title}
      flush
      actions={
        <IconButton size="xs" icon={IconPlus} onClick={() => open({ what: "add" })}>
          {texts.add}
        </IconButton>
      }
    >
      <Missing names={missing} add={(name) => open({ what: "add", name })} />
      {rosters.length > 0 ? (
        <DataTable
          label={texts.title}
          name="rosters"
          rows={rosters}
          columns={columns}
          rowKey={({ id }) => id}
        />
      ) : missing.length > 0 ? null : (
        <EmptyState icon={IconCalendar} title={texts.none} text={texts.noneText} />
      )}
      {opened?.what === "add" || opened?.what === "edit" ? (
        <RosterDialog
          roster={opened.what === "edit" ? opened.roster : undefined}
          name={opened.what === "add" ? opened.name : undefined}
          data={data}
          etag={etag}
          today={today}
          onClose={close}
        />
      ) : null}
      {opened?.what === "plan" ? (
        <DutyPlanDialog roster={opened.roster.id} people={people} mark={mark} onClose={close} />
      ) : null}
      <ConfirmDialog
        opened={gone !== undefined}
        onClose={close}
        title={texts.remove}
        confirmLabel={commonTexts.action.delete}
        question={`${texts.removeQuestion(gone?.id ?? "")}${gone?.used ? ` ${texts.removeUsed}` : ""}`}
        danger
        onConfirm={() => removeRoster(gone?.id ?? "", etag)}
        onDone={() => notice.success(texts.removed)}
      />
    </InfoBox>
  );
}

/** Rosters of the running project that there are not. */
function Missing({ add, names }: { names: readonly string[]; add: (name: string) => void }) {
  const { missing } = alarmPeopleTexts;
  if (names.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      m="md"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={missing.title(names.length)}
    >
      {missing.text}
      <ul className={classes["missing"]}>
        {names.map((name) => (
          <li key={name}>
            <strong>{name}</strong>
            <Button size="xs" variant="default" aria-label={missing.addOf(name)} onClick={() => add(name)}>
              {missing.add}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function columnsOf(
  people: readonly Person[],
  mark: string,
  open: (opened: Opened) => void,
): readonly DataColumn<Roster>[] {
  const heads = texts.columns;
  return [
    {
      id: "name",
      header: heads.name,
      rowHeader: true,
      breaks: true,
      value: ({ id }) => id,
      cell: ({ id, shifts }) => (
        <span className={classes["lines"]}>
          <strong>{id}</strong>
          {shifts.length === 0 ? <span className={layout["muted"]}>{texts.noShifts}</span> : null}
          {shifts.map((shift) => (
            <span key={JSON.stringify(shift)} className={layout["muted"]}>
              {shiftText(shift, people, MOST_NAMES)}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: "now",
      header: heads.now,
      breaks: true,
      width: "22%",
      value: ({ now }) => (now === undefined ? "" : nameOf(people, now)),
      cell: (roster) => <Now roster={roster} people={people} mark={mark} />,
    },
    {
      id: "next",
      header: heads.next,
      breaks: true,
      width: "20%",
      cell: (roster) => <Next roster={roster} people={people} mark={mark} />,
    },
    { id: "used", header: heads.used, value: ({ used }) => (used ? texts.used : texts.unused) },
    actionColumn(
      heads.actions,
      ({ id }) => id,
      (roster) => [
        { label: texts.plan, icon: IconCalendar, run: () => open({ what: "plan", roster }) },
        { label: texts.edit, icon: IconPencil, run: () => open({ what: "edit", roster }) },
        { label: texts.remove, icon: IconTrash, run: () => open({ what: "remove", roster }) },
      ],
    ),
  ];
}

/** The dialog names all. */
const MOST_NAMES = 2;

interface DutyProps {
  roster: Roster;
  people: readonly Person[];
  mark: string;
}

/** As the last answer says; the plan may be older than that. */
function Now({ mark, people, roster }: DutyProps) {
  const [now, next] = useDuty(roster.id, mark).data ?? [];
  const isPlanned = now?.person === roster.now;
  return (
    <span className={classes["lines"]}>
      <Name people={people} id={roster.now} />
      {isPlanned && now ? (
        <span className={layout["muted"]}>
          {next ? <When text={texts.until(formatDateTimeShort(now.to))} /> : texts.fortnight}
        </span>
      ) : null}
    </span>
  );
}

function Next({ mark, people, roster }: DutyProps) {
  const { data, isError } = useDuty(roster.id, mark);
  const next = data?.[1];
  if (isError && !data) return texts.unknown;
  if (!next) return null;
  return (
    <span className={classes["lines"]}>
      <Name people={people} id={next.person} />
      <span className={layout["muted"]}>
        <When text={texts.from(formatDateTimeShort(next.from))} />
      </span>
    </span>
  );
}

const Name = ({ id, people }: { id: string | undefined; people: readonly Person[] }) =>
  id === undefined ? <StatusBadge tone="warn">{alarmPeopleTexts.nobody}</StatusBadge> : nameOf(people, id);

/** Where there is room, on one line. */
const When = ({ text }: { text: string }) => <span className={classes["when"]}>{text}</span>;
