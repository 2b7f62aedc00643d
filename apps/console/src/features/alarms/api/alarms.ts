/** Alarms: asked for anew whenever the event stream says that something changed, and every 15 s while that is down. */
import {
  type AnswerOf,
  alarmAck,
  alarmComment,
  alarmFigures,
  alarmHistory,
  alarmHistoryDownload,
  alarmLook,
  alarmMaintain,
  alarmMaintainEnd,
  alarmReset,
  alarmShelve,
  alarmTest,
  alarmUnshelve,
  type BodyInput,
  LIMITS,
} from "@hubwart/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { besideStream } from "../../../api/poll.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useStream } from "../../../api/use-stream.ts";
import { type AlarmSearch, KINDS, priorityList, SPANS, type Span } from "../model/search.ts";

export type Look = AnswerOf<typeof alarmLook>;
export type Alarm = Look["standing"][number];
export type Resting = NonNullable<Look["resting"]>[number];
export type Maintenance = Look["maintenance"][number];
export type AlarmEvent = AnswerOf<typeof alarmHistory>["events"][number];
export type Figures = AnswerOf<typeof alarmFigures>;
export type TestResult = AnswerOf<typeof alarmTest>["results"][number];

const offsetOf = ({ page = 1 }: Pick<AlarmSearch, "page">) => (page - 1) * LIMITS.alarmsPage;

/** What the filter says, as the calls take it. */
export const shownBy = (
  { text, priority }: AlarmSearch,
  view: "open" | "suppressed" | "maintenance" | "shelved" | "all",
) => ({
  view,
  ...(text === undefined ? {} : { text }),
  ...(priority === undefined ? {} : { priority: priorityList(priority) }),
});

export function useLook(search: AlarmSearch, view: Parameters<typeof shownBy>[1]) {
  const live = useStream(["alarms"]);
  const question = { ...shownBy(search, view), offset: offsetOf(search) };
  return useQuery({
    queryKey: [...queryKeys.alarms, "look", question],
    queryFn: ({ signal }) => callApi(alarmLook, { query: { ...question, limit: LIMITS.alarmsPage }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: besideStream(live),
    // What another view showed may be old.
    staleTime: 0,
  });
}

/** Times to the minute, so that the same question is asked twice with the same words. */
function spanOf(range: Span): { from: number; to: number } {
  const to = Math.ceil(Date.now() / 60_000) * 60_000;
  return { from: to - SPANS[range], to };
}

const historyOf = ({ kind, range = "week", ...search }: AlarmSearch) => {
  const { view: _, ...shown } = shownBy(search, "all");
  return { ...shown, ...(kind === undefined ? {} : { what: KINDS[kind] }), ...spanOf(range) };
};

export function useHistory(search: AlarmSearch) {
  const live = useStream(["alarms"]);
  return useQuery({
    queryKey: [...queryKeys.alarms, "history", search],
    queryFn: ({ signal }) =>
      callApi(alarmHistory, {
        query: { ...historyOf(search), offset: offsetOf(search), limit: LIMITS.alarmsPage },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: besideStream(live),
  });
}

export function downloadHistory(search: AlarmSearch): Promise<void> {
  const parameters = Object.entries(historyOf(search)).map(([name, value]) => [name, String(value)] as const);
  return downloadWithTicket(alarmHistoryDownload.path, Object.fromEntries(parameters));
}

export function useFigures(range: Span) {
  return useQuery({
    queryKey: [...queryKeys.alarms, "figures", range],
    queryFn: ({ signal }) => callApi(alarmFigures, { query: spanOf(range), signal }),
    placeholderData: keepPreviousData,
  });
}

/** What people do. Whatever came of it, all that is shown is asked for anew. */
export function useAlarmActions() {
  const client = useQueryClient();
  const renewed = async <T>(done: Promise<T>): Promise<T> => {
    try {
      return await done;
    } finally {
      void client.invalidateQueries({ queryKey: queryKeys.alarms });
    }
  };
  return {
    ack: (body: BodyInput<typeof alarmAck>) => renewed(callApi(alarmAck, { body })),
    reset: (body: BodyInput<typeof alarmReset>) => renewed(callApi(alarmReset, { body })),
    shelve: (body: BodyInput<typeof alarmShelve>) => renewed(callApi(alarmShelve, { body })),
    unshelve: (nr: number) => renewed(callApi(alarmUnshelve, { body: { nrs: [nr] } })),
    unshelveResting: (id: string) => renewed(callApi(alarmUnshelve, { body: { ids: [id] } })),
    comment: (body: BodyInput<typeof alarmComment>) => renewed(callApi(alarmComment, { body })),
    maintain: (body: BodyInput<typeof alarmMaintain>) => renewed(callApi(alarmMaintain, { body })),
    maintainEnd: (nr: number) => renewed(callApi(alarmMaintainEnd, { body: { nr } })),
    test: (name: string) => callApi(alarmTest, { body: { class: name }, timeout: TEST_TIMEOUT }),
  };
}
/** Mail servers take their time. */
const TEST_TIMEOUT = 120_000;
