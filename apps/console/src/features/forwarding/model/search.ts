/** Which tab the address names. */
export const TABS = ["settings", "http", "mqtt", "influxdb"] as const;
export type Tab = (typeof TABS)[number];

export interface ForwardingSearch {
  /** Absent: settings. */
  tab?: Exclude<Tab, "settings">;
}

export function parseForwardingSearch(raw: Record<string, unknown>): ForwardingSearch {
  const tab = TABS.find((known) => known === raw["tab"]);
  return tab === undefined || tab === "settings" ? {} : { tab };
}
