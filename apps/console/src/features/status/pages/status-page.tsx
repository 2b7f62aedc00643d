/** The status dashboard: live by the event stream, asked for every 15 s while that is down. */
import { LIMITS } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { infoQuery, type Status, statusOf } from "../../../api/info.ts";
import { useStream } from "../../../api/use-stream.ts";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { statusTexts } from "../../../texts/index.ts";
import { downloadDiagnostics } from "../api/downloads.ts";
import { ConnectivityBox } from "../components/connectivity-box.tsx";
import { ContainerBox } from "../components/container-box.tsx";
import { DownloadButton } from "../components/download-button.tsx";
import { GeneralBox } from "../components/general-box.tsx";
import { HealthBanner } from "../components/health-banner.tsx";
import { HistoryBox } from "../components/history-box.tsx";
import { HostBox } from "../components/host-box.tsx";
import { MemoryBox } from "../components/memory-box.tsx";
import { AdapterBox, RoutingBox } from "../components/network-boxes.tsx";
import { ProjectBox } from "../components/project-box.tsx";
import { StatusTiles } from "../components/status-tiles.tsx";
import classes from "./status-page.module.css";

export function StatusPage() {
  const live = useStream(["status", "containers"]);
  const { data } = useQuery({ ...infoQuery, refetchInterval: live ? false : LIMITS.statusPoll });
  const status = statusOf(data);
  return (
    <PageFrame
      title={statusTexts.title}
      subtitle={status?.system.host.hostname}
      actions={<DownloadButton start={downloadDiagnostics}>{statusTexts.diagnostics}</DownloadButton>}
    >
      {status === undefined ? <LoadingState lines={8} /> : <Dashboard status={status} live={live} />}
    </PageFrame>
  );
}

function Dashboard({ status, live }: { status: Status; live: boolean }) {
  const { system, project, connectivity, health } = status;
  return (
    <>
      <HealthBanner health={health} />
      <StatusTiles status={status} />
      <div className={classes["columns"]}>
        <div className={classes["column"]}>
          <ProjectBox project={project} hub={system.hub} />
          <ContainerBox live={live} />
        </div>
        <div className={classes["column"]}>
          <GeneralBox status={status} />
          <HostBox host={system.host} />
          <ConnectivityBox connectivity={connectivity} />
        </div>
      </div>
      <HistoryBox />
      <MemoryBox host={system.host} />
      <AdapterBox adapters={system.host.net} />
      <RoutingBox routes={system.host.routing} />
    </>
  );
}
