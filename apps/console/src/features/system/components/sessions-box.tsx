/** Who is signed in, from where, since when; ends one session or all others. */
import type { ListedSession } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconDevices, IconLogout } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RowActions } from "../../../components/row-actions.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime, NOTHING } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { systemTexts } from "../../../texts/index.ts";
import { useSessionActions, useSessions } from "../api/sessions.ts";

const texts = systemTexts.sessions;

/** "Firefox (Windows)"; what is not known is left out. */
function deviceText({ browser, system }: ListedSession): string {
  if (browser === "") return system === "" ? texts.unknown : system;
  return system === "" ? browser : `${browser} (${system})`;
}

export function SessionsBox() {
  const query = useSessions();
  const actions = useSessionActions();
  const [asked, setAsked] = useState<ListedSession | "others">();
  const columns = useMemo(() => columnsOf(setAsked), []);
  const several = (query.data?.sessions.length ?? 0) > 1;
  const one = asked === "others" ? undefined : asked;
  const close = (): void => setAsked(undefined);
  return (
    <InfoBox
      title={texts.title}
      icon={IconDevices}
      flush
      actions={
        several ? (
          <Button size="xs" variant="default" onClick={() => setAsked("others")}>
            {texts.endOthers}
          </Button>
        ) : undefined
      }
    >
      <QueryState query={query}>
        {({ sessions }) => (
          <FactTable label={texts.title} rows={sessions} columns={columns} rowKey={({ id }) => id} />
        )}
      </QueryState>
      <ConfirmDialog
        opened={one !== undefined}
        onClose={close}
        title={texts.end}
        confirmLabel={texts.end}
        question={one ? texts.endQuestion(deviceText(one), one.address) : ""}
        onConfirm={() => actions.end(one?.id ?? "")}
        onDone={() => notice.success(texts.ended)}
      />
      <ConfirmDialog
        opened={asked === "others"}
        onClose={close}
        title={texts.endOthers}
        confirmLabel={texts.endOthersConfirm}
        question={texts.endOthersQuestion}
        onConfirm={actions.endOthers}
        onDone={({ ended }) => notice.success(texts.othersEnded(ended))}
      />
    </InfoBox>
  );
}

const heads = texts.columns;

function columnsOf(ask: (session: ListedSession) => void): readonly FactColumn<ListedSession>[] {
  return [
    {
      id: "device",
      header: heads.device,
      rowHeader: true,
      cell: (session) => (
        // One child: on narrow screens each would be a cell of its own.
        <div>
          {deviceText(session)}
          {session.own ? <StatusBadge tone="ok">{texts.own}</StatusBadge> : null}
        </div>
      ),
    },
    { id: "address", header: heads.address, mono: true, cell: ({ address }) => address || NOTHING },
    {
      id: "since",
      header: heads.since,
      cell: ({ since }) => (since === 0 ? NOTHING : formatDateTime(since)),
    },
    { id: "used", header: heads.used, cell: ({ used }) => formatDateTime(used) },
    {
      id: "actions",
      header: heads.actions,
      align: "right",
      cell: (session) =>
        session.own ? null : (
          <RowActions
            row={session.address || deviceText(session)}
            actions={[{ label: texts.end, icon: IconLogout, run: () => ask(session) }]}
          />
        ),
    },
  ];
}
