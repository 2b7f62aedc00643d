/** What is wrong at the plant: what stands, what was, what is put aside, and how all of it behaves. */

import { alarmFigures, alarmHeartbeat, alarmPeople } from "@hubwart/contract";
import { lazy, Suspense } from "react";
import { useMay } from "../../../api/info.ts";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { alarmsTexts as texts } from "../../../texts/index.ts";
import { FiguresTab } from "../components/figures-tab.tsx";
import { HeartbeatTab } from "../components/heartbeat-tab.tsx";
import { HistoryTab } from "../components/history-tab.tsx";
import { MaintenanceTab } from "../components/maintenance-tab.tsx";
import { ShelvedTab } from "../components/shelved-tab.tsx";
import { StandingTab } from "../components/standing-tab.tsx";

/** Few visits go there, and it brings more than all others together. */
const DutyTab = lazy(async () => ({ default: (await import("../components/duty-tab.tsx")).DutyTab }));

export function AlarmsPage() {
  const may = {
    duty: useMay(alarmPeople),
    figures: useMay(alarmFigures),
    heartbeat: useMay(alarmHeartbeat),
  };
  return (
    <PageFrame title={texts.title}>
      <SearchTabs
        label={texts.tabs.label}
        tabs={{
          standing: { label: texts.tabs.standing, panel: <StandingTab /> },
          history: { label: texts.tabs.history, panel: <HistoryTab /> },
          shelved: { label: texts.tabs.shelved, panel: <ShelvedTab /> },
          maintenance: { label: texts.tabs.maintenance, panel: <MaintenanceTab /> },
          ...(may.duty
            ? {
                duty: {
                  label: texts.tabs.duty,
                  panel: (
                    <Suspense fallback={<LoadingState />}>
                      <DutyTab />
                    </Suspense>
                  ),
                },
              }
            : {}),
          ...(may.figures ? { figures: { label: texts.tabs.figures, panel: <FiguresTab /> } } : {}),
          ...(may.heartbeat ? { heartbeat: { label: texts.tabs.heartbeat, panel: <HeartbeatTab /> } } : {}),
        }}
      />
    </PageFrame>
  );
}
