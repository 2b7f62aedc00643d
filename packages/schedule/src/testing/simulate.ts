/** What a plan says, minute by minute, by going through the minutes as the wall clock shows them: slow, and by another way than the evaluator. */
import { holidaysOf } from "../holidays.ts";
import type { Calendar, Plan, PlanValue } from "../plan.ts";

const MINUTE = 60_000;
/** Before the first minute that is told, so that what holds then is known. */
const AHEAD = 16 * 1_440;

/** One value a minute; for plans without the sun. */
export function simulate(
  plan: Plan,
  calendars: readonly Calendar[],
  zone: string,
  from: number,
  days: number,
): PlanValue[] {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const named = new Set([
    ...(plan.exceptions ?? []),
    ...(plan.times ?? []).flatMap((time) => time.calendars ?? []),
  ]);
  const known = calendars
    .filter(({ id }) => named.has(id))
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  const values: PlanValue[] = [];
  let week = plan.default;
  let own = plan.default;
  let date = "";
  let layer: string | undefined;
  let shown = -1;
  for (let minute = -AHEAD; minute < days * 1_440; minute += 1) {
    const [today = "", clock = ""] = format.format(from + minute * MINUTE).split(" ");
    const [hour = 0, part = 0] = clock.split(":").map(Number);
    const now = hour * 60 + part;
    if (today !== date) {
      const next = known.find((calendar) => has(calendar, today))?.id;
      if (next !== undefined && next !== layer) own = plan.default;
      [date, layer, shown] = [today, next, -1];
    }
    // Minutes that the clock jumped over are over too; those that it shows again are not new.
    for (let at = shown + 1; at <= now; at += 1)
      for (const time of plan.times ?? []) {
        if (time.at !== at) continue;
        if (layer === undefined && time.weekdays?.includes(weekday(today))) week = time.value;
        else if (layer !== undefined && time.calendars?.includes(layer)) own = time.value;
      }
    shown = Math.max(shown, now);
    if (minute >= 0) values.push(layer === undefined ? week : own);
  }
  return values;
}

function has({ ranges = [], states = [] }: Calendar, date: string): boolean {
  const number = Date.parse(date) / 86_400_000;
  if (states.some((state) => holidaysOf(state, Number(date.slice(0, 4))).has(number))) return true;
  return ranges.some(({ from, to = from }) => {
    const own = from.length > 5 ? date : date.slice(5);
    return from <= to ? own >= from && own <= to : own >= from || own <= to;
  });
}

function weekday(date: string) {
  return (new Date(date).getUTCDay() || 7) as 1 | 2 | 3 | 4 | 5 | 6 | 7;
}
