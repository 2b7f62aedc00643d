/** The page's tabs, as its address names them. */
export const TABS = ["keyring", "log", "monitor"] as const;
