/** One KNX interface: its keyring, its log files, its telegrams. */

import { CODES } from "@hubwart/contract";
import { Tabs } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { ApiError } from "../../../api/errors.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { knxTexts as texts } from "../../../texts/index.ts";
import { useKnxInfo } from "../api/knx.ts";
import { KeyringTab } from "../components/keyring-tab.tsx";
import { LogTab } from "../components/log-tab.tsx";
import { MonitorTab } from "../components/monitor-tab.tsx";
import { ifaceChannel } from "../model/iface-channel.ts";

export function KnxIfacePage() {
  const { pod, iface } = useParams({ from: "/resources/knxsecure/$pod/$iface" });
  const id = ifaceChannel(pod, iface);
  return <KnownIface key={id} id={id} />;
}

function KnownIface({ id }: { id: string }) {
  const info = useKnxInfo(id);
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
          text={texts.unknownText}
          action={
            <ButtonLink component="a" to="/resources/knxsecure" variant="default">
              {texts.toList}
            </ButtonLink>
          }
        />
      ) : (
        <QueryState query={info}>
          {(data) => (
            <Tabs defaultValue="keyring" keepMounted={false}>
              <Tabs.List aria-label={texts.tabs.label}>
                <Tabs.Tab value="keyring">{texts.tabs.keyring}</Tabs.Tab>
                <Tabs.Tab value="log">{texts.tabs.log}</Tabs.Tab>
                <Tabs.Tab value="monitor">{texts.tabs.monitor}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="keyring" pt="md">
                <KeyringTab id={id} info={data} />
              </Tabs.Panel>
              <Tabs.Panel value="log" pt="md">
                <LogTab id={id} info={data} />
              </Tabs.Panel>
              <Tabs.Panel value="monitor" pt="md">
                <MonitorTab id={id} />
              </Tabs.Panel>
            </Tabs>
          )}
        </QueryState>
      )}
    </PageFrame>
  );
}
