/** Alarms as the live channel API tells them: what a user sees of one whose channel the role opens. */
import * as z from "zod/mini";
import { alarmEvent, alarmState, LIVE_TRANSITIONS, standingAlarm } from "./alarm-shapes.ts";
import { describe } from "./define.ts";

/** Other alarms and channels that an alarm names may be closed to its reader. */
const { class: _class, kind: _kind, state, suppressed: _why, told: _told, ...shown } = standingAlarm.shape;

export const liveAlarm = z.object({
  ...shown,
  state: describe(z.enum([...state.options, "normal"]), "normal: it does not stand any more"),
  suppressed: z.optional(describe(z.literal(true), "another alarm explains it, or it is switched off")),
});
export type LiveAlarm = z.output<typeof liveAlarm>;

const { seq: _seq, what: _what, ...event } = alarmEvent.shape;

export { LIVE_TRANSITIONS };

export const liveTransition = z.object({ ...event, what: z.enum(LIVE_TRANSITIONS) });
export type LiveTransition = z.output<typeof liveTransition>;

export const liveAlarmState = () =>
  describe(
    alarmState(),
    "none: the project has no alarms; unsure: the hub or what keeps the alarms is away, and what was told may be old",
  );
export type LiveAlarmState = z.output<ReturnType<typeof liveAlarmState>>;
