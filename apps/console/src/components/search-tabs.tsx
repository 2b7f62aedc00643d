/**
 * The tabs of a page, the chosen one in its address; the first one is not written there.
 *
 *     <SearchTabs label={texts.tabs.label} tab={tab} onSelect={(next) => navigate({ search: … })}
 *       tabs={{ root: { label: texts.tabs.root, panel: <RootTab /> }, … }} />
 */
import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";

export interface SearchTabsProps<T extends string> {
  label: string;
  tab: T;
  /** In the order shown. */
  tabs: Readonly<Record<T, { label: string; panel: ReactNode }>>;
  onSelect: (tab: T) => void;
}

export function SearchTabs<T extends string>({ label, onSelect, tab, tabs }: SearchTabsProps<T>) {
  const names = Object.keys(tabs) as T[];
  return (
    <Tabs
      value={tab}
      onChange={(value) => onSelect(names.find((name) => name === value) ?? tab)}
      keepMounted={false}
    >
      <Tabs.List aria-label={label}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {tabs[name].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name} pt="md">
          {tabs[name].panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
