/** What is wrong at the plant: what stands, what was, what is put aside, and how all of it behaves. */
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { alarmsTexts as texts } from "../../../texts/index.ts";
import { FiguresTab } from "../components/figures-tab.tsx";
import { HistoryTab } from "../components/history-tab.tsx";
import { MaintenanceTab } from "../components/maintenance-tab.tsx";
import { ShelvedTab } from "../components/shelved-tab.tsx";
import { StandingTab } from "../components/standing-tab.tsx";

export function AlarmsPage() {
  return (
    <PageFrame title={texts.title}>
      <SearchTabs
        label={texts.tabs.label}
        tabs={{
          standing: { label: texts.tabs.standing, panel: <StandingTab /> },
          history: { label: texts.tabs.history, panel: <HistoryTab /> },
          shelved: { label: texts.tabs.shelved, panel: <ShelvedTab /> },
          maintenance: { label: texts.tabs.maintenance, panel: <MaintenanceTab /> },
          figures: { label: texts.tabs.figures, panel: <FiguresTab /> },
        }}
      />
    </PageFrame>
  );
}
