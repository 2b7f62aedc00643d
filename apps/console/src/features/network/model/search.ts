/** Which tab the address names. */
export const TABS = ["host", "network", "ntp", "ssh"] as const;
export type Tab = (typeof TABS)[number];

export interface NetworkSearch {
  /** Absent: host. */
  tab?: Exclude<Tab, "host">;
}

export function parseNetworkSearch(raw: Record<string, unknown>): NetworkSearch {
  const tab = TABS.find((known) => known === raw["tab"]);
  return tab === undefined || tab === "host" ? {} : { tab };
}
