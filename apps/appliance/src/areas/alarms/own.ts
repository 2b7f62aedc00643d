/** What of the alarms is there for who is kept to some channels. */
import type { AlarmCounts, AlarmLook, StandingAlarm } from "@hubwart/ipc";
import type { Kept } from "../../http/bounds.ts";
import { isShown, RIGHT_FOR } from "./shown.ts";

/** Without alarms of other channels, counted anew; ways and rosters of classes are the whole plant's. */
export function ownLook(kept: Kept, look: AlarmLook): AlarmLook {
  if (kept.patterns === undefined) return look;
  const standing = look.standing
    .filter(({ source }) => kept.channel(source))
    .map((alarm) => withoutOthers(kept, alarm));
  return {
    ...look,
    standing,
    total: standing.length,
    counts: countsOf(standing),
    maintenance: look.maintenance.filter(({ scope }) => !scope.startsWith("#") && kept.pod(scope)),
    ...(look.resting ? { resting: look.resting.filter(({ source }) => kept.channel(source)) } : {}),
    classes: [],
  };
}

/** Without the name of a channel that switches it off. */
function withoutOthers(kept: Kept, alarm: StandingAlarm): StandingAlarm {
  const { suppressed } = alarm;
  if (suppressed?.by !== "enable" || kept.channel(suppressed.chan)) return alarm;
  return { ...alarm, suppressed: { by: "enable", chan: "" } };
}

function countsOf(standing: readonly StandingAlarm[]): AlarmCounts {
  const open = standing.filter((alarm) => isShown(alarm, {}));
  const withPriority = (priority: number) => open.filter((alarm) => alarm.priority === priority).length;
  const shown = (view: "shelved" | "suppressed" | "maintenance") =>
    standing.filter((alarm) => isShown(alarm, { view })).length;
  return {
    priorities: [withPriority(1), withPriority(2), withPriority(3), withPriority(4)],
    unacked: open.filter(RIGHT_FOR.ack).length,
    shelved: shown("shelved"),
    suppressed: shown("suppressed"),
    maintenance: shown("maintenance"),
  };
}
