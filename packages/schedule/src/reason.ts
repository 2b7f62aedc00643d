/** Why a value holds, for people: `Mo–Fr 07:00`, `Feiertag: Tag der Deutschen Einheit, 10:00`. */
import { allTimes, ownDay, type Reading } from "./evaluate.ts";
import type { Plan } from "./plan.ts";
import { texts } from "./texts.ts";
import { atText, daysText } from "./words.ts";

export function reasonText(plan: Plan, { by, exception, time }: Reading): string {
  if (by !== undefined) return texts.laid[by];
  const set = time === undefined ? undefined : allTimes(plan)[time];
  if (exception) {
    const own = ownDay(exception);
    const id = own === undefined ? exception.id : texts.ownDays;
    const day = texts.exception(id, exception.label);
    if (set) return texts.exceptionAt(day, atText(set.at));
    return own !== undefined && plan.days?.[own]?.value !== undefined ? day : texts.byDefault(day);
  }
  if (!set) return texts.nothingPlanned;
  return texts.at(daysText({ weekdays: set.weekdays ?? [] }), atText(set.at));
}
