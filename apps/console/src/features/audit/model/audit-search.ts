/** What of the change log is shown, as it stands in the address. */
import { AREAS, type Area } from "./areas.ts";

export interface AuditSearch {
  filter?: string;
  area?: Area;
  /** From 1. */
  page?: number;
}

export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const { filter } = raw;
  const text = typeof filter === "string" || typeof filter === "number" ? String(filter).slice(0, 200) : "";
  const area = AREAS.find((known) => known === raw["area"]);
  const page = Math.floor(Number(raw["page"]));
  return {
    ...(text === "" ? {} : { filter: text }),
    ...(area === undefined ? {} : { area }),
    ...(page > 1 && page <= 10_000 ? { page } : {}),
  };
}
