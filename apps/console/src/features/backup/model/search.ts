/** What of the page stands in its address. */
export const TABS = ["state", "settings"] as const;
export type Tab = (typeof TABS)[number];

export function parseBackupSearch(search: Record<string, unknown>): { tab?: Tab } {
  const tab = TABS.find((known) => known === search["tab"]);
  return tab === undefined || tab === "state" ? {} : { tab };
}
