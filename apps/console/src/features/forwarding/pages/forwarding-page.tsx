/** Status forwarding: how often, and where to. The tab stands in the address. */
import { FORWARDING_TARGETS, type ForwardingTarget } from "@hubwart/contract";
import { Alert, Button, Tabs } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BoxGrid, InfoList } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { commonTexts, forwardingTexts as texts } from "../../../texts/index.ts";
import { type StoredConfig, useStoredConfig } from "../api/config.ts";
import { useForwardingStatus } from "../api/status.ts";
import { HttpFields, InfluxFields, MqttFields, SettingsFields } from "../components/fields.tsx";
import { MetricsBox } from "../components/metrics-box.tsx";
import classes from "../components/section-form.module.css";
import { SectionForm } from "../components/section-form.tsx";
import { TargetState } from "../components/target-state.tsx";
import { TABS, type Tab } from "../model/search.ts";
import { type PageEdit, usePageEdit } from "../model/use-section.ts";

export function ForwardingPage() {
  const query = useStoredConfig();
  return (
    <PageFrame title={texts.title}>
      <QueryState query={query}>{(stored) => <Sections stored={stored} />}</QueryState>
    </PageFrame>
  );
}

function Sections({ stored }: { stored: StoredConfig }) {
  const { tab = "settings" } = useSearch({ from: "/runtime/infotohub" });
  const navigate = useNavigate({ from: "/runtime/infotohub" });
  const edit = usePageEdit(stored);
  const select = (value: string | null): void => {
    const next = TABS.find((known) => known === value) ?? "settings";
    void navigate({ search: next === "settings" ? {} : { tab: next }, resetScroll: false });
  };
  return (
    <>
      <UnsavedGuard dirty={edit.dirty} />
      {edit.conflict ? (
        <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden />} title={texts.conflict}>
          <div className={classes["stack"]}>
            {texts.conflictText}
            <div>
              <Button variant="default" size="xs" onClick={edit.reload}>
                {commonTexts.action.reload}
              </Button>
            </div>
          </div>
        </Alert>
      ) : null}
      <Tabs value={tab} onChange={select} keepMounted={false}>
        <Tabs.List aria-label={texts.tabs.label}>
          {TABS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {texts.tabs[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((value) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <TabContent tab={value} stored={stored} edit={edit} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

interface ContentProps {
  stored: StoredConfig;
  edit: PageEdit;
}

function TabContent({ tab, stored, edit }: ContentProps & { tab: Tab }) {
  switch (tab) {
    case "settings":
      return <SettingsTab stored={stored} edit={edit} />;
    case "http":
      return (
        <TargetTab name="http" {...{ stored, edit }} fields={<HttpFields edit={edit.section("http")} />} />
      );
    case "mqtt":
      return (
        <TargetTab name="mqtt" {...{ stored, edit }} fields={<MqttFields edit={edit.section("mqtt")} />} />
      );
    case "influxdb": {
      const hasToken = stored.data.influxdb.has_token;
      const fields = <InfluxFields edit={edit.section("influxdb")} hasToken={hasToken} />;
      return <TargetTab name="influxdb" {...{ stored, edit }} fields={fields} />;
    }
  }
}

function SettingsTab({ stored, edit }: ContentProps) {
  const { data: status } = useForwardingStatus();
  const section = edit.section("settings");
  const anyActive = FORWARDING_TARGETS.some((name) => stored.data[name].active);
  const next =
    stored.data.settings.interval === 0
      ? texts.settings.noInterval
      : anyActive
        ? formatDateTime(status?.next ?? 0)
        : texts.settings.noTarget;
  return (
    <div className={classes["stack"]}>
      <p className={classes["intro"]}>{texts.intro}</p>
      <BoxGrid>
        <SectionForm title={texts.settings.box} {...section} onApply={section.apply}>
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
  edit,
  fields,
}: ContentProps & { name: ForwardingTarget; fields: ReactNode }) {
  const status = useForwardingStatus();
  const section = edit.section(name);
  return (
    <BoxGrid>
      <SectionForm
        title={texts[name].box}
        active={section.values.active}
        onActive={(active) => section.set({ active })}
        {...section}
        onApply={section.apply}
      >
        {fields}
      </SectionForm>
      <QueryState query={status}>
        {(all) => (
          <TargetState
            name={name}
            status={all[name]}
            active={stored.data[name].active}
            dirty={section.dirty}
          />
        )}
      </QueryState>
    </BoxGrid>
  );
}
