/** Which tab the address names. */
export const TABS = ["settings", "http", "mqtt", "influxdb"] as const;
export type Tab = (typeof TABS)[number];

export interface InfotohubSearch {
  /** Absent: settings. */
  tab?: Exclude<Tab, "settings">;
}

export function parseInfotohubSearch(raw: Record<string, unknown>): InfotohubSearch {
  const tab = TABS.find((known) => known === raw["tab"]);
  return tab === undefined || tab === "settings" ? {} : { tab };
}
