/** What the appliance may ask about alarms: parameters checked, then handed to their process. */
import { ALARM_EVENTS, type AlarmRequests, type HubHandlers } from "@hubwart/ipc";
import * as z from "zod/mini";
import { parsed } from "../parsed.ts";
import type { Alarms } from "./alarms.ts";

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const time = whole(0, Number.MAX_SAFE_INTEGER);
const nr = whole(1, Number.MAX_SAFE_INTEGER);
const nrs = z.array(nr).check(z.maxLength(50_000));
const person = z.string().check(z.minLength(1), z.maxLength(200));
const said = z.string().check(z.minLength(1), z.maxLength(1_000));

const shapes = {
  alarms: z.object({ limit: whole(0, 50_000) }),
  alarmHistory: z.object({
    from: time,
    to: time,
    text: z.optional(z.string().check(z.maxLength(200))),
    what: z.optional(z.array(z.enum(ALARM_EVENTS)).check(z.minLength(1), z.maxLength(ALARM_EVENTS.length))),
    priority: z.optional(z.array(whole(1, 4)).check(z.minLength(1), z.maxLength(4))),
    offset: whole(0, 1_000_000),
    limit: whole(1, 10_000),
  }),
  alarmFigures: z.object({ from: time, to: time }),
  alarmAct: z.object({
    what: z.enum(["ack", "reset", "unshelve"]),
    nrs: z.union([nrs, z.literal("all")]),
    by: person,
  }),
  alarmShelve: z.object({ nrs, by: person, why: said, until: time }),
  alarmComment: z.object({ nr, by: person, text: said }),
  alarmMaintain: z.object({
    scope: z.string().check(z.minLength(1), z.maxLength(300)),
    by: person,
    why: said,
    until: time,
  }),
  alarmMaintainEnd: z.object({ nr, by: person }),
  alarmTest: z.object({ class: z.string().check(z.minLength(1), z.maxLength(64)) }),
};

export function alarmHandlers(alarms: Pick<Alarms, "ask">): Pick<HubHandlers, keyof AlarmRequests> {
  return {
    alarms: (raw) => alarms.ask("alarms", parsed(shapes.alarms, raw)),
    alarmHistory: (raw) => alarms.ask("alarmHistory", parsed(shapes.alarmHistory, raw)),
    alarmFigures: (raw) => alarms.ask("alarmFigures", parsed(shapes.alarmFigures, raw)),
    alarmAct: (raw) => alarms.ask("alarmAct", parsed(shapes.alarmAct, raw)),
    alarmShelve: (raw) => alarms.ask("alarmShelve", parsed(shapes.alarmShelve, raw)),
    alarmComment: (raw) => alarms.ask("alarmComment", parsed(shapes.alarmComment, raw)),
    alarmMaintain: (raw) => alarms.ask("alarmMaintain", parsed(shapes.alarmMaintain, raw)),
    alarmMaintainEnd: (raw) => alarms.ask("alarmMaintainEnd", parsed(shapes.alarmMaintainEnd, raw)),
    alarmTest: (raw) => alarms.ask("alarmTest", parsed(shapes.alarmTest, raw)),
  };
}
