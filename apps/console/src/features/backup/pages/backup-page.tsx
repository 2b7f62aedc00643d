/** Backups: state and settings. The tab stands in the address. */
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageFrame } from "../../../components/page-frame.tsx";
import { backupTexts as texts } from "../../../texts/index.ts";
import { SettingsTab } from "../components/settings-tab.tsx";
import { StateTab } from "../components/state-tab.tsx";
import { TABS } from "../model/search.ts";

export function BackupPage() {
  const { tab = "state" } = useSearch({ from: "/system/backup" });
  const navigate = useNavigate({ from: "/system/backup" });
  const select = (value: string | null): void => {
    const next = TABS.find((known) => known === value) ?? "state";
    void navigate({ search: next === "state" ? {} : { tab: next }, resetScroll: false });
  };
  return (
    <PageFrame title={texts.title}>
      <Tabs value={tab} onChange={select} keepMounted={false}>
        <Tabs.List aria-label={texts.tabs.label}>
          {TABS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {texts.tabs[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="state" pt="md">
          <StateTab />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md">
          <SettingsTab />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
