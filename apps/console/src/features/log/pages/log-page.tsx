/** The event log: filters in the address, the lines, and the levels at which the sources log. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DownloadButton } from "../../../components/download-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { useParsed } from "../../../lib/use-view.ts";
import { viewsIn, without } from "../../../lib/view-address.ts";
import { logTexts } from "../../../texts/index.ts";
import { downloadLog } from "../api/log.ts";
import { LevelsBox } from "../components/levels-box.tsx";
import { LogFilters } from "../components/log-filters.tsx";
import { LogView } from "../components/log-view.tsx";
import { compact, type LogSearch, parseLogSearch } from "../model/log-search.ts";
import { PLACE } from "../model/place.ts";

const texts = logTexts;

export function LogPage() {
  const search = useParsed(parseLogSearch);
  const navigate = useNavigate({ from: "/runtime/logging" });
  const [modules, setModules] = useState<readonly string[]>([]);
  const change = (next: LogSearch): void =>
    void navigate({
      search: (all) => ({ ...without(viewsIn({ ...all }), PLACE), ...compact(next) }),
      replace: true,
    });
  return (
    <PageFrame
      title={texts.title}
      actions={<DownloadButton start={() => downloadLog(search)}>{texts.download}</DownloadButton>}
    >
      <SearchTabs
        label={texts.tabs.label}
        tabs={{
          lines: {
            label: texts.tabs.lines,
            panel: (
              <InfoBox title={texts.log} flush>
                <LogFilters search={search} change={change} modules={modules} />
                <LogView
                  key={JSON.stringify(search)}
                  search={search}
                  change={change}
                  onModules={setModules}
                />
              </InfoBox>
            ),
          },
          levels: { label: texts.tabs.levels, panel: <LevelsBox /> },
        }}
      />
    </PageFrame>
  );
}
