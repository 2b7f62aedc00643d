/** Log of one pod. */
import { IconRefresh } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { DownloadButton } from "../../../components/download-button.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { PodPageMissing } from "../../../components/unknown-page.tsx";
import { useTyped } from "../../../lib/use-typed.ts";
import { useAddressed } from "../../../lib/use-view.ts";
import { podsTexts } from "../../../texts/index.ts";
import { usePodConfig } from "../api/pod-config.ts";
import { downloadLog, usePodLog } from "../api/pod-log.ts";
import classes from "../components/log-box.module.css";
import { LogBox } from "../components/log-box.tsx";
import { LogToolbar } from "../components/log-toolbar.tsx";
import { isMissing, MissingPod } from "../components/missing-pod.tsx";
import { filterLines } from "../model/log-lines.ts";
import { isPodAddress } from "../model/pod-id.ts";

const texts = podsTexts.log;

export function PodLogPage() {
  const { type, id } = useParams({ from: "/pods/$type/$id/logging" });
  if (!isPodAddress(type, id)) return <PodPageMissing />;
  return <PodLog key={id} id={id} />;
}

function PodLog({ id }: { id: string }) {
  const comp = `pod:${id}`;
  const [follow, setFollow] = useState(true);
  const [filter, setFilter] = useTyped(...useAddressed("log.q"));
  const { view, dispatch, query } = usePodLog(comp, follow);
  const wanted = useDeferredValue(filter);
  const lines = useMemo(() => filterLines(view.lines, wanted), [view.lines, wanted]);
  // A pod that is no longer of the project may have left lines behind.
  const nothing = query.data !== undefined && view.lines.length === 0;
  const missing = isMissing(usePodConfig(id).error) && nothing;
  if (missing) {
    return (
      <PageFrame title={texts.title} subtitle={id} back="/pods">
        <MissingPod pod={id} />
      </PageFrame>
    );
  }
  return (
    <PageFrame
      title={texts.title}
      subtitle={id}
      back="/pods"
      actions={
        <>
          <IconButton
            variant="default"
            icon={IconRefresh}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {texts.refresh}
          </IconButton>
          <DownloadButton start={() => downloadLog(comp)}>{texts.download}</DownloadButton>
        </>
      }
    >
      <InfoBox title={texts.box} flush>
        <LogToolbar
          pod={id}
          filter={filter}
          setFilter={setFilter}
          follow={follow}
          setFollow={setFollow}
          shown={lines.length}
          all={view.lines.length}
        />
        {view.missed > 0 ? <p className={classes["missed"]}>{texts.missed(view.missed)}</p> : null}
        {query.error && view.lines.length > 0 ? (
          <ReloadFailed error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
        ) : null}
        {query.error && view.lines.length === 0 ? (
          <ErrorState title={texts.failed} error={query.error} onRetry={query.refetch} />
        ) : query.data === undefined && view.lines.length === 0 ? (
          <LoadingState lines={8} shape="lines" />
        ) : (
          <LogBox view={view} lines={lines} dispatch={dispatch} />
        )}
      </InfoBox>
    </PageFrame>
  );
}
