/** One container: its toolbar, its state, and what else there is to set. */
import { Tabs } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfoList } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { containersTexts } from "../../../texts/index.ts";
import { useNgrokInfo, useTailscaleInfo } from "../api/add-ons.ts";
import { useContainerInfo } from "../api/containers.ts";
import { GrafanaTab, TailscaleTab } from "../components/access-tabs.tsx";
import { NgrokTab } from "../components/ngrok-tab.tsx";
import { RulesTab } from "../components/rules-tab.tsx";
import classes from "../components/section.module.css";
import { StateBox } from "../components/state-box.tsx";
import { Toolbar } from "../components/toolbar.tsx";
import { UsersTab } from "../components/users-tab.tsx";
import { MAIN } from "../model/sections.ts";

const texts = containersTexts;
type TabName = "state" | "rules" | "users" | "settings";

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

function Detail({ name }: { name: string }) {
  const info = useContainerInfo(name);
  const tab = TABS[name];
  const State = name === "tailscale" ? TailscaleState : name === "ngrok" ? NgrokState : PlainState;
  const state = <State name={name} />;
  return (
    <PageFrame
      title={texts.names[name] ?? name}
      back="/container"
      actions={<Toolbar name={name} info={info.data} />}
    >
      {tab === undefined ? (
        state
      ) : (
        <Tabs defaultValue={tab.first ? tab.name : "state"} keepMounted={false}>
          <Tabs.List aria-label={texts.tabs.label}>
            {(tab.first ? [tab.name, "state" as const] : ["state" as const, tab.name]).map((value) => (
              <Tabs.Tab key={value} value={value}>
                {texts.tabs[value]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="state" className={classes["panel"] ?? ""}>
            {state}
          </Tabs.Panel>
          <Tabs.Panel value={tab.name} className={classes["panel"] ?? ""}>
            <tab.content />
          </Tabs.Panel>
        </Tabs>
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
      {(info) => <StateBox info={info} />}
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
