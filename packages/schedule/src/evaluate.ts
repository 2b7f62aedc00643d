/**
 * What a plan says at an instant, why, and what comes next. Pure: the same in the hub, in the appliance and in a browser.
 *
 *     const reading = readPlan(plan, around, Date.now());
 *     // { value: true, since: …, time: 0, day: … }: the first of the plan's times set it
 *     nextChanges(plan, around, Date.now(), 3);
 *
 * Each day has one layer: the plan's own days, or the most important calendar that has the day and that the plan names, or else the
 * week. A value holds until the next time of its layer, over midnight too. An exception begins at the start of its first day with the
 * plan's default (own days: with their value), and after it the week goes on as if there had been no such days.
 */
import { inRange } from "./days.ts";
import type { Plan, PlanTime, PlanValue } from "./plan.ts";
import type { DayFacts, Member, Surroundings } from "./surroundings.ts";

export interface Reading {
  value: PlanValue;
  /** When it began, ms since the epoch; undefined where nothing was planned within the time looked at. */
  since: number | undefined;
  /** Which of the plan's times (`allTimes`) set it; undefined for the default. */
  time: number | undefined;
  /** The exception that counts at the instant. */
  exception: Member | undefined;
  /** Not the plan set it, but what people laid over it. */
  by?: "override" | "off";
}

export interface PlanChange extends Reading {
  at: number;
}

/** Days that are looked back for a value: longer than a year of exceptions. */
const LOOK_BACK = 400;
/** Days that are looked ahead for changes. */
const LOOK_AHEAD = 400;

interface Edge {
  at: number;
  /** Of the times of one instant the last counts: in the order of the wall clock, then of the plan. */
  minute: number;
  index: number;
}

/** Layers of a plan's own days are called so, by their place; no calendar is. */
const OWN = "\u0001";
/** A clock that is set back by no more than this interrupts no override, ms. */
const SLACK = 3_600_000;

/** Plans are asked again and again, and never change. */
const KNOWN_TIMES = new WeakMap<Plan, readonly PlanTime[]>();

/** The plan's times, and behind them those of its own days. */
export function allTimes(plan: Plan): readonly PlanTime[] {
  const { days, times = [] } = plan;
  if (!days?.some((day) => day.times)) return times;
  const known = KNOWN_TIMES.get(plan);
  if (known) return known;
  const own = days.flatMap((day, at) =>
    (day.times ?? []).map((time): PlanTime => ({ ...time, calendars: [`${OWN}${at}`] })),
  );
  const all = [...times, ...own];
  KNOWN_TIMES.set(plan, all);
  return all;
}

/** Of the plan's own days, which one an exception is; undefined for a calendar. */
export function ownDay({ id }: Member): number | undefined {
  return id.startsWith(OWN) ? Number(id.slice(OWN.length)) : undefined;
}

/** What makes a day an exception: a calendar, or one of the plan's own days; undefined for a day of the week. */
export function dayLayer(plan: Plan, day: DayFacts): { calendar?: string; label?: string } | undefined {
  const member = exceptionOf(plan, day);
  if (!member) return undefined;
  const { id, label } = member;
  return {
    ...(ownDay(member) === undefined ? { calendar: id } : {}),
    ...(label === undefined ? {} : { label }),
  };
}

export function readPlan(plan: Plan, around: Surroundings, instant: number): Reading {
  const { off, override } = plan;
  const laid = { time: undefined, exception: undefined };
  if (override && instant >= override.from - SLACK && instant < override.until)
    return { ...laid, value: override.value, since: override.from, by: "override" };
  if (off) return { ...laid, value: off.value, since: undefined, by: "off" };
  return readDays(plan, around, instant);
}

function readDays(plan: Plan, around: Surroundings, instant: number): Reading {
  const times = allTimes(plan);
  const today = around.dayAt(instant);
  const exception = exceptionOf(plan, around.day(today));
  const layer = exception?.id;
  let first = today;
  if (times.some((time) => belongs(time, layer))) {
    for (let day = today; day > today - LOOK_BACK; day -= 1) {
      if (exceptionOf(plan, around.day(day))?.id === layer) {
        const edge = edgesOf(plan, times, around, day, layer).findLast(({ at }) => at <= instant);
        const time = edge && times[edge.index];
        if (edge && time) return { value: time.value, since: edge.at, time: edge.index, exception };
        first = day;
      } else if (layer !== undefined) break;
    }
  } else if (layer !== undefined) {
    while (first > today - LOOK_BACK && exceptionOf(plan, around.day(first - 1))?.id === layer) first -= 1;
  }
  const since = layer === undefined ? undefined : around.day(first).start;
  const own = exception && ownDay(exception);
  const value = own === undefined ? undefined : plan.days?.[own]?.value;
  return { value: value ?? plan.default, since, time: undefined, exception };
}

/**
 * The next instant at which the plan may say something else; at latest two days on, where it has to be asked again.
 */
export function nextEdge(plan: Plan, around: Surroundings, instant: number): number {
  const today = around.dayAt(instant);
  for (let day = today; day < today + 2; day += 1) {
    const next = candidatesOf(plan, around, day).find((at) => at > instant);
    if (next !== undefined) return next;
  }
  return around.day(today + 2).start;
}

/** The next instants at which another value begins, with what then holds and why; at most `count`, within 400 days. */
export function nextChanges(plan: Plan, around: Surroundings, instant: number, count: number): PlanChange[] {
  const changes: PlanChange[] = [];
  const today = around.dayAt(instant);
  let { value } = readPlan(plan, around, instant);
  for (let day = today; day < today + LOOK_AHEAD && changes.length < count; day += 1) {
    for (const at of candidatesOf(plan, around, day)) {
      if (at <= instant || changes.length >= count) continue;
      const reading = readPlan(plan, around, at);
      if (reading.value === value) continue;
      value = reading.value;
      changes.push({ ...reading, at });
    }
  }
  return changes;
}

/** Instants within a day at which the value may change, in order. */
function candidatesOf(plan: Plan, around: Surroundings, day: number): number[] {
  const facts = around.day(day);
  const { off, override } = plan;
  const laid = override
    ? [override.from - SLACK, override.until].filter((at) => at >= facts.start && at < facts.end)
    : [];
  if (off) return laid;
  const layer = exceptionOf(plan, facts)?.id;
  const edges = edgesOf(plan, allTimes(plan), around, day, layer).map(({ at }) => at);
  if (exceptionOf(plan, around.day(day - 1))?.id !== layer) edges.unshift(facts.start);
  return laid.length === 0 ? edges : [...edges, ...laid].sort((a, b) => a - b);
}

function exceptionOf({ days, exceptions, ignored, times }: Plan, facts: DayFacts): Member | undefined {
  const { iso, members } = facts;
  const own = days?.findIndex((day) => inRange(day, iso)) ?? -1;
  if (own >= 0) {
    const label = days?.[own]?.label;
    return { id: `${OWN}${own}`, ...(label === undefined ? {} : { label }) };
  }
  if (members.length === 0) return undefined;
  return members.find(
    ({ id }) =>
      ignored?.includes(id) !== true &&
      (exceptions?.includes(id) === true || times?.some(({ calendars }) => calendars?.includes(id)) === true),
  );
}

const belongs = ({ calendars, weekdays }: PlanTime, layer: string | undefined): boolean =>
  layer === undefined ? weekdays !== undefined : calendars?.includes(layer) === true;

/**
 * What switches on a day of the layer, in order. Sunrise and sunset may lie beyond the day by their offset, or by a zone far from its place:
 * those count on the day they fall on, if that is of the same layer.
 */
function edgesOf(
  plan: Plan,
  times: readonly PlanTime[],
  around: Surroundings,
  day: number,
  layer: string | undefined,
): Edge[] {
  const edges: Edge[] = [];
  const { end, start } = around.day(day);
  times.forEach((time, index) => {
    if (!belongs(time, layer)) return;
    const reach = typeof time.at === "number" ? 0 : 1;
    for (let own = day - reach; own <= day + reach; own += 1) {
      const facts = around.day(own);
      if (layer === undefined && time.weekdays?.includes(facts.weekday) !== true) continue;
      if (own !== day && exceptionOf(plan, facts)?.id !== layer) continue;
      const at = around.instantOf(facts, time.at);
      if (at === undefined || at < start || at >= end) continue;
      edges.push({ at, minute: typeof time.at === "number" ? time.at : -1, index });
    }
  });
  return edges.sort((a, b) => a.at - b.at || a.minute - b.minute || a.index - b.index);
}
