/** Tabs of a container's page, as its address names them; which of them there are, and which is first, depends on the container. */
import { parseTab } from "../../../lib/parse-tab.ts";

const TABS = ["state", "rules", "users", "settings"] as const;
export type TabName = (typeof TABS)[number];

/** The first may be any of them, so each is named. */
export const parseContainerSearch = (search: Record<string, unknown>): { tab?: TabName } =>
  parseTab(["", ...TABS], search);
