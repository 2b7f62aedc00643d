/** Backups: state and settings. The tab stands in the address. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { parseTab } from "../../../lib/parse-tab.ts";
import { backupTexts as texts } from "../../../texts/index.ts";
import { SettingsTab } from "../components/settings-tab.tsx";
import { StateTab } from "../components/state-tab.tsx";
import { TABS, type Tab } from "../model/tabs.ts";

export function BackupPage() {
  const { tab = "state" } = useSearch({ from: "/system/backup" });
  const navigate = useNavigate({ from: "/system/backup" });
  const select = (next: Tab) => void navigate({ search: parseTab(TABS, { tab: next }), resetScroll: false });
  return (
    <PageFrame title={texts.title}>
      <SearchTabs
        label={texts.tabs.label}
        tab={tab}
        onSelect={select}
        tabs={{
          state: { label: texts.tabs.state, panel: <StateTab /> },
          settings: { label: texts.tabs.settings, panel: <SettingsTab /> },
        }}
      />
    </PageFrame>
  );
}
