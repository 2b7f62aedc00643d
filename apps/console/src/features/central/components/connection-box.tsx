/** The central, how the connection to it is, and the way out. */
import type { JoinedCentral } from "@hubwart/contract";
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { InfoBox, type InfoItem, InfoList } from "../../../components/info-box.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDate } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { centralTexts } from "../../../texts/index.ts";
import { useCentralActions } from "../api/central.ts";

const texts = centralTexts.connection;

export function ConnectionBox({ joined, open }: { joined: JoinedCentral; open: boolean }) {
  const [asking, setAsking] = useState(false);
  const { leave } = useCentralActions();
  return (
    <InfoBox
      title={texts.title}
      status={<Badge joined={joined} open={open} />}
      footer={
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.leave}
        </Button>
      }
    >
      {open && joined.refused ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {texts.refusedText}
        </Alert>
      ) : null}
      <InfoList items={itemsOf(joined, open)} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.leave}
        confirmLabel={texts.leave}
        question={texts.leaveQuestion(joined.central)}
        danger
        onConfirm={() => leave()}
        onDone={() => notice.success(texts.left)}
      />
    </InfoBox>
  );
}

function Badge({ joined, open }: { joined: JoinedCentral; open: boolean }) {
  if (!open) return <StatusBadge tone="off">{texts.closed}</StatusBadge>;
  if (joined.connected) return <StatusBadge tone="ok">{texts.connected}</StatusBadge>;
  if (joined.refused) return <StatusBadge tone="error">{texts.refused}</StatusBadge>;
  return <StatusBadge tone="warn">{texts.away}</StatusBadge>;
}

function itemsOf(joined: JoinedCentral, open: boolean): InfoItem[] {
  const { address, central, contact, error, hub, servers, until } = joined;
  return [
    { label: texts.central, value: central },
    { label: texts.address, value: address },
    { label: texts.servers, value: servers.join(", ") },
    { label: texts.hub, value: hub },
    { label: texts.contact, value: <RelativeTime ms={contact} /> },
    { label: texts.until, value: formatDate(until) },
    ...(open && error !== "" ? [{ label: texts.why, value: error }] : []),
  ];
}
