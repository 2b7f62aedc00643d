/** Which alarms a filter shows, and what may be done to them. */
import type { AlarmView } from "@hubwart/contract";
import type { StandingAlarm } from "@hubwart/ipc";

export interface Shown {
  /** Part of id, source, label, area or text, whatever its case. */
  text?: string | undefined;
  /** `open` without. */
  view?: AlarmView | undefined;
  /** `1,2` */
  priority?: string | undefined;
}

export function isShown(alarm: StandingAlarm, { text = "", view = "open", priority }: Shown): boolean {
  const wanted = text.trim().toLowerCase();
  const { area = "", id, label = "", source, text: own } = alarm;
  return (
    VIEWS[view](alarm) &&
    (priority === undefined || priority.split(",").includes(String(alarm.priority))) &&
    [own, label, area, source, id].some((each) => each.toLowerCase().includes(wanted))
  );
}

const suppressed = ({ suppressed: why }: StandingAlarm) => why !== undefined;
const maintained = ({ maintenance }: StandingAlarm) => maintenance !== undefined;
const shelved = ({ shelved: why }: StandingAlarm) => why !== undefined;

const VIEWS: Readonly<Record<AlarmView, (alarm: StandingAlarm) => boolean>> = {
  open: (alarm) => !suppressed(alarm) && !maintained(alarm) && !shelved(alarm),
  suppressed,
  maintenance: maintained,
  shelved,
  all: () => true,
};

/** `reset` is right once the condition is over and somebody has acknowledged it. */
export const RIGHT_FOR = {
  ack: ({ state }: StandingAlarm) =>
    state === "unacked" || state === "returned" || state === "latchedUnacked",
  reset: ({ state }: StandingAlarm) => state === "latchedAcked",
} as const;
