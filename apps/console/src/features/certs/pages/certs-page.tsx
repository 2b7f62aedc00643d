/** Certificates: the authorities people added, and the device's own. The tab stands in the address. */
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageFrame } from "../../../components/page-frame.tsx";
import { certsTexts as texts } from "../../../texts/index.ts";
import { RootTab } from "../components/root-tab.tsx";
import { ServerTab } from "../components/server-tab.tsx";
import { TABS } from "../model/search.ts";

export function CertsPage() {
  const { tab = "root" } = useSearch({ from: "/resources/certs" });
  const navigate = useNavigate({ from: "/resources/certs" });
  const select = (value: string | null): void => {
    void navigate({ search: value === "server" ? { tab: "server" } : {}, resetScroll: false });
  };
  return (
    <PageFrame title={texts.title}>
      <Tabs value={tab} onChange={select} keepMounted={false}>
        <Tabs.List aria-label={texts.tabs.label}>
          {TABS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {texts.tabs[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="root" pt="md">
          <RootTab />
        </Tabs.Panel>
        <Tabs.Panel value="server" pt="md">
          <ServerTab />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
