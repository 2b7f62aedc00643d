/** The status dashboard: live by the event stream, asked for every 15 s while that is down. */
import { projectDownload, systemInfo } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useDeferredValue } from "react";
import { useAlarmHead } from "../../../api/alarm-head.ts";
import { infoQuery, type Status, statusOf, useMay } from "../../../api/info.ts";
import { besideStream } from "../../../api/poll.ts";
import { starsQuery } from "../../../api/stars.ts";
import { useStream } from "../../../api/use-stream.ts";
import { DownloadButton } from "../../../components/download-button.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { hasStars } from "../../../lib/stars.ts";
import { statusTexts } from "../../../texts/index.ts";
import { downloadDiagnostics } from "../api/downloads.ts";
import { AreaView } from "../components/area-view.tsx";
import { ConnectivityBox } from "../components/connectivity-box.tsx";
import { ContainerBox } from "../components/container-box.tsx";
import { DeviceGroup } from "../components/device-group.tsx";
import { GeneralBox } from "../components/general-box.tsx";
import { HealthBanner } from "../components/health-banner.tsx";
import { HistoryBox } from "../components/history-box.tsx";
import { HostBox } from "../components/host-box.tsx";
import { MemoryBox } from "../components/memory-box.tsx";
import { AdapterBox, RoutingBox } from "../components/network-boxes.tsx";
import { ProjectBox } from "../components/project-box.tsx";
import { WelcomeBox } from "../components/welcome-box.tsx";
import type { Plant } from "../model/plant.ts";
import { troublesOf } from "../model/troubles.ts";
import { usePlant } from "../model/use-plant.ts";
import classes from "./status-page.module.css";

export interface StatusPageProps {
  /** Of the plant, as a path; "" is all of it. */
  area: string;
  /** Uploads the built-in example and shows how it goes. */
  loadExample: () => Promise<void>;
  /** Channels with a star; fetched when there are some. */
  starred: ReactNode;
}

export function StatusPage({ area, loadExample, starred }: StatusPageProps) {
  const live = useStream(["status", "containers"]);
  const { data, error, refetch } = useQuery({
    ...infoQuery,
    refetchInterval: besideStream(live),
  });
  const status = statusOf(data);
  return (
    <PageFrame title={statusTexts.title}>
      {error && status ? <ReloadFailed error={error} onRetry={refetch} /> : null}
      {status === undefined ? (
        <LoadingState lines={8} />
      ) : (
        <Dashboard {...{ area, live, loadExample, starred, status }} />
      )}
    </PageFrame>
  );
}

interface DashboardProps extends StatusPageProps {
  status: Status;
  live: boolean;
}

function Dashboard({ area, status, live, loadExample, starred }: DashboardProps) {
  const { project, health } = status;
  const hasProject = project.id !== "";
  // How things are is seen first; the boxes take a slow computer longer than all before them.
  const boxes = useDeferredValue(true, false);
  const begins = useMay(projectDownload);
  const stars = useQuery(starsQuery(project.id)).data;
  return (
    <>
      {hasProject ? <PlantBanner health={health} /> : <HealthBanner health={health} />}
      {area === "" && (hasStars(project.id) || stars?.length) ? <Suspense>{starred}</Suspense> : null}
      {hasProject ? <AreaView area={area} project={project.id} /> : null}
      {hasProject || !begins ? null : <WelcomeBox loadExample={loadExample} />}
      {boxes && area === "" ? <Boxes status={status} live={live} /> : null}
    </>
  );
}

function Boxes({ status, live }: { status: Status; live: boolean }) {
  const { connectivity, project, system } = status;
  const support = useMay(systemInfo);
  return (
    <DeviceGroup
      actions={
        support ? (
          <DownloadButton start={downloadDiagnostics}>{statusTexts.diagnostics}</DownloadButton>
        ) : null
      }
    >
      <div className={classes["columns"]}>
        <ProjectBox project={project} hub={system.hub} />
        <ContainerBox live={live} />
        <ConnectivityBox connectivity={connectivity} />
        <GeneralBox status={status} />
        <HostBox host={system.host} />
      </div>
      <HistoryBox />
      <MemoryBox host={system.host} />
      <AdapterBox adapters={system.host.net} />
      <RoutingBox routes={system.host.routing} />
    </DeviceGroup>
  );
}

function PlantBanner({ health }: { health: Status["health"] }) {
  const { error, plant } = usePlant();
  const alarms = useAlarmHead()?.worst;
  return (
    <HealthBanner
      health={health}
      {...wordsOf(error, plant)}
      troubles={troublesOf({ findings: health.findings, trouble: plant?.trouble, pods: plant?.pods, alarms })}
    />
  );
}

/** What could not be asked for may have changed since: how it was is told as that. */
function wordsOf(error: unknown, plant: Plant | undefined) {
  if (!error)
    return { state: plant?.state ?? ("unknown" as const), sentence: plant ? `${plant.sentence}.` : "\u00a0" };
  const { detail, text } = errorText(error);
  const before = plant && statusTexts.health.before(plant.sentence);
  return { state: "unasked" as const, sentence: [detail ?? text, before].filter(Boolean).join(" ") };
}
