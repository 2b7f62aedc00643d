/** The channel debugger. What is looked at stands in the address, so that a view can be handed on as a link. */
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { PageFrame } from "../../../components/page-frame.tsx";
import { traceTexts } from "../../../texts/index.ts";
import { ChannelsTab } from "../components/channels-tab.tsx";
import { ChartsTab } from "../components/charts-tab.tsx";
import { ConnectionsTab } from "../components/connections-tab.tsx";
import { FilterBar } from "../components/filter-bar.tsx";
import box from "../components/toolbar.module.css";
import { WatchlistTab } from "../components/watchlist-tab.tsx";
import { filterOf, TABS, type Tab, type TraceSearch, withFilter } from "../model/search.ts";

const NO_FILTER = { names: [], tags: [] };

export function TracePage() {
  const search = useSearch({ from: "/runtime/debug" });
  const navigate = useNavigate({ from: "/runtime/debug" });
  const go = (next: TraceSearch): void => void navigate({ search: next, resetScroll: false });
  const tab = search.tab ?? "channels";
  // Each view keeps its own filter and order: what names channels matches no interface.
  const left = useRef<Partial<Record<Tab, TraceSearch>>>({});
  const select = (value: string | null): void => {
    const next = TABS.find((known) => known === value) ?? "channels";
    if (next === tab) return;
    left.current[tab] = search;
    go(left.current[next] ?? (next === "channels" ? {} : { tab: next }));
  };
  return (
    <PageFrame title={traceTexts.title}>
      <Tabs value={tab} onChange={select} keepMounted={false}>
        <Tabs.List aria-label={traceTexts.tabs.label}>
          {TABS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {traceTexts.tabs[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((value) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <div className={box["box"]}>
              <Content tab={value} search={search} go={go} />
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageFrame>
  );
}

interface ContentProps {
  tab: Tab;
  search: TraceSearch;
  go: (search: TraceSearch) => void;
}

function Content({ tab, search, go }: ContentProps) {
  if (tab === "charts") return <ChartsTab search={search} onSearch={go} />;
  if (tab === "watchlist") return <WatchlistTab search={search} onSearch={go} />;
  const applied = filterOf(search);
  return (
    <>
      <FilterBar
        key={JSON.stringify([tab, applied])}
        applied={applied}
        kind={tab}
        onApply={(filter) => go(withFilter(search, filter))}
        onClear={() => go(withFilter(search, NO_FILTER))}
      />
      {tab === "channels" ? (
        <ChannelsTab search={search} onSearch={go} />
      ) : (
        <ConnectionsTab kind={tab} search={search} />
      )}
    </>
  );
}
