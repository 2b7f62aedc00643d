/** Restart of the system, of the hub, of the device. */

import { copies, systemRestart } from "@hubwart/contract";
import { IconBinaryTree, IconServer, IconStack2 } from "@tabler/icons-react";
import { type Status, useStatus } from "../../../api/info.ts";
import { projectRuns } from "../../../api/project-running.ts";
import { BoxGrid } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { restartAll } from "../../../overlay/restart-all.ts";
import { May } from "../../../rights/may.tsx";
import { systemTexts } from "../../../texts/index.ts";
import { CopiesBox } from "../components/copies-box.tsx";
import { RestartBox } from "../components/restart-box.tsx";
import { restartProject } from "../model/restart-project.ts";

const texts = systemTexts.restart;
const BOXES = ["system", "hub", "device", "copies"];

export function RestartPage() {
  const status = useStatus();
  return (
    <PageFrame title={texts.title}>
      {status === undefined ? (
        <BoxGrid even>
          {BOXES.map((box) => (
            <LoadingState key={box} lines={3} />
          ))}
        </BoxGrid>
      ) : (
        <BoxGrid even>
          <May call={systemRestart}>
            <SystemBox status={status} />
          </May>
          <HubBox status={status} />
          <May call={systemRestart}>
            <DeviceBox status={status} />
          </May>
          <May call={copies}>
            <CopiesBox />
          </May>
        </BoxGrid>
      )}
    </PageFrame>
  );
}

function SystemBox({ status: { version, system } }: { status: Status }) {
  const { Main: main, ...components } = version;
  return (
    <RestartBox
      {...texts.system}
      icon={IconStack2}
      items={[
        { label: texts.version, value: main },
        ...Object.entries(components).map(([label, value]) => ({ label, value })),
        { label: texts.started, value: <RelativeTime ms={system.started * 1_000} /> },
      ]}
      restart={(finished) => restartAll("restart", finished)}
    />
  );
}

function HubBox({ status }: { status: Status }) {
  const { project, system } = status;
  const { hub } = system;
  return (
    <RestartBox
      {...texts.hub}
      icon={IconBinaryTree}
      question={texts.hub.question(hub.unit)}
      items={[
        { label: texts.project, value: project.name || project.id || texts.noProject },
        {
          label: texts.state,
          value: <HubState status={status} />,
        },
        { label: texts.started, value: <RelativeTime ms={hub.started * 1_000} /> },
        { label: texts.restarts, value: formatNumber(Math.max(0, hub.restarts - 1)) },
      ]}
      restart={(finished) => restartProject(hub, finished)}
    />
  );
}

/** Without a project nothing is wrong. */
function HubState({ status: { project, system } }: { status: Status }) {
  const { hub } = system;
  if (projectRuns(project, hub)) return <StatusBadge tone="ok">{texts.ok}</StatusBadge>;
  if (project.id === "" && hub.lastrc === 0) return <StatusBadge tone="off">{texts.idle}</StatusBadge>;
  return <StatusBadge tone="error">{texts.failed(hub.lastrc)}</StatusBadge>;
}

function DeviceBox({ status: { system } }: { status: Status }) {
  return (
    <RestartBox
      {...texts.device}
      icon={IconServer}
      items={[
        { label: texts.hostname, value: system.host.hostname },
        { label: texts.started, value: <RelativeTime ms={system.host.started * 1_000} /> },
      ]}
      restart={(finished) => restartAll("reboot", finished)}
    />
  );
}
