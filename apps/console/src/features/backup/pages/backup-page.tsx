/** Backups: state and settings. The tab stands in the address. */
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { backupTexts as texts } from "../../../texts/index.ts";
import { SettingsTab } from "../components/settings-tab.tsx";
import { StateTab } from "../components/state-tab.tsx";

export function BackupPage() {
  return (
    <PageFrame title={texts.title}>
      <SearchTabs
        label={texts.tabs.label}
        tabs={{
          state: { label: texts.tabs.state, panel: <StateTab /> },
          settings: { label: texts.tabs.settings, panel: <SettingsTab /> },
        }}
      />
    </PageFrame>
  );
}
