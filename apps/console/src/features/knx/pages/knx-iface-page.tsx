/** One KNX interface: its keyring, its log files, its telegrams. The tab is in the address. */
import { CODES } from "@hubwart/contract";
import { useParams } from "@tanstack/react-router";
import { useNoProject, useStatus } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { commonTexts, knxTexts as texts } from "../../../texts/index.ts";
import { useKnxInfo } from "../api/knx.ts";
import { KeyringTab } from "../components/keyring-tab.tsx";
import { LogTab } from "../components/log-tab.tsx";
import { MonitorTab } from "../components/monitor-tab.tsx";
import { ifaceChannel } from "../model/iface-channel.ts";

const ROUTE = "/resources/knxsecure/$pod/$iface";

export function KnxIfacePage() {
  const { pod, iface } = useParams({ from: ROUTE });
  const id = ifaceChannel(pod, iface);
  return <KnownIface key={id} id={id} />;
}

function KnownIface({ id }: { id: string }) {
  const info = useKnxInfo(id);
  const noProject = useNoProject();
  const hubRuns = useStatus()?.system.hub.state === "running";
  const { error } = info;
  const missing =
    info.data === undefined &&
    error instanceof ApiError &&
    (error.code === CODES.notFound || error.code === CODES.badRequest);
  return (
    <PageFrame title={texts.title} subtitle={id} back="/resources/knxsecure">
      {missing ? (
        <EmptyState
          title={texts.unknown}
          text={noProject ? commonTexts.state.noProject : hubRuns ? texts.unknownText : texts.hubDownText}
          action={
            <ButtonLink component="a" to="/resources/knxsecure" variant="default">
              {texts.toList}
            </ButtonLink>
          }
        />
      ) : (
        <QueryState query={info}>
          {(data) => (
            <SearchTabs
              detail
              label={texts.tabs.label}
              tabs={{
                keyring: { label: texts.tabs.keyring, panel: <KeyringTab id={id} info={data} /> },
                log: { label: texts.tabs.log, panel: <LogTab id={id} info={data} /> },
                monitor: { label: texts.tabs.monitor, panel: <MonitorTab id={id} /> },
              }}
            />
          )}
        </QueryState>
      )}
    </PageFrame>
  );
}
