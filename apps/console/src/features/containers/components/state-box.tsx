/** State and figures of a container. */
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { InfoBox, type InfoItem, InfoList } from "../../../components/info-box.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { formatFileSize, formatMibValue, formatPercent, NOTHING } from "../../../lib/format.ts";
import { containersTexts } from "../../../texts/index.ts";
import type { ContainerInfo } from "../api/containers.ts";

const texts = containersTexts.facts;
const NO_MORE: readonly InfoItem[] = [];

export interface StateBoxProps {
  info: ContainerInfo;
  /** Instead of running and stopped. */
  state?: { tone: Tone; text: string };
  more?: readonly InfoItem[];
  children?: ReactNode;
}

export function StateBox({ info, state, more = NO_MORE, children }: StateBoxProps) {
  const { running, started, cpu, memory, net_in, net_out, imageid, reason } = info;
  const { tone, text } =
    state ??
    (running
      ? { tone: "ok" as const, text: containersTexts.state.running }
      : { tone: "off" as const, text: containersTexts.state.stopped });
  const network = `${formatFileSize(net_in)} / ${formatFileSize(net_out)}`;
  return (
    <InfoBox
      title={texts.box}
      status={<StatusBadge tone={reason === undefined ? tone : "off"}>{text}</StatusBadge>}
    >
      {reason === undefined ? null : (
        <Alert color="gray" variant="light" mb="md">
          {reason}
        </Alert>
      )}
      <InfoList
        items={[
          { label: texts.started, value: <RelativeTime ms={started === null ? 0 : Date.parse(started)} /> },
          { label: texts.cpu, value: running ? formatPercent(cpu) : NOTHING },
          { label: texts.memory, value: running ? formatMibValue(memory) : NOTHING },
          { label: texts.network, value: running ? network : NOTHING },
          { label: texts.image, value: imageid.replace("sha256:", "").slice(0, 12), mono: true },
          ...more,
        ]}
      />
      {children}
    </InfoBox>
  );
}
