/** The tabs of a page in one row; on a narrow screen the row scrolls, and begins at the tab that is chosen. */
import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

export interface TabListProps {
  label: string;
  /** The chosen one. */
  value: string;
  children: ReactNode;
}

export function TabList({ label, value, children }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const tabs = row ? [...row.querySelectorAll<HTMLElement>("[role=tab]")] : [];
    const chosen = tabs.find(({ id }) => id.endsWith(`-tab-${value}`));
    if (!row || !chosen || row.scrollWidth <= row.clientWidth) return;
    row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <Tabs.List ref={list} aria-label={label}>
      {children}
    </Tabs.List>
  );
}
