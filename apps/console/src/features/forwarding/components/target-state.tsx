/** How a target does, and a document sent to it at once. */
import type { ForwardingStatus, ForwardingTarget } from "@hubwart/contract";
import { InfoList } from "../../../components/info-box.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { SendingState } from "../../../components/sending-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { everSent } from "../../../lib/ever-sent.ts";
import { formatDateTime, formatNumber, formatTime } from "../../../lib/format.ts";
import { forwardingTexts } from "../../../texts/index.ts";
import { useSendNow } from "../api/status.ts";

const texts = forwardingTexts.state;

export interface TargetStateProps {
  name: ForwardingTarget;
  status: ForwardingStatus;
  /** Stored as active. */
  active: boolean;
  /** Documents are sent by themselves, every interval. */
  regular: boolean;
  /** There are edits that are not applied. */
  dirty: boolean;
}

export function TargetState({ name, status, active, regular, dirty }: TargetStateProps) {
  const send = useSendNow(name);
  return (
    <SendingState
      title={texts.box}
      status={<Badge status={status} active={active} regular={regular} />}
      ready={active && !dirty}
      send={send}
      texts={texts}
      facts={active || everSent(status) ? <InfoList items={itemsOf(status)} /> : null}
    >
      {active && !regular && status.pending === 0 ? <p>{texts.noInterval}</p> : null}
    </SendingState>
  );
}

function Badge({ status, active, regular }: Pick<TargetStateProps, "status" | "active" | "regular">) {
  if (!active) return <StatusBadge tone="off">{texts.off}</StatusBadge>;
  const failed = status.last_error?.ts ?? 0;
  if (failed > status.last_success) return <StatusBadge tone="error">{texts.failing}</StatusBadge>;
  if (!regular) return <StatusBadge tone="off">{texts.onDemand}</StatusBadge>;
  if (status.last_success > 0) return <StatusBadge tone="ok">{texts.fine}</StatusBadge>;
  return <StatusBadge tone="info">{texts.idle}</StatusBadge>;
}

function itemsOf(status: ForwardingStatus) {
  return [
    { label: texts.lastSuccess, value: <RelativeTime ms={status.last_success} /> },
    { label: texts.lastError, value: lastError(status) },
    ...(status.retry > 0 ? [{ label: texts.retry, value: formatTime(status.retry) }] : []),
    { label: texts.pending, value: formatNumber(status.pending) },
    { label: texts.sent, value: formatNumber(status.sent) },
    { label: texts.dropped, value: formatNumber(status.dropped) },
  ];
}

function lastError({ last_error: error }: ForwardingStatus): string {
  return error === null ? texts.none : `${formatDateTime(error.ts)}: ${error.text}`;
}
