/** Certificates: the authorities people added, and those the device serves with. The tab stands in the address. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { parseTab } from "../../../lib/parse-tab.ts";
import { certsTexts as texts } from "../../../texts/index.ts";
import { RootTab } from "../components/root-tab.tsx";
import { ServerTab } from "../components/server-tab.tsx";
import { TABS, type Tab } from "../model/tabs.ts";

export function CertsPage() {
  const { tab = "root" } = useSearch({ from: "/resources/certs" });
  const navigate = useNavigate({ from: "/resources/certs" });
  const select = (next: Tab) => void navigate({ search: parseTab(TABS, { tab: next }), resetScroll: false });
  return (
    <PageFrame title={texts.title}>
      <SearchTabs
        label={texts.tabs.label}
        tab={tab}
        onSelect={select}
        tabs={{
          root: { label: texts.tabs.root, panel: <RootTab /> },
          server: { label: texts.tabs.server, panel: <ServerTab /> },
        }}
      />
    </PageFrame>
  );
}
