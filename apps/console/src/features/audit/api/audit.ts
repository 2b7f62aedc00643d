/** The change log, a page at a time. */
import { type AnswerOf, auditDownload, auditLog, LIMITS } from "@hubwart/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { callsOf } from "../model/areas.ts";
import type { AuditSearch } from "../model/audit-search.ts";
import { callsFor } from "../model/labels.ts";

export type AuditPage = AnswerOf<typeof auditLog>;
export type AuditEntry = AuditPage["entries"][number];

function searchOf({ filter = "", area }: AuditSearch): { filter?: string; calls?: string; only?: string } {
  const calls = callsFor(filter);
  return {
    ...(filter === "" ? {} : { filter }),
    ...(calls.length > 0 ? { calls: calls.join(",") } : {}),
    ...(area === undefined ? {} : { only: callsOf(area).join(",") }),
  };
}

export function useAudit(search: AuditSearch) {
  return useQuery({
    queryKey: ["audit", search],
    queryFn: ({ signal }) =>
      callApi(auditLog, {
        query: {
          ...searchOf(search),
          limit: String(LIMITS.auditPage),
          offset: String(((search.page ?? 1) - 1) * LIMITS.auditPage),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: LIMITS.statusPoll,
  });
}

export function downloadAudit(search: AuditSearch): Promise<void> {
  return downloadWithTicket(auditDownload.path, searchOf(search));
}
