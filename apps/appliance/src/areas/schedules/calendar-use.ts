/** Which plans go by a calendar: without its days they would say something else, and nobody would have asked for it. */
import { ConflictError } from "@hubwart/core";
import type { DeviceSchedules, Plan } from "@hubwart/schedule";
import type { ScheduleEdits } from "./edits.ts";
import type { SchedulePart, ScheduleService } from "./service.ts";
import { texts } from "./texts.ts";

/**
 * Does what takes an imported calendar's name away. No plan is saved meanwhile.
 *
 * @throws ConflictError where a plan that was changed on the device goes by it and the project has none of its name
 */
export async function whileUnused(
  { edits, service }: { edits: ScheduleEdits; service: Pick<ScheduleService, "project"> },
  id: string,
  act: () => Promise<void>,
): Promise<void> {
  const { calendars } = await service.project();
  await edits.hold(async () => {
    const chan = calendars.some((calendar) => calendar.id === id)
      ? undefined
      : Object.keys(edits.schedules).find((name) => goesBy(edits.schedules[name]?.plan).has(id));
    if (chan !== undefined) throw new ConflictError(texts.calendars.used(chan));
    await act();
  });
}

/**
 * Calendars that plans changed on the device go by and that there are no more: an upload may take them away, and then their days are days
 * as all others.
 *
 * @returns calendar → one of the plans
 */
export function calendarsGone(
  { calendars, schedules }: Pick<SchedulePart, "calendars" | "schedules">,
  { calendars: imported, edited }: DeviceSchedules,
): Map<string, string> {
  const known = new Set([...calendars, ...imported].map(({ id }) => id));
  const gone = new Map<string, string>();
  for (const { chan } of schedules) {
    const plan = Object.hasOwn(edited, chan) ? edited[chan]?.plan : undefined;
    for (const id of goesBy(plan)) if (!known.has(id) && !gone.has(id)) gone.set(id, chan);
  }
  return gone;
}

/** Names of calendars. */
function goesBy({ exceptions = [], times = [] }: Partial<Plan> = {}): Set<string> {
  return new Set([...exceptions, ...times.flatMap(({ calendars = [] }) => calendars)]);
}
