/** What the page's address says, and how to change it. */
import { useNavigate } from "@tanstack/react-router";
import { useParsed } from "../../../lib/use-view.ts";
import { type AlarmSearch, parseAlarmSearch } from "./search.ts";

export function useAlarmSearch() {
  const search = useParsed(parseAlarmSearch);
  const navigate = useNavigate({ from: "/runtime/alarms" });
  return {
    search,
    /** Another filter begins at its first page. */
    go: (change: { [K in keyof AlarmSearch]?: string | number }): void =>
      void navigate({
        search: parseAlarmSearch({ ...search, page: 1, ...change }),
        replace: true,
        resetScroll: change.page !== undefined,
      }),
    clear: (): void => void navigate({ search: parseAlarmSearch({ tab: search.tab }), replace: true }),
  };
}
