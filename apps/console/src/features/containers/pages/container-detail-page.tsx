/** One container: its toolbar, its state, and what else there is to set. */

import { containerConfigSave, influxAccessShow } from "@hubwart/contract";
import { IconMapQuestion } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { May } from "../../../rights/may.tsx";
import { containersTexts } from "../../../texts/index.ts";
import { useNgrokInfo, useTailscaleInfo } from "../api/add-ons.ts";
import { useContainerInfo } from "../api/containers.ts";
import { GrafanaTab, TailscaleTab } from "../components/access-tabs.tsx";
import { InfluxAccess } from "../components/influx-access.tsx";
import { NgrokTab } from "../components/ngrok-tab.tsx";
import { RulesTab } from "../components/rules-tab.tsx";
import { StateBox } from "../components/state-box.tsx";
import { Toolbar } from "../components/toolbar.tsx";
import { UsersTab } from "../components/users-tab.tsx";
import { MAIN } from "../model/sections.ts";
import type { TabName } from "../model/tabs.ts";

const texts = containersTexts;

/** Tabs beside the state, by name in the address; the first one is open. */
const TABS: Readonly<Record<string, { name: TabName; content: () => ReactNode; first?: boolean }>> = {
  caddyproxy: { name: "rules", content: RulesTab, first: true },
  mosquitto: { name: "users", content: UsersTab },
  grafana: { name: "settings", content: GrafanaTab },
  tailscale: { name: "settings", content: TailscaleTab },
  ngrok: { name: "settings", content: NgrokTab },
};

export function ContainerDetailPage() {
  const { name } = useParams({ from: "/container/$name" });
  if (!Object.hasOwn(texts.names, name)) {
    return (
      <PageFrame title={texts.title} back="/container">
        <EmptyState
          icon={IconMapQuestion}
          title={name === MAIN ? texts.own : texts.unknown(name)}
          action={
            <ButtonLink component="a" to="/container" variant="default">
              {texts.toList}
            </ButtonLink>
          }
        />
      </PageFrame>
    );
  }
  return <Detail key={name} name={name} />;
}

/** Of containers that tell more of their state. */
const STATES: Readonly<Record<string, (props: { name: string }) => ReactNode>> = {
  tailscale: TailscaleState,
  ngrok: NgrokState,
};

function Detail({ name }: { name: string }) {
  const info = useContainerInfo(name);
  const tab = Object.hasOwn(TABS, name) ? TABS[name] : undefined;
  // What stands beside the state, and what those two tell of it, are access from outside.
  const may = useMay(containerConfigSave);
  const State = (may ? STATES[name] : undefined) ?? PlainState;
  const state = <State name={name} />;
  const plain = {
    state: { label: texts.tabs.state, panel: state },
  };
  const own = tab && {
    [tab.name]: {
      label: texts.tabs[tab.name],
      panel: <tab.content />,
    },
  };
  return (
    <PageFrame
      title={texts.names[name] ?? name}
      back="/container"
      actions={<Toolbar name={name} info={info.data} />}
    >
      {tab === undefined || !may ? (
        state
      ) : (
        <SearchTabs
          detail
          label={texts.tabs.label}
          tabs={tab.first ? { ...own, ...plain } : { ...plain, ...own }}
        />
      )}
    </PageFrame>
  );
}

const loading = (
  <>
    <StatusBadge tone="info">{texts.state.loading}</StatusBadge>
    <LoadingState />
  </>
);

function PlainState({ name }: { name: string }) {
  const query = useContainerInfo(name);
  return (
    <QueryState query={query} loading={loading}>
      {(info) => (
        <div className={layout["stack"]}>
          <StateBox info={info} />
          {name === "influxdb" && info.running ? (
            <May call={influxAccessShow}>
              <InfluxAccess />
            </May>
          ) : null}
        </div>
      )}
    </QueryState>
  );
}

function TailscaleState() {
  const query = useTailscaleInfo();
  return (
    <QueryState query={query} loading={loading}>
      {(info) => {
        const { running, BackendState, Version, TailscaleIPs, Self } = info;
        const state: { tone: Tone; text: string } = !running
          ? { tone: "warn", text: texts.state.stopped }
          : BackendState === "Running"
            ? { tone: "ok", text: texts.state.running }
            : { tone: "warn", text: BackendState === "NoState" ? texts.state.waiting : BackendState };
        return (
          <StateBox
            info={info}
            state={state}
            more={[
              { label: texts.facts.version, value: Version },
              { label: texts.facts.addresses, value: TailscaleIPs.join(", "), mono: true },
              { label: texts.facts.hostname, value: Self.HostName },
              {
                label: texts.facts.expiry,
                value: Self.KeyExpiry === null ? "" : formatDateTime(Date.parse(Self.KeyExpiry)),
              },
            ]}
          />
        );
      }}
    </QueryState>
  );
}

function NgrokState() {
  const query = useNgrokInfo();
  return (
    <QueryState query={query} loading={loading}>
      {(info) => (
        <StateBox info={info} more={[{ label: texts.facts.version, value: info.version }]}>
          {info.tunnels.length === 0 ? null : (
            <>
              <h3>{texts.facts.tunnels}</h3>
              <InfoList
                items={info.tunnels.map(({ url, target }) => ({ label: url, value: target, mono: true }))}
              />
            </>
          )}
        </StateBox>
      )}
    </QueryState>
  );
}
