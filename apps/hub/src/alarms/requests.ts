/** What the appliance may ask about alarms: parameters checked, then handed to their process. */
import {
  ALARM_EVENTS,
  ALARMS_RESTING_MAX,
  ALARMS_TOLD_MAX,
  type AlarmRequests,
  type HubHandlers,
} from "@hubwart/ipc";
import * as z from "zod/mini";
import { parsed, patterns } from "../parsed.ts";
import type { Alarms } from "./alarms.ts";

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const time = whole(0, Number.MAX_SAFE_INTEGER);
const nr = whole(1, Number.MAX_SAFE_INTEGER);
const nrs = z.array(nr).check(z.maxLength(ALARMS_TOLD_MAX));
const person = z.string().check(z.minLength(1), z.maxLength(200));
const token = z.string().check(z.maxLength(100));
const said = z.string().check(z.minLength(1), z.maxLength(1_000));

const shapes = {
  alarms: z.object({ limit: whole(0, ALARMS_TOLD_MAX), nrs: z.optional(nrs) }),
  alarmNews: z.object({ after: time, limit: whole(0, 1_000) }),
  alarmHistory: z.object({
    from: time,
    to: time,
    text: z.optional(z.string().check(z.maxLength(200))),
    what: z.optional(z.array(z.enum(ALARM_EVENTS)).check(z.minLength(1), z.maxLength(ALARM_EVENTS.length))),
    priority: z.optional(z.array(whole(1, 4)).check(z.minLength(1), z.maxLength(4))),
    after: z.optional(time),
    offset: whole(0, 1_000_000),
    limit: whole(1, 10_000),
  }),
  alarmTally: z.object({}),
  alarmFigures: z.object({
    from: time,
    to: time,
    within: z.optional(patterns),
  }),
  alarmAct: z.object({
    what: z.enum(["ack", "reset", "unshelve"]),
    nrs: z.union([nrs, z.literal("all")]),
    ids: z.optional(z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(ALARMS_RESTING_MAX))),
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
  alarmFindings: z.object({
    findings: z
      .array(
        z.object({
          code: z.string().check(z.regex(/^[a-z0-9_-]{1,64}$/)),
          text: z.string().check(z.maxLength(2_000)),
        }),
      )
      .check(z.maxLength(500)),
  }),
  alarmLink: z.object({ token }),
  alarmLinkAck: z.object({ token, address: z.string().check(z.maxLength(200)) }),
  alarmChatAck: z.object({
    nrs: z.union([nrs, z.literal("all")]),
    pod: z.string().check(z.maxLength(200)),
    from: person,
  }),
  alarmSettings: z.object({}),
  alarmTest: z.object({ class: z.string().check(z.minLength(1), z.maxLength(64)) }),
};

export function alarmHandlers(alarms: Pick<Alarms, "ask">): Pick<HubHandlers, keyof AlarmRequests> {
  return {
    alarms: (raw) => alarms.ask("alarms", parsed(shapes.alarms, raw)),
    alarmNews: (raw) => alarms.ask("alarmNews", parsed(shapes.alarmNews, raw)),
    alarmHistory: (raw) => alarms.ask("alarmHistory", parsed(shapes.alarmHistory, raw)),
    alarmTally: (raw) => alarms.ask("alarmTally", parsed(shapes.alarmTally, raw)),
    alarmFigures: (raw) => alarms.ask("alarmFigures", parsed(shapes.alarmFigures, raw)),
    alarmAct: (raw) => alarms.ask("alarmAct", parsed(shapes.alarmAct, raw)),
    alarmShelve: (raw) => alarms.ask("alarmShelve", parsed(shapes.alarmShelve, raw)),
    alarmComment: (raw) => alarms.ask("alarmComment", parsed(shapes.alarmComment, raw)),
    alarmMaintain: (raw) => alarms.ask("alarmMaintain", parsed(shapes.alarmMaintain, raw)),
    alarmMaintainEnd: (raw) => alarms.ask("alarmMaintainEnd", parsed(shapes.alarmMaintainEnd, raw)),
    alarmFindings: (raw) => alarms.ask("alarmFindings", parsed(shapes.alarmFindings, raw)),
    alarmLink: (raw) => alarms.ask("alarmLink", parsed(shapes.alarmLink, raw)),
    alarmLinkAck: (raw) => alarms.ask("alarmLinkAck", parsed(shapes.alarmLinkAck, raw)),
    alarmChatAck: (raw) => alarms.ask("alarmChatAck", parsed(shapes.alarmChatAck, raw)),
    alarmSettings: (raw) => alarms.ask("alarmSettings", parsed(shapes.alarmSettings, raw)),
    alarmTest: (raw) => alarms.ask("alarmTest", parsed(shapes.alarmTest, raw)),
  };
}
