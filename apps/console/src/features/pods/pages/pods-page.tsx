/** All pods, live. */
import { IconRefresh } from "@tabler/icons-react";
import { useStatus } from "../../../api/info.ts";
import { usePods } from "../../../api/pods.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { notice } from "../../../lib/notice.tsx";
import { podsTexts } from "../../../texts/index.ts";
import { useRefreshPods } from "../api/pods.ts";
import { InactivePods } from "../components/inactive-pods.tsx";
import { PodTable } from "../components/pod-table.tsx";

const texts = podsTexts.list;
const TO_UPLOAD = (
  <ButtonLink component="a" to="/project/upload" variant="default">
    {texts.upload}
  </ButtonLink>
);

export function PodsPage() {
  const pods = usePods();
  const refresh = useRefreshPods();
  const status = useStatus();
  const hubRuns = status?.system.hub.state === "running";
  const empty =
    status?.project.id === ""
      ? { text: texts.emptyText, action: TO_UPLOAD }
      : { text: hubRuns ? texts.emptyText : texts.hubDown };
  return (
    <PageFrame
      title={texts.title}
      actions={
        <IconButton
          variant="default"
          icon={IconRefresh}
          loading={refresh.isPending}
          onClick={() => refresh.mutate(undefined, { onError: (error) => notice.apiError(error) })}
        >
          {texts.refresh}
        </IconButton>
      }
    >
      <InfoBox title={texts.box} flush>
        <QueryState query={pods}>
          {(list) => <PodTable pods={list.pods} emptyState={{ title: texts.empty, ...empty }} />}
        </QueryState>
      </InfoBox>
      {pods.data ? <InactivePods pods={pods.data.inactive} /> : null}
    </PageFrame>
  );
}
