/** Users of the MQTT broker, and what each may do. */
import { CODES } from "@hubwart/contract";
import { Modal, TextInput } from "@mantine/core";
import { IconHelpCircle, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { actionColumn } from "../../../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { SaveButton } from "../../../components/save-button.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { type BrokerUser, type RightsChange, useBrokerActions, useBrokerUsers } from "../api/add-ons.ts";
import { BrokerUserDialog } from "./broker-user-dialog.tsx";
import { ClientsBox } from "./clients-box.tsx";
import { RightsNote } from "./rights-note.tsx";

const texts = containersTexts.users;
const NEW = "new";

export function UsersTab() {
  const query = useBrokerUsers();
  const { remove } = useBrokerActions();
  const [edited, setEdited] = useState<BrokerUser | typeof NEW>();
  const [deleted, setDeleted] = useState<{ usr: string; etag: string | undefined }>();
  const [asked, setAsked] = useState<BrokerUser>();
  const [changes, setChanges] = useState<readonly RightsChange[]>();
  return (
    <div className={layout["stack"]}>
      <InfoBox
        title={containersTexts.tabs.users}
        flush
        actions={
          <IconButton size="xs" icon={IconPlus} disabled={!query.data} onClick={() => setEdited(NEW)}>
            {texts.add}
          </IconButton>
        }
      >
        {changes === undefined ? null : (
          <RightsNote changes={changes} onClose={() => setChanges(undefined)} />
        )}
        <QueryState
          query={query}
          empty={({ data: { users } }) => users.length === 0}
          emptyState={{ title: texts.empty, text: texts.emptyText }}
        >
          {({ data: { users }, etag }) => (
            <DataTable
              label={containersTexts.tabs.users}
              name="users"
              rows={users}
              columns={columns({
                edit: setEdited,
                remove: ({ usr }) => setDeleted({ usr, etag }),
                ask: setAsked,
              })}
              rowKey={({ usr }) => usr}
            />
          )}
        </QueryState>
        {edited === undefined ? null : (
          <BrokerUserDialog
            key={edited === NEW ? NEW : edited.usr}
            user={edited === NEW ? undefined : edited}
            taken={query.data?.data.users.map(({ usr }) => usr) ?? []}
            etag={query.data?.etag}
            onClose={() => setEdited(undefined)}
            onChanged={setChanges}
          />
        )}
        {asked === undefined ? null : (
          <MayDialog key={asked.usr} user={asked} onClose={() => setAsked(undefined)} />
        )}
        <ConfirmDialog
          opened={deleted !== undefined}
          onClose={() => setDeleted(undefined)}
          title={texts.delete}
          confirmLabel={commonTexts.action.delete}
          question={texts.deleteQuestion(deleted?.usr ?? "")}
          danger
          onConfirm={() => remove(deleted?.usr ?? "", deleted?.etag)}
          messages={{ [CODES.conflict]: texts.overtaken }}
          onDone={(done) => {
            notice.success(texts.removed);
            setChanges(done.changes);
          }}
        />
      </InfoBox>
      <ClientsBox />
    </div>
  );
}

interface RowParts {
  edit: (user: BrokerUser) => void;
  remove: (user: BrokerUser) => void;
  ask: (user: BrokerUser) => void;
}

function columns({ edit, remove, ask }: RowParts): readonly DataColumn<BrokerUser>[] {
  const heads = texts.columns;
  return [
    {
      id: "usr",
      header: heads.usr,
      rowHeader: true,
      breaks: true,
      value: ({ usr, problem = "" }) => `${usr} ${problem}`,
      cell: ({ usr, problem }) => (
        <div>
          {usr}
          {problem === undefined ? null : (
            <div>
              <StatusBadge tone="error">{problem}</StatusBadge>
            </div>
          )}
        </div>
      ),
    },
    {
      id: "pwd",
      header: heads.pwd,
      cell: ({ has_pwd }) =>
        has_pwd ? "••••••••" : <StatusBadge tone="warn">{texts.withoutPassword}</StatusBadge>,
    },
    { id: "read", header: heads.read, mono: true, breaks: true, value: ({ read }) => read },
    { id: "write", header: heads.write, mono: true, breaks: true, value: ({ write }) => write },
    actionColumn(
      heads.actions,
      ({ usr }) => usr,
      (user) => [
        {
          label: texts.may,
          name: `${texts.may} ${user.usr}`,
          icon: IconHelpCircle,
          run: () => ask(user),
        },
        { label: texts.edit, icon: IconPencil, run: () => edit(user) },
        { label: texts.delete, icon: IconTrash, run: () => remove(user) },
      ],
    ),
  ];
}

/** Asks the broker itself; stays open for the next topic. */
function MayDialog({ user, onClose }: { user: BrokerUser; onClose: () => void }) {
  const { may } = useBrokerActions();
  const [topic, setTopic] = useState("");
  const ask = useMutation({ mutationFn: (asked: string) => may(user.usr, asked) });
  return (
    <Modal opened onClose={onClose} title={`${texts.may} (${user.usr})`}>
      <form
        className={layout["stack"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (topic !== "") ask.mutate(topic);
        }}
      >
        <TextInput
          label={texts.mayTopic}
          required
          value={topic}
          placeholder="haus/licht"
          data-autofocus
          onChange={(e) => setTopic(e.currentTarget.value)}
        />
        <output className={layout["buttons"]}>
          {ask.data === undefined ? null : (
            <>
              <StatusBadge tone={ask.data.read ? "ok" : "off"}>{texts.mayRead(ask.data.read)}</StatusBadge>
              <StatusBadge tone={ask.data.write ? "ok" : "off"}>{texts.mayWrite(ask.data.write)}</StatusBadge>
            </>
          )}
          {ask.error ? (
            <StatusBadge tone="error">{errorText(ask.error).detail ?? errorText(ask.error).text}</StatusBadge>
          ) : null}
        </output>
        <div className={layout["buttons"]}>
          <SaveButton off={topic === ""} busy={ask.isPending}>
            {texts.mayAsk}
          </SaveButton>
        </div>
      </form>
    </Modal>
  );
}
