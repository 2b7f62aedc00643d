/** What of the page stands in its address. */
export const TABS = ["root", "server"] as const;
export type Tab = (typeof TABS)[number];

export function parseCertsSearch(search: Record<string, unknown>): { tab?: Tab } {
  return search["tab"] === "server" ? { tab: "server" } : {};
}
