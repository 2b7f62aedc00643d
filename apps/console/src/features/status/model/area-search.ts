/** Which area of the plant is shown, as it stands in the address. */
export interface AreaSearch {
  area?: string;
}

const LONGEST = 500;

/** Takes what is valid of an address that anybody may have typed, and drops the rest. */
export function parseAreaSearch(raw: Record<string, unknown>): AreaSearch {
  const { area: given } = raw;
  const area = typeof given === "string" || typeof given === "number" ? String(given) : "";
  return area === "" || area.length > LONGEST ? {} : { area };
}
