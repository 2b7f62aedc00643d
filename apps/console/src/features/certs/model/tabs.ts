/** The page's tabs, as its address names them. */
export const TABS = ["root", "server"] as const;
