/** The page's tabs, as its address names them. */
export const TABS = ["settings", "http", "mqtt", "influxdb"] as const;
export type Tab = (typeof TABS)[number];
