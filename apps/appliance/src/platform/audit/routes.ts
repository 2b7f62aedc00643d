/** The change log, newest first. */
import { Readable } from "node:stream";
import type { AuditSearch, Store } from "@hubwart/core/store";
import type { Handlers } from "../../http/handlers.ts";
import { auditCsv } from "./csv.ts";

const DEFAULT_LIMIT = 200;

export function auditRoutes(store: Store): Handlers {
  return {
    auditLog: async ({ query }) => {
      const search = searchOf(query);
      const entries = store.audit.page(search, query.offset ?? 0, query.limit ?? DEFAULT_LIMIT);
      return {
        total: store.audit.count(search),
        entries: entries.map(({ id, ts, address, call, code, before, after, who }) => ({
          id,
          ts,
          address,
          ...(who && { who }),
          call,
          result: code,
          before: before ?? null,
          after: after ?? null,
        })),
      };
    },
    auditDownload: async ({ query }) => ({
      file: Readable.from(auditCsv(store.audit.all(searchOf(query)))),
      filename: "aenderungsprotokoll.csv",
    }),
  };
}

/** At most so many names: SQLite takes a bounded number of parameters. */
const MOST_CALLS = 200;

interface SearchQuery {
  filter?: string | undefined;
  calls?: string | undefined;
  only?: string | undefined;
}

function searchOf({ filter, calls, only }: SearchQuery): AuditSearch {
  return { text: filter?.trim() ?? "", calls: namesOf(calls), only: namesOf(only) };
}

const namesOf = (list = ""): string[] =>
  list
    .split(",")
    .filter((name) => name !== "")
    .slice(0, MOST_CALLS);
