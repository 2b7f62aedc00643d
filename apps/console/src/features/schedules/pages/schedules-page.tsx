/** Time programmes and calendars of the project, for looking. */
import { LIMITS } from "@hubwart/contract";
import { IconClock } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { Pager } from "../../../components/pager.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { useParsed } from "../../../lib/use-view.ts";
import { schedulesTexts as texts } from "../../../texts/index.ts";
import { useSchedules } from "../api/schedules.ts";
import { CalendarList } from "../components/calendar-list.tsx";
import { LostList } from "../components/lost-list.tsx";
import { ScheduleList } from "../components/schedule-list.tsx";
import classes from "../components/schedules.module.css";
import { SourcesBox } from "../components/sources-box.tsx";
import { parseScheduleSearch } from "../model/search.ts";

export function SchedulesPage() {
  const search = useParsed(parseScheduleSearch);
  const navigate = useNavigate({ from: "/runtime/schedules" });
  const query = useSchedules(search);
  const { page = 1, text } = search;
  const first = (page - 1) * LIMITS.schedulesPage;
  /** Another text begins at its first page. */
  const go = (change: { text?: string; page?: number }) =>
    void navigate({
      search: parseScheduleSearch({ ...search, page: 1, ...change }),
      replace: true,
      resetScroll: change.page !== undefined,
    });
  return (
    <PageFrame title={texts.title}>
      <LostList lost={query.data?.lost ?? []} />
      <InfoBox title={texts.title} icon={IconClock} flush>
        {query.data ? <p className={classes["intro"]}>{texts.intro(query.data.zone)}</p> : null}
        <search className={classes["search"]}>
          <SearchField
            label={texts.search}
            placeholder={texts.searchHint}
            text={text ?? ""}
            change={(next) => go({ text: next })}
          />
        </search>
        <QueryState
          query={query}
          empty={({ total }) => total === 0}
          emptyState={
            text === undefined ? { title: texts.none, text: texts.noneText } : { title: texts.noneFound }
          }
        >
          {({ rows, total }) => (
            <>
              <ScheduleList rows={rows} />
              <Pager
                label={texts.pager.label}
                page={page}
                pages={Math.max(1, Math.ceil(total / LIMITS.schedulesPage))}
                rows={texts.pager.rows(rows.length === 0 ? 0 : first + 1, first + rows.length, total)}
                onTurn={(to) => go({ page: to })}
              />
            </>
          )}
        </QueryState>
      </InfoBox>
      {query.data ? <CalendarList calendars={query.data.calendars} /> : null}
      <SourcesBox />
    </PageFrame>
  );
}
