/** One of the two lists of users. */
import type { UserKind } from "@hubwart/contract";
import { IconKey, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { RowActions } from "../../../components/row-actions.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, usersTexts as texts } from "../../../texts/index.ts";
import { type User, useUserActions, useUsers } from "../api/users.ts";
import { rightsText } from "../model/draft.ts";
import { TokenDialog } from "./token-dialog.tsx";
import { UserDialog } from "./user-dialog.tsx";
import classes from "./users.module.css";

type Opened = { what: "edit"; user: User | undefined } | { what: "delete" | "token"; user: User };

export function UsersTab({ kind }: { kind: UserKind }) {
  const query = useUsers();
  const { remove } = useUserActions(kind);
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  return (
    <>
      <p className={layout["about"]}>
        {texts.about[kind]}
        {kind === "websocket" ? <Documents /> : null}
      </p>
      <InfoBox
        title={texts.tabs[kind]}
        flush
        actions={
          <IconButton
            size="xs"
            icon={IconPlus}
            disabled={!query.data}
            onClick={() => open({ what: "edit", user: undefined })}
          >
            {texts.add}
          </IconButton>
        }
      >
        <QueryState query={query}>
          {({ data }) => (
            <DataTable
              label={texts.tabs[kind]}
              name={kind}
              rows={data[kind]}
              columns={columnsOf(kind, open)}
              rowKey={({ username }) => username}
              emptyState={{ title: texts.empty, text: texts.emptyText[kind] }}
            />
          )}
        </QueryState>
      </InfoBox>
      {opened?.what === "edit" ? (
        <UserDialog
          kind={kind}
          user={opened.user}
          taken={query.data?.data[kind].map(({ username }) => username) ?? []}
          etag={query.data?.etag}
          onClose={close}
        />
      ) : null}
      {opened?.what === "token" ? <TokenDialog kind={kind} user={opened.user} onClose={close} /> : null}
      <ConfirmDialog
        opened={opened?.what === "delete"}
        onClose={close}
        title={texts.delete}
        confirmLabel={commonTexts.action.delete}
        question={texts.deleteQuestion(opened?.user?.username ?? "")}
        danger
        onConfirm={() => remove(opened?.user?.username ?? "")}
        onDone={() => notice.success(texts.removed)}
      />
    </>
  );
}

function Documents() {
  const { text, asyncApi, openApi } = texts.documents;
  return (
    <>
      {" "}
      {text} <a href="/ws/asyncapi.json">{asyncApi}</a>, <a href="/ws/openapi.json">{openApi}</a>.
    </>
  );
}

const heads = texts.columns;

function columnsOf(kind: UserKind, open: (opened: Opened) => void): readonly DataColumn<User>[] {
  return COLUMNS[kind].map((column) =>
    column.id === "actions"
      ? { ...column, cell: (user: User) => <Actions user={user} open={open} /> }
      : column,
  );
}

const columns = (kind: UserKind): readonly DataColumn<User>[] => [
  {
    id: "username",
    header: heads.username,
    value: ({ username }) => username,
    cell: ({ username }) => (
      <span className={classes["name"]}>
        <DottedName name={username} />
      </span>
    ),
  },
  {
    id: "role",
    header: heads.role,
    value: ({ role }) => role,
    cell: ({ role }) => <Role kind={kind} role={role} />,
  },
  { id: "pwd", header: heads.pwd, value: passwordText },
  { id: "actions", header: heads.actions, hideHeader: true, align: "right", width: "1%", cell: () => null },
];
const COLUMNS = { assets: columns("assets"), websocket: columns("websocket") };

function Role({ kind, role }: { kind: UserKind; role: string }) {
  const { open, text } = rightsText(kind, role);
  return (
    <div>
      <span className={classes["name"]}>{role}</span>
      {open ? (
        <span className={classes["rights"]}>{text}</span>
      ) : (
        <span className={classes["rights"]}>
          <StatusBadge tone="warn">{text}</StatusBadge>
        </span>
      )}
    </div>
  );
}

function Actions({ user, open }: { user: User; open: (opened: Opened) => void }) {
  return (
    <RowActions
      row={user.username}
      actions={[
        { label: texts.token.button, icon: IconKey, run: () => open({ what: "token", user }) },
        { label: texts.edit, icon: IconPencil, run: () => open({ what: "edit", user }) },
        { label: texts.delete, icon: IconTrash, run: () => open({ what: "delete", user }) },
      ]}
    />
  );
}

function passwordText({ pwd, token }: User): string {
  if (!token) return pwd ? texts.yes : texts.no;
  return pwd ? texts.withToken : texts.tokenOnly;
}
