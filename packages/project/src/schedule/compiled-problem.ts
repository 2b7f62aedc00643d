/** What would lead a hub astray that trusts its project: two sources of one name, and calendars that are not there. */
import type { PlanValue } from "@hubwart/schedule";
import type { ScheduleType } from "../compiled.ts";
import { fullSchedule } from "../full-names.ts";
import { texts } from "../texts.ts";

interface Compiled {
  schedules?:
    | readonly {
        chan: string;
        type: ScheduleType;
        default: PlanValue;
        times?: readonly { value: PlanValue }[] | undefined;
      }[]
    | undefined;
  calendars?: readonly { id: string }[] | undefined;
}

/** German; undefined where all is well. */
export function problemInSchedules({ calendars = [], schedules = [] }: Compiled): string | undefined {
  if (new Set(calendars.map(({ id }) => id)).size < calendars.length) return texts.calendarTwice;
  const names = new Set<string>();
  for (const { chan, default: usual, times = [], type } of schedules) {
    const shown = chan.slice(0, 100);
    if (fullSchedule(chan) !== chan) return texts.badSchedule(shown);
    if (names.has(chan)) return texts.scheduleTwice(shown);
    names.add(chan);
    const wanted = type === "bool" ? "boolean" : type === "string" ? "string" : "number";
    if ([usual, ...times.map(({ value }) => value)].some((value) => typeof value !== wanted))
      return texts.scheduleValue(shown);
  }
  return undefined;
}
