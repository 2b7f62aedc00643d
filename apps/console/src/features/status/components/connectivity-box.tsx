/** Whether the services of the manufacturer answer, and asking them anew. */
import { checkConnectivity } from "@hubwart/contract";
import { IconPlugConnected } from "@tabler/icons-react";
import type { Status } from "../../../api/info.ts";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { statusTexts } from "../../../texts/index.ts";
import { useCheckConnectivity } from "../api/connectivity.ts";
import { serverState } from "../model/server-state.ts";
import { RefreshButton } from "./refresh-button.tsx";

const texts = statusTexts.connectivity;

export function ConnectivityBox({ connectivity }: { connectivity: Status["connectivity"] }) {
  const check = useCheckConnectivity();
  const { license, update, ts } = connectivity;
  return (
    <InfoBox
      title={texts.title}
      icon={IconPlugConnected}
      actions={
        <May call={checkConnectivity}>
          <RefreshButton
            label={texts.refresh}
            loading={check.isPending}
            onClick={() =>
              check.mutate(undefined, {
                onSuccess: () => notice.success(),
                onError: (error) => notice.apiError(error),
              })
            }
          />
        </May>
      }
    >
      <InfoList
        items={[
          { label: texts.license, value: <Server status={license} checked={ts} /> },
          { label: texts.update, value: <Server status={update} checked={ts} /> },
          { label: texts.checked, value: <RelativeTime ms={ts * 1_000} /> },
        ]}
      />
    </InfoBox>
  );
}

function Server({ status, checked }: { status: number; checked: number }) {
  const { tone, text } = serverState(status, checked);
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}
