/**
 * The tabs of a page, the chosen one in its address; the first one is not written there.
 *
 *     <SearchTabs label={texts.tabs.label}
 *       tabs={{ root: { label: texts.tabs.root, panel: <RootTab /> }, … }} />
 *
 * The page's route takes the same names: `validateSearch: (search) => parseTab(TABS, search)`.
 */
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { parseTab } from "../lib/parse-tab.ts";
import { type Search, viewsIn } from "../lib/view-address.ts";
import { TabList } from "./tab-list.tsx";

export interface SearchTabsProps {
  label: string;
  /** By name, in the order shown. */
  tabs: Readonly<Record<string, { label: ReactNode; panel: ReactNode }>>;
  /** On pages with "Zurück", which leads to where one came from and not through the tabs. */
  detail?: boolean;
}

export function SearchTabs({ detail = false, label, tabs }: SearchTabsProps) {
  const [first = "", ...others] = Object.keys(tabs);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { tab = first } = parseTab([first, ...others], search);
  const select = (value: string | null): void =>
    void navigate({
      to: ".",
      // What the route takes is checked there; here it is one of the names given.
      search: ((all: Search) => ({
        ...viewsIn(all),
        ...parseTab([first, ...others], { tab: value }),
      })) as never,
      replace: detail,
      resetScroll: false,
    });
  return (
    <Tabs value={tab} onChange={select} keepMounted={false}>
      <TabList label={label} value={tab}>
        {Object.entries(tabs).map(([name, one]) => (
          <Tabs.Tab key={name} value={name}>
            {one.label}
          </Tabs.Tab>
        ))}
      </TabList>
      {Object.entries(tabs).map(([name, { panel }]) => (
        <Tabs.Panel key={name} value={name} pt="md">
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
