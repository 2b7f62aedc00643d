/** Status forwarding: how often, and where to. The tab stands in the address. */
import { FORWARDING_TARGETS, type ForwardingTarget } from "@hubwart/contract";
import type { ReactNode } from "react";
import { BoxGrid, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { forwardingTexts as texts } from "../../../texts/index.ts";
import { type StoredConfig, useStoredConfig } from "../api/config.ts";
import { useForwardingStatus } from "../api/status.ts";
import { HttpFields, InfluxFields, MqttFields, SettingsFields } from "../components/fields.tsx";
import { MetricsBox } from "../components/metrics-box.tsx";
import { SectionForm } from "../components/section-form.tsx";
import { TargetState } from "../components/target-state.tsx";
import { TABS, type Tab } from "../model/tabs.ts";
import { type Edits, useEdits } from "../model/use-edits.ts";

export function ForwardingPage() {
  const query = useStoredConfig();
  return (
    <PageFrame title={texts.title}>
      <QueryState query={query}>{(stored) => <Sections stored={stored} />}</QueryState>
    </PageFrame>
  );
}

function Sections({ stored }: { stored: StoredConfig }) {
  const edits = useEdits(stored);
  return (
    <>
      <UnsavedGuard dirty={TABS.some((name) => edits[name].dirty)} />
      <SearchTabs
        label={texts.tabs.label}
        tabs={Object.fromEntries(
          TABS.map((name) => [
            name,
            { label: texts.tabs[name], panel: <TabContent tab={name} stored={stored} edits={edits} /> },
          ]),
        )}
      />
    </>
  );
}

interface ContentProps {
  stored: StoredConfig;
  edits: Edits;
}

function TabContent({ tab, stored, edits }: ContentProps & { tab: Tab }) {
  switch (tab) {
    case "settings":
      return <SettingsTab stored={stored} edits={edits} />;
    case "http":
      return <TargetTab name="http" {...{ stored, edits }} fields={<HttpFields edit={edits.http} />} />;
    case "mqtt":
      return <TargetTab name="mqtt" {...{ stored, edits }} fields={<MqttFields edit={edits.mqtt} />} />;
    case "influxdb": {
      const hasToken = stored.data.influxdb.has_token;
      const fields = <InfluxFields edit={edits.influxdb} hasToken={hasToken} />;
      return <TargetTab name="influxdb" {...{ stored, edits }} fields={fields} />;
    }
  }
}

function SettingsTab({ stored, edits }: ContentProps) {
  const { data: status } = useForwardingStatus();
  const section = edits.settings;
  const anyActive = FORWARDING_TARGETS.some((name) => stored.data[name].active);
  const next =
    stored.data.settings.interval === 0
      ? texts.settings.noInterval
      : anyActive
        ? formatDateTime(status?.next ?? 0)
        : texts.settings.noTarget;
  return (
    <div className={layout["stack"]}>
      <p className={layout["intro"]}>{texts.intro}</p>
      <BoxGrid ownHeight>
        <SectionForm title={texts.settings.box} edit={section}>
          <SettingsFields edit={section} />
          <InfoList items={[{ label: texts.settings.next, value: next }]} />
        </SectionForm>
        <MetricsBox />
      </BoxGrid>
    </div>
  );
}

function TargetTab({
  name,
  stored,
  edits,
  fields,
}: ContentProps & { name: ForwardingTarget; fields: ReactNode }) {
  const status = useForwardingStatus();
  const section = edits[name];
  return (
    <BoxGrid ownHeight>
      <SectionForm
        title={texts[name].box}
        active={section.values.active}
        onActive={(active) => section.set({ active })}
        edit={section}
      >
        {fields}
      </SectionForm>
      <QueryState query={status}>
        {(all) => (
          <TargetState
            name={name}
            status={all[name]}
            active={stored.data[name].active}
            regular={stored.data.settings.interval > 0}
            dirty={section.dirty}
          />
        )}
      </QueryState>
    </BoxGrid>
  );
}
