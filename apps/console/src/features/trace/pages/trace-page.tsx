/** The channel debugger. What is looked at stands in the address, so that a view can be handed on as a link. */
import { Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { BoxContent } from "../../../components/box-content.ts";
import { PageFrame } from "../../../components/page-frame.tsx";
import { TabList } from "../../../components/tab-list.tsx";
import { parseTab } from "../../../lib/parse-tab.ts";
import { useParsed } from "../../../lib/use-view.ts";
import { viewsIn } from "../../../lib/view-address.ts";
import { traceTexts } from "../../../texts/index.ts";
import { ChannelsTab } from "../components/channels-tab.tsx";
import { ChartsTab } from "../components/charts-tab.tsx";
import { ConnectionsTab } from "../components/connections-tab.tsx";
import { FilterBar } from "../components/filter-bar.tsx";
import box from "../components/toolbar.module.css";
import { WatchlistTab } from "../components/watchlist-tab.tsx";
import {
  carried,
  type Filter,
  filterOf,
  parseTraceSearch,
  TABS,
  type Tab,
  type TraceSearch,
  withFilter,
  withOpen,
} from "../model/search.ts";

const ChannelDrawer = lazy(() =>
  import("../components/channel/channel-drawer.tsx").then((module) => ({ default: module.ChannelDrawer })),
);
const NO_FILTER = { names: [], tags: [] };

export function TracePage() {
  const search = useParsed(parseTraceSearch);
  const navigate = useNavigate({ from: "/runtime/debug" });
  const go = useCallback(
    (next: TraceSearch): void =>
      void navigate({ search: (all) => ({ ...viewsIn({ ...all }), ...next }), resetScroll: false }),
    [navigate],
  );
  const tab = search.tab ?? "channels";
  // Each view keeps its own filter and order; one that was not open yet begins with what fits it.
  const left = useRef<Partial<Record<Tab, TraceSearch>>>({});
  const select = (value: string | null): void => {
    const { tab: next = "channels" } = parseTab(TABS, { tab: value });
    if (next === tab) return;
    left.current[tab] = search;
    go(left.current[next] ?? carried(search, next));
  };
  // The columns of the tables are made once: what opens a channel must stay the same.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const open = useCallback((chan: string | undefined): void => go(withOpen(latest.current, chan)), [go]);
  return (
    <PageFrame title={traceTexts.title}>
      <Tabs value={tab} onChange={select} keepMounted={false}>
        <TabList label={traceTexts.tabs.label} value={tab}>
          {TABS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {traceTexts.tabs[value]}
            </Tabs.Tab>
          ))}
        </TabList>
        {TABS.map((value) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <div className={box["box"]}>
              <BoxContent value="table">
                <Content tab={value} search={search} go={go} open={open} />
              </BoxContent>
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
      <OnceOpened chan={search.open} onOpen={open} />
    </PageFrame>
  );
}

/** Fetched with the first channel that is opened; then it stays, so that closing can give the focus back. */
function OnceOpened(props: { chan: string | undefined; onOpen: (chan: string | undefined) => void }) {
  const [wanted, setWanted] = useState(false);
  if (props.chan !== undefined && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <ChannelDrawer {...props} />
    </Suspense>
  ) : null;
}

interface ContentProps {
  tab: Tab;
  search: TraceSearch;
  go: (search: TraceSearch) => void;
  open: (chan: string) => void;
}

function Content(props: ContentProps) {
  const { tab, search, go, open } = props;
  if (tab === "charts") return <ChartsTab search={search} onSearch={go} />;
  if (tab === "watchlist") return <WatchlistTab search={search} onSearch={go} onOpen={open} />;
  return <Filtered key={JSON.stringify([tab, filterOf(search)])} {...props} tab={tab} />;
}

/** Mounted anew for another applied filter. */
function Filtered({ tab, search, go, open }: ContentProps & { tab: "channels" | "interfaces" | "pods" }) {
  /** What is being typed, already looked for but not in the address yet. */
  const [typed, setTyped] = useState<Filter>();
  const shown = typed === undefined ? search : withFilter(search, typed);
  return (
    <>
      <FilterBar
        applied={filterOf(search)}
        kind={tab}
        onApply={(filter) => go(withFilter(search, filter))}
        onClear={() => {
          setTyped(undefined);
          go(withFilter(search, NO_FILTER));
        }}
        onTyped={setTyped}
      />
      {tab === "channels" ? (
        <ChannelsTab search={shown} onSearch={go} onOpen={open} />
      ) : (
        <ConnectionsTab kind={tab} search={shown} />
      )}
    </>
  );
}
