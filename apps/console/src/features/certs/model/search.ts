/** What of the page stands in its address. */
export type Tab = "root" | "server";

export function parseCertsSearch(search: Record<string, unknown>): { tab?: Tab } {
  return search["tab"] === "server" ? { tab: "server" } : {};
}
