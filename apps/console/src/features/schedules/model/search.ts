/** Which time programmes are shown, as it stands in the address. */
export interface ScheduleSearch {
  text?: string;
  /** From 1. */
  page?: number;
}

/** Takes what is valid of an address that anybody may have typed, and drops the rest. */
export function parseScheduleSearch(raw: Record<string, unknown>): ScheduleSearch {
  const { text: given } = raw;
  const text = typeof given === "string" || typeof given === "number" ? String(given).slice(0, 200) : "";
  const page = Math.floor(Number(raw["page"]));
  return {
    ...(text === "" ? {} : { text }),
    ...(page > 1 && page <= 10_000 ? { page } : {}),
  };
}
