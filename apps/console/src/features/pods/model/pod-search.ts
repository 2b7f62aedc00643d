/** Which tab of a pod's page the address names. */
export interface PodSearch {
  /** Absent: the overview. */
  tab?: "settings";
}

export function parsePodSearch(raw: Record<string, unknown>): PodSearch {
  return raw["tab"] === "settings" ? { tab: "settings" } : {};
}
