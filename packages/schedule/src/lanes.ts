/**
 * A plan day by day, as people edit it: what switches on each day of the week and on the days of each calendar that the plan names.
 *
 *     const lanes = lanesOf(plan);
 *     lanes.week[0];                  // Monday's edges, in order
 *     planOfLanes({ ...lanes, … });   // and back, days that are alike together
 */
import type { Plan, PlanTime, PlanValue, SwitchTime, Weekday } from "./plan.ts";
import { atText } from "./words.ts";

export interface LaneEdge {
  at: SwitchTime;
  value: PlanValue;
}

export interface Lanes extends Omit<Plan, "times" | "exceptions" | "override"> {
  /** Monday to Sunday. */
  week: readonly (readonly LaneEdge[])[];
  /** By name; one without edges has the default. */
  calendars: Readonly<Record<string, readonly LaneEdge[]>>;
}

const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

export function lanesOf({ days, default: usual, exceptions = [], ignored, off, times = [] }: Plan): Lanes {
  const edges = (wanted: (time: PlanTime) => boolean | undefined): LaneEdge[] =>
    inOrder(times.filter(wanted).map(({ at, value }) => ({ at, value })));
  const names = new Set([...exceptions, ...times.flatMap(({ calendars = [] }) => calendars)]);
  return {
    days,
    default: usual,
    ignored,
    off,
    week: WEEK.map((day) => edges(({ weekdays }) => weekdays?.includes(day))),
    calendars: Object.fromEntries(
      [...names].sort().map((name) => [name, edges(({ calendars }) => calendars?.includes(name))]),
    ),
  };
}

export function planOfLanes({ calendars, week, days, default: usual, ignored, off }: Lanes): Plan {
  const times = new Map<string, PlanTime>();
  const timeOf = (edge: LaneEdge): PlanTime => {
    const key = `${atText(edge.at)} ${JSON.stringify(edge.value)}`;
    const time = times.get(key) ?? { ...edge };
    times.set(key, time);
    return time;
  };
  for (const [index, edges] of week.entries())
    for (const edge of edges) {
      const time = timeOf(edge);
      time.weekdays = [...(time.weekdays ?? []), (index + 1) as Weekday];
    }
  const names = Object.keys(calendars).sort();
  for (const name of names)
    for (const edge of calendars[name] ?? []) {
      const time = timeOf(edge);
      time.calendars = [...(time.calendars ?? []), name];
    }
  const exceptions = names.filter((name) => calendars[name]?.length === 0);
  return {
    default: usual,
    ...(exceptions.length > 0 ? { exceptions } : {}),
    ...(times.size > 0 ? { times: [...times.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) } : {}),
    ...(ignored?.length ? { ignored: [...ignored].sort() } : {}),
    ...(days?.length ? { days } : {}),
    ...(off ? { off } : {}),
  };
}

/** One of the many ways to write the same plan. */
export const arranged = (plan: Plan): Plan => planOfLanes(lanesOf(plan));

/** By the clock, those of the sun behind. */
export function inOrder(edges: readonly LaneEdge[]): LaneEdge[] {
  return [...edges].sort((a, b) => rank(a.at) - rank(b.at));
}

const rank = (at: SwitchTime): number =>
  typeof at === "number" ? at : 10_000 + (at.sun === "rise" ? 0 : 5_000) + at.offset;

const keyOf = ({ at, calendars = [], weekdays }: PlanTime): string =>
  `${(weekdays ?? ["~"]).join("")} ${calendars.join(",")} ${atText(at)}`;
