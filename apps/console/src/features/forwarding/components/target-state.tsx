/** How a target does, and a document sent to it at once. */
import type { ForwardingStatus, ForwardingTarget } from "@hubwart/contract";
import { Alert, Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { formatDateTime, formatNumber, formatTime } from "../../../lib/format.ts";
import { forwardingTexts } from "../../../texts/index.ts";
import { useSendNow } from "../api/status.ts";
import classes from "./section-form.module.css";

const texts = forwardingTexts.state;

export interface TargetStateProps {
  name: ForwardingTarget;
  status: ForwardingStatus;
  /** Stored as active. */
  active: boolean;
  /** There are edits that are not applied. */
  dirty: boolean;
}

export function TargetState({ name, status, active, dirty }: TargetStateProps) {
  const send = useSendNow(name);
  const ready = active && !dirty;
  return (
    <InfoBox title={texts.box} status={<Badge status={status} active={active} />}>
      <div className={classes["stack"]}>
        <InfoList
          items={[
            { label: texts.lastSuccess, value: <RelativeTime ms={status.last_success} /> },
            { label: texts.lastError, value: lastError(status) },
            ...(status.retry > 0 ? [{ label: texts.retry, value: formatTime(status.retry) }] : []),
            { label: texts.pending, value: formatNumber(status.pending) },
            { label: texts.sent, value: formatNumber(status.sent) },
            { label: texts.dropped, value: formatNumber(status.dropped) },
          ]}
        />
        <div>
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={!ready}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {texts.send}
          </Button>
        </div>
        {ready ? null : <p>{texts.sendFirst}</p>}
        <div aria-live="polite">{send.isPending ? null : <Answer send={send} />}</div>
      </div>
    </InfoBox>
  );
}

function Answer({ send }: { send: ReturnType<typeof useSendNow> }) {
  if (send.error) {
    const { text, detail } = errorText(send.error);
    return (
      <Alert color="red" variant="light" title={text}>
        {detail}
      </Alert>
    );
  }
  if (!send.data) return null;
  const { delivered, text, duration } = send.data;
  return (
    <Alert
      color={delivered ? "green" : "red"}
      variant="light"
      title={delivered ? texts.delivered(duration) : texts.failed}
    >
      {text}
    </Alert>
  );
}

function Badge({ status, active }: { status: ForwardingStatus; active: boolean }) {
  if (!active) return <StatusBadge tone="off">{texts.off}</StatusBadge>;
  const failed = status.last_error?.ts ?? 0;
  if (failed > status.last_success) return <StatusBadge tone="error">{texts.failing}</StatusBadge>;
  if (status.last_success > 0) return <StatusBadge tone="ok">{texts.fine}</StatusBadge>;
  return <StatusBadge tone="info">{texts.idle}</StatusBadge>;
}

function lastError({ last_error: error }: ForwardingStatus): string {
  return error === null ? texts.none : `${formatDateTime(error.ts)}: ${error.text}`;
}
