/** Which tab of an interface the address names. */
export const IFACE_TABS = ["keyring", "log", "monitor"] as const;
export type IfaceTab = (typeof IFACE_TABS)[number];

export interface IfaceSearch {
  /** Absent: keyring. */
  tab?: Exclude<IfaceTab, "keyring">;
}

export function parseIfaceSearch(raw: Record<string, unknown>): IfaceSearch {
  const tab = IFACE_TABS.find((known) => known === raw["tab"]);
  return tab === undefined || tab === "keyring" ? {} : { tab };
}
