/** The page's tabs, as its address names them. */
export const TABS = ["state", "settings"] as const;
