/** Certificates: the authorities people added, and those the device serves with. The tab stands in the address. */
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { certsTexts as texts } from "../../../texts/index.ts";
import { RootTab } from "../components/root-tab.tsx";
import { ServerTab } from "../components/server-tab.tsx";

export function CertsPage() {
  return (
    <PageFrame title={texts.title}>
      <SearchTabs
        label={texts.tabs.label}
        tabs={{
          root: { label: texts.tabs.root, panel: <RootTab /> },
          server: { label: texts.tabs.server, panel: <ServerTab /> },
        }}
      />
    </PageFrame>
  );
}
