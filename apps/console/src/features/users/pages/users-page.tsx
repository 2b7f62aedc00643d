/** Users of field devices and of the live channel API. The tab is in the address. */
import { USER_KINDS, type UserKind } from "@hubwart/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageFrame } from "../../../components/page-frame.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { parseTab } from "../../../lib/parse-tab.ts";
import { usersTexts as texts } from "../../../texts/index.ts";
import { UsersTab } from "../components/users-tab.tsx";

export function UsersPage() {
  const { tab = "assets" } = useSearch({ from: "/resources/user" });
  const navigate = useNavigate({ from: "/resources/user" });
  const select = (next: UserKind) =>
    void navigate({ search: parseTab(USER_KINDS, { tab: next }), resetScroll: false });
  return (
    <PageFrame title={texts.title}>
      <SearchTabs
        label={texts.tabs.label}
        tab={tab}
        onSelect={select}
        tabs={{
          assets: { label: texts.tabs.assets, panel: <UsersTab kind="assets" /> },
          websocket: { label: texts.tabs.websocket, panel: <UsersTab kind="websocket" /> },
        }}
      />
    </PageFrame>
  );
}
