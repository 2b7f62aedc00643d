/** Users of field devices and of the live channel API. The tab is in the address. */
import { USER_KINDS } from "@hubwart/contract";
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageFrame } from "../../../components/page-frame.tsx";
import { usersTexts as texts } from "../../../texts/index.ts";
import { UsersTab } from "../components/users-tab.tsx";

export function UsersPage() {
  const { tab = "assets" } = useSearch({ from: "/resources/user" });
  const navigate = useNavigate({ from: "/resources/user" });
  const select = (value: string | null): void => {
    const next = USER_KINDS.find((known) => known === value) ?? "assets";
    void navigate({ search: next === "assets" ? {} : { tab: next }, resetScroll: false });
  };
  return (
    <PageFrame title={texts.title}>
      <Tabs value={tab} onChange={select} keepMounted={false}>
        <Tabs.List aria-label={texts.tabs.label}>
          {USER_KINDS.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {texts.tabs[kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {USER_KINDS.map((kind) => (
          <Tabs.Panel key={kind} value={kind} pt="md">
            <UsersTab kind={kind} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageFrame>
  );
}
