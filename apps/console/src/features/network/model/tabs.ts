/** The page's tabs, as its address names them. */
export const TABS = ["host", "network", "ntp", "ssh"] as const;
export type Tab = (typeof TABS)[number];
