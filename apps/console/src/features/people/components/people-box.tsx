/** Who may sign in: the administrator of the one password first, then people. */
import { IconLink, IconLock, IconLockOpen, IconPencil, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { RowActions } from "../../../components/row-actions.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { peopleTexts as texts } from "../../../texts/index.ts";
import { type PeopleList, type Person, usePeopleActions } from "../api/people.ts";
import { type Link, LinkDialog } from "./link-dialog.tsx";
import { OwnerDialog } from "./owner-dialog.tsx";
import classes from "./people.module.css";
import { PersonDialog } from "./person-dialog.tsx";

type Opened =
  | { what: "edit"; person: Person | undefined }
  | { what: "lock" | "remove" | "link"; person: Person }
  | { what: "owner" }
  | { what: "told"; link: Link };

/** A row of the table; the administrator of the one password has no id. */
type Row = Omit<Person, "channels"> & Pick<Partial<Person>, "channels">;

export function PeopleBox({ list, etag }: { list: PeopleList; etag: string | undefined }) {
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const told = (link: Link) => open({ what: "told", link });
  return (
    <InfoBox
      title={texts.box}
      flush
      actions={
        <IconButton size="xs" icon={IconUserPlus} onClick={() => open({ what: "edit", person: undefined })}>
          {texts.invite}
        </IconButton>
      }
    >
      <DataTable
        label={texts.box}
        name="people"
        rows={rowsOf(list)}
        columns={columnsOf((row) => actionsOf(row, list, open))}
        rowKey={({ id }) => id}
        emptyState={{ title: texts.empty, text: texts.emptyText }}
      />
      {opened?.what === "edit" ? (
        <PersonDialog person={opened.person} etag={etag} onClose={close} onInvited={told} />
      ) : null}
      {opened?.what === "owner" ? <OwnerDialog owner={list.owner} etag={etag} onClose={close} /> : null}
      {opened?.what === "told" ? <LinkDialog link={opened.link} onClose={close} /> : null}
      <Questions opened={opened} onClose={close} onLink={told} />
    </InfoBox>
  );
}

const shown = ({ label, name }: Pick<Person, "label" | "name">): string => label || name;

function rowsOf({ owner, people }: PeopleList): Row[] {
  const state = owner.locked ? "locked" : "active";
  return [{ ...owner, id: "", label: "", role: "admin", state, link: 0 }, ...people];
}

function Questions({
  opened,
  onClose,
  onLink,
}: {
  opened: Opened | undefined;
  onClose: () => void;
  onLink: (link: Link) => void;
}) {
  const { link, lock, remove } = usePeopleActions();
  const person = opened && "person" in opened ? opened.person : undefined;
  const name = person ? shown(person) : "";
  const id = person?.id ?? "";
  const locked = person?.state === "locked";
  return (
    <>
      <ConfirmDialog
        opened={opened?.what === "lock"}
        onClose={onClose}
        title={locked ? texts.unlock : texts.lock}
        confirmLabel={locked ? texts.unlock : texts.lock}
        question={locked ? texts.unlockQuestion(name) : texts.lockQuestion(name)}
        danger={!locked}
        onConfirm={() => lock(id, !locked)}
        onDone={() => notice.success(locked ? texts.unlocked : texts.locked)}
      />
      <ConfirmDialog
        opened={opened?.what === "remove"}
        onClose={onClose}
        title={texts.remove}
        confirmLabel={texts.remove}
        question={texts.removeQuestion(name)}
        danger
        onConfirm={() => remove(id)}
        onDone={() => notice.success(texts.removed)}
      />
      <ConfirmDialog
        opened={opened?.what === "link"}
        onClose={onClose}
        title={texts.link}
        confirmLabel={texts.link}
        question={texts.linkQuestion(name)}
        onConfirm={() => link(id)}
        onDone={({ token }) => onLink({ name, token })}
      />
    </>
  );
}

function actionsOf(row: Row, list: PeopleList, open: (opened: Opened) => void): ReactNode {
  if (row.id === "") {
    const edit = { label: texts.edit, icon: IconPencil, run: () => open({ what: "owner" }) };
    return <RowActions row={row.name} actions={[edit]} />;
  }
  const person = list.people.find(({ id }) => id === row.id);
  if (!person) return null;
  const locked = person.state === "locked";
  const link = { label: texts.link, icon: IconLink, run: () => open({ what: "link", person }) };
  const others = [
    {
      label: locked ? texts.unlock : texts.lock,
      icon: locked ? IconLockOpen : IconLock,
      run: () => open({ what: "lock", person }),
    },
    { label: texts.remove, icon: IconTrash, run: () => open({ what: "remove", person }) },
  ];
  const edit = { label: texts.edit, icon: IconPencil, run: () => open({ what: "edit", person }) };
  // Name and role are the directory service's, with the password, or the central's.
  const invite = person.own ? [] : [link];
  const local = person.directory ? [] : person.of_central ? invite : [edit, ...invite];
  return <RowActions row={shown(person)} actions={person.own ? local : [...local, ...others]} />;
}

const heads = texts.columns;
const TONES = { active: "ok", invited: "info", expired: "warn", locked: "warn" } as const;

function columnsOf(actions: (row: Row) => ReactNode): readonly DataColumn<Row>[] {
  return [
    { id: "name", header: heads.name, value: shown, cell: (row) => <Name row={row} /> },
    {
      id: "role",
      header: heads.role,
      value: ({ role }) => texts.role[role],
      cell: ({ channels, role }) => (
        <div>
          {texts.role[role]}
          {channels ? <span className={layout["second"]}>{texts.some(channels.join(", "))}</span> : null}
        </div>
      ),
    },
    {
      id: "state",
      header: heads.state,
      value: ({ state }) => texts.state[state],
      cell: ({ link, state }) => (
        <div>
          <StatusBadge tone={TONES[state]}>{texts.state[state]}</StatusBadge>
          {link > 0 ? (
            <span className={layout["second"]}>{texts.linkUntil(formatDateTime(link))}</span>
          ) : null}
        </div>
      ),
    },
    { id: "factor", header: heads.factor, value: ({ factor }) => (factor ? texts.yes : texts.no) },
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
      cell: (row) => actions(row),
    },
  ];
}

/** Less than the role, where the site allows the central less. */
function centralText({ of_central: may = "none", role }: Row): string {
  if (may === "none") return texts.ofCentralOff;
  return may === role ? texts.ofCentral : texts.ofCentralAs(texts.role[may]);
}

function Name({ row }: { row: Row }) {
  return (
    <div>
      <span className={classes["name"]}>
        {shown(row)}
        {row.own ? <StatusBadge tone="ok">{texts.own}</StatusBadge> : null}
      </span>
      {row.id === "" ? <span className={layout["second"]}>{texts.onePassword}</span> : null}
      {row.of_central ? <span className={layout["second"]}>{centralText(row)}</span> : null}
      {row.directory ? <span className={layout["second"]}>{texts.directory}</span> : null}
      {row.label !== "" && row.label !== row.name ? (
        <span className={layout["second"]}>{row.name}</span>
      ) : null}
    </div>
  );
}
