/** Tabs of a container's page, as its address names them; which of them there are, and which is first, depends on the container. */
export const TABS = ["state", "rules", "users", "settings"] as const;
export type TabName = (typeof TABS)[number];

export function parseContainerSearch({ tab }: Record<string, unknown>): { tab?: TabName } {
  const known = TABS.find((name) => name === tab);
  return known === undefined ? {} : { tab: known };
}
