/** Users of field devices and of the live channel API. The tab is in the address. */
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { usersTexts as texts } from "../../../texts/index.ts";
import { UsersTab } from "../components/users-tab.tsx";

export function UsersPage() {
  return (
    <PageFrame title={texts.title}>
      <SearchTabs
        label={texts.tabs.label}
        tabs={{
          assets: { label: texts.tabs.assets, panel: <UsersTab kind="assets" /> },
          websocket: { label: texts.tabs.websocket, panel: <UsersTab kind="websocket" /> },
        }}
      />
    </PageFrame>
  );
}
