import { parseTab } from "../../../lib/parse-tab.ts";

/** Which tab of a pod's page the address names. */
export interface PodSearch {
  /** Absent: the overview. */
  tab?: "settings";
}

export const parsePodSearch = (raw: Record<string, unknown>): PodSearch =>
  parseTab(["overview", "settings"], raw);
