/** Users of the MQTT broker, and what each may do. */
import { Button, Modal, TextInput } from "@mantine/core";
import { IconHelpCircle, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import { type BrokerUser, useBrokerActions, useBrokerUsers } from "../api/add-ons.ts";
import { actionColumn } from "./action-column.tsx";
import { BrokerUserDialog } from "./broker-user-dialog.tsx";
import { ClientsBox } from "./clients-box.tsx";
import classes from "./section.module.css";

const texts = containersTexts.users;
const NEW = "new";

export function UsersTab() {
  const query = useBrokerUsers();
  const { remove } = useBrokerActions();
  const [edited, setEdited] = useState<BrokerUser | typeof NEW>();
  const [deleted, setDeleted] = useState<BrokerUser>();
  const [asked, setAsked] = useState<BrokerUser>();
  return (
    <div className={classes["stack"]}>
      <InfoBox
        title={containersTexts.tabs.users}
        flush
        actions={
          <Button
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!query.data}
            onClick={() => setEdited(NEW)}
          >
            {texts.add}
          </Button>
        }
      >
        <QueryState
          query={query}
          empty={({ users }) => users.length === 0}
          emptyState={{ title: texts.empty, text: texts.emptyText }}
        >
          {({ users }) => (
            <FactTable
              label={containersTexts.tabs.users}
              rows={users}
              columns={columns({ edit: setEdited, remove: setDeleted, ask: setAsked })}
              rowKey={({ usr }) => usr}
            />
          )}
        </QueryState>
        {edited === undefined ? null : (
          <BrokerUserDialog
            key={edited === NEW ? NEW : edited.usr}
            user={edited === NEW ? undefined : edited}
            taken={query.data?.users.map(({ usr }) => usr) ?? []}
            onClose={() => setEdited(undefined)}
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
          onConfirm={() => remove(deleted?.usr ?? "")}
          onDone={() => notice.success(texts.removed)}
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

function columns({ edit, remove, ask }: RowParts): readonly FactColumn<BrokerUser>[] {
  const heads = texts.columns;
  return [
    { id: "usr", header: heads.usr, cell: ({ usr }) => usr },
    { id: "pwd", header: heads.pwd, cell: () => "••••••••" },
    { id: "read", header: heads.read, mono: true, cell: ({ read }) => read },
    { id: "write", header: heads.write, mono: true, cell: ({ write }) => write },
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
        className={classes["stack"]}
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
        <output className={classes["buttons"]}>
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
        <div className={classes["buttons"]}>
          <Button type="submit" loading={ask.isPending} disabled={topic === ""}>
            {texts.mayAsk}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
