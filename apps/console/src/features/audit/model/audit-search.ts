/** What of the change log is shown, as it stands in the address. */
export interface AuditSearch {
  filter?: string;
  /** From 1. */
  page?: number;
}

export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const { filter } = raw;
  const text = typeof filter === "string" || typeof filter === "number" ? String(filter).slice(0, 200) : "";
  const page = Math.floor(Number(raw["page"]));
  return { ...(text === "" ? {} : { filter: text }), ...(page > 1 && page <= 10_000 ? { page } : {}) };
}
