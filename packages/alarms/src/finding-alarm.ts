/** One of the device's findings as the alarm that a row of the kind `device` makes of it. */
import { hasWildcard, nameMatcher } from "@hubwart/core";
import type { CompiledAlarm } from "@hubwart/project/compiled";

/** The alarm of a finding that stood when the process ended; undefined where no row has it any more. */
export function findingOf(id: string, alarms: readonly CompiledAlarm[]): CompiledAlarm | undefined {
  for (const alarm of alarms) {
    if (alarm.kind !== "device") continue;
    const source = hasWildcard(alarm.source)
      ? id.startsWith(`${alarm.id}/`)
        ? id.slice(alarm.id.length + 1)
        : undefined
      : id === alarm.id
        ? alarm.source
        : undefined;
    if (source !== undefined && nameMatcher([alarm.source])(source)) return ofFinding(alarm, source);
  }
  return undefined;
}

/** `source`: `device.` and the finding's code. */
export const ofFinding = (alarm: CompiledAlarm, source: string): CompiledAlarm => ({
  ...alarm,
  id: hasWildcard(alarm.source) ? `${alarm.id}/${source}` : alarm.id,
  source,
});
