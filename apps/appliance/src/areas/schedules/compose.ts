/** Time programmes: what the plans of the current project say, and what people change of them. The hub runs them. */
import path from "node:path";
import { LIMITS } from "@hubwart/contract";
import { errorText, UnavailableError } from "@hubwart/core";
import type { DeviceSchedules } from "@hubwart/schedule";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import type { Finding } from "../../status.ts";
import { calendarHandlers } from "./calendar-routes.ts";
import { calendarsGone, whileUnused } from "./calendar-use.ts";
import { ScheduleEditor } from "./editor.ts";
import { ScheduleEdits } from "./edits.ts";
import { fetchCalendar } from "./ics/fetch.ts";
import { calendarInChild } from "./ics/in-child.ts";
import { CalendarSources } from "./ics/sources.ts";
import { scheduleHandlers } from "./routes.ts";
import { NO_PART, type SchedulePart, ScheduleService } from "./service.ts";
import { texts } from "./texts.ts";

const PAGE = "/runtime/schedules";
/** For one hop; ms. */
const FETCH_MS = 15_000;
/** More than these are as clear as all of them. */
const GONE_TOLD = 5;
const CALENDARS_DAMAGED: Finding = {
  code: "schedules-calendars-damaged",
  level: 2,
  text: texts.calendars.lost,
  route: PAGE,
};
const DAMAGED: Finding = { code: "schedules-damaged", level: 2, text: texts.editsLost, route: PAGE };

export async function compose(app: AppContext): Promise<Area> {
  const { clock, config, host, hub, layout } = app;
  const log = app.log.module("schedules");
  const edits = await ScheduleEdits.open({ file: layout.scheduleEdits, clock, log });
  const controller = new AbortController();
  app.scope.add(() => controller.abort());
  const { signal } = controller;
  const entry = path.join(app.childrenDir, "ics-child.mjs");
  const sources: CalendarSources = await CalendarSources.open({
    folder: layout.calendarSources,
    file: layout.scheduleCalendars,
    clock,
    log,
    scope: app.scope,
    zone: () => host.timeZone.active(),
    read: (file, window) => calendarInChild(entry, { file, window, result: `${file}.days` }, { signal }),
    fetch: (url, known, stopped) =>
      fetchCalendar(url, {
        ...known,
        product: config.productSlug,
        most: LIMITS.calendarBytes,
        within: FETCH_MS,
        signal: AbortSignal.any([signal, stopped]),
      }),
    unused: (id, act) => whileUnused({ edits, service }, id, act),
    changed: () => changed(),
  });
  let device: DeviceSchedules = { edited: edits.schedules, calendars: sources.calendars };
  const service = new ScheduleService({
    clock,
    zone: () => host.timeZone.active(),
    compiledFile: () => app.use("project").compiledFile(),
    device: () => device,
  });
  const changed = async () => {
    device = { edited: edits.schedules, calendars: sources.calendars };
    try {
      await hub.request("schedulesChanged", {});
      return true;
    } catch (error) {
      // What is kept holds as soon as the hub is there again: it reads it when it starts.
      if (!(error instanceof UnavailableError)) log.error(errorText(error));
      else log.info(texts.hubAway);
      return false;
    }
  };
  // What the project of now says; the last known while a new one is being read.
  let part: SchedulePart = NO_PART;
  const gone = (): Finding[] => {
    void service.project().then(
      (now) => (part = now),
      () => {},
    );
    return [...calendarsGone(part, device)].slice(0, GONE_TOLD).map(([id, chan]) => ({
      code: "schedules-calendar-gone",
      level: 2,
      text: texts.calendars.gone(id, chan),
      route: PAGE,
    }));
  };
  const editor = new ScheduleEditor({
    service,
    edits,
    imported: () => sources.list().map(({ id }) => id),
    clock,
    changed,
  });
  return {
    handlers: { ...scheduleHandlers(service, editor), ...calendarHandlers(sources) },
    findings: () => [
      ...(edits.damaged ? [DAMAGED] : []),
      ...(sources.damaged ? [CALENDARS_DAMAGED] : []),
      ...oldOf(sources),
      ...gone(),
    ],
    ready: () => void sources.look(),
    backup: [
      {
        name: "schedules",
        label: texts.label,
        paths: [layout.scheduleEdits, layout.scheduleCalendars, layout.calendarSources],
      },
    ],
  };
}

const oldOf = (sources: CalendarSources): Finding[] =>
  sources.old().map(({ days, error, id, never }) => ({
    code: "schedules-calendar-old",
    level: 1,
    text: never ? texts.calendars.never(id, error) : texts.calendars.old(id, days, error),
    route: PAGE,
  }));
