/** How handing on to a database goes, and a value written to it at once. */
import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { DeliveryAnswer } from "../../../components/delivery-answer.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { everSent } from "../../../lib/ever-sent.ts";
import { formatDateTime, formatFileSize, formatNumber, formatTime } from "../../../lib/format.ts";
import { storesTexts } from "../../../texts/index.ts";
import { type ExportStatus, useExportStatus, useExportTest } from "../api/export.ts";

const texts = storesTexts.exportState;

export interface ExportStateProps {
  /** As stored. */
  active: boolean;
  url: string;
  /** There are edits that are not saved. */
  dirty: boolean;
}

export function ExportState({ active, url, dirty }: ExportStateProps) {
  const query = useExportStatus();
  const test = useExportTest();
  const ready = !dirty && url !== "";
  return (
    <InfoBox
      title={texts.box}
      status={query.data ? <Badge status={query.data} active={active} /> : undefined}
    >
      <div className={layout["stack"]}>
        <QueryState query={query}>
          {(status) => (
            <>
              {active && !status.running ? <p className={layout["intro"]}>{texts.stillText}</p> : null}
              {active || everSent(status) ? <InfoList items={itemsOf(status)} /> : null}
            </>
          )}
        </QueryState>
        <div>
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={!ready}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {texts.test}
          </Button>
        </div>
        <p className={layout["intro"]}>
          {ready ? texts.testText : active || dirty ? texts.testFirst : texts.switchOn}
        </p>
        <DeliveryAnswer send={test} texts={texts} />
      </div>
    </InfoBox>
  );
}

function itemsOf(status: ExportStatus) {
  const { last_error: error } = status;
  return [
    { label: texts.lastSuccess, value: <RelativeTime ms={status.last_success} /> },
    {
      label: texts.lastError,
      value: error === null ? texts.none : `${formatDateTime(error.ts)}: ${error.text}`,
    },
    ...(status.retry > 0 ? [{ label: texts.retry, value: formatTime(status.retry) }] : []),
    { label: texts.pending, value: formatNumber(status.pending) },
    { label: texts.bytes, value: formatFileSize(status.bytes) },
    { label: texts.sent, value: formatNumber(status.sent) },
    { label: texts.refused, value: formatNumber(status.refused) },
    { label: texts.dropped, value: formatNumber(status.dropped) },
  ];
}

function Badge({ status, active }: { status: ExportStatus; active: boolean }) {
  if (!active) return <StatusBadge tone="off">{texts.off}</StatusBadge>;
  if (status.failing_since > 0) return <StatusBadge tone="error">{texts.failing}</StatusBadge>;
  if (!status.running) return <StatusBadge tone="info">{texts.still}</StatusBadge>;
  if (status.last_success > 0) return <StatusBadge tone="ok">{texts.fine}</StatusBadge>;
  return <StatusBadge tone="info">{texts.idle}</StatusBadge>;
}
