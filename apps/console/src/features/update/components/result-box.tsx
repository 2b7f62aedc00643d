/** How the last update ended; of one that was put back, why, and what the release said. */

import { updateDismiss } from "@hubwart/contract";
import { Alert, Button } from "@mantine/core";
import { IconDownload, IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useMay } from "../../../api/info.ts";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { updateTexts } from "../../../texts/index.ts";
import { dismissResult, downloadLog, type UpdateState } from "../api/update.ts";

const texts = updateTexts.last;

export function ResultBox({ last }: { last: NonNullable<UpdateState["last"]> }) {
  const [pending, setPending] = useState(false);
  const may = useMay(updateDismiss);
  const { ended, from, log, reason, seen, started, success, version } = last;
  async function dismiss(): Promise<void> {
    setPending(true);
    try {
      await dismissResult();
      notice.success(texts.dismissed);
    } catch (error) {
      notice.apiError(error);
    } finally {
      setPending(false);
    }
  }
  const buttons = [
    ...(may && log && !success
      ? [
          <IconButton
            key="log"
            variant="default"
            icon={IconDownload}
            onClick={() => void downloadLog().catch((error: unknown) => notice.apiError(error))}
          >
            {texts.log}
          </IconButton>,
        ]
      : []),
    ...(!may || success || seen
      ? []
      : [
          <Button key="seen" variant="default" onClick={() => void dismiss()} loading={pending}>
            {texts.dismiss}
          </Button>,
        ]),
  ];
  return (
    <InfoBox
      title={texts.box}
      icon={IconHistory}
      status={
        <StatusBadge tone={success ? "ok" : "error"}>{success ? texts.success : texts.failed}</StatusBadge>
      }
      footer={buttons.length === 0 ? undefined : buttons}
    >
      <div className={layout["stackWide"]}>
        <InfoList
          items={[
            { label: texts.version, value: version },
            { label: texts.from, value: from },
            { label: texts.started, value: formatDateTime(started * 1_000) },
            { label: texts.ended, value: formatDateTime(ended * 1_000) },
          ]}
        />
        {success ? null : (
          <Alert color="red" variant="light" title={texts.failed}>
            {reason}
          </Alert>
        )}
      </div>
    </InfoBox>
  );
}
