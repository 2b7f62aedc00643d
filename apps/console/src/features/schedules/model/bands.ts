/** A day as coloured bands: which value holds from when to when, in minutes since midnight. */
import type { LaneEdge, PlanValue } from "@hubwart/schedule";
import { calendarOf, defaultOf, edgesOf, type Form, WEEK_KEYS } from "./form.ts";

/** Minutes since midnight at which the sun rises and sets, about now. */
export interface SunMinutes {
  rise: number;
  set: number;
}

export interface Band {
  from: number;
  to: number;
  value: PlanValue;
  /** Of the edge it begins with, in the day's list; undefined for what the day begins with. */
  edge: number | undefined;
}

const DAY_MINUTES = 1_440;
const USUAL_SUN = { rise: 390, set: 1_110 };

export const minuteOf = ({ at }: LaneEdge, sun: SunMinutes = USUAL_SUN): number =>
  typeof at === "number" ? at : Math.max(0, Math.min(DAY_MINUTES - 1, sun[at.sun] + at.offset));

export function bandsOf(form: Form, key: string, sun?: SunMinutes): Band[] {
  const edges = placed(edgesOf(form, key), sun);
  const bands: Band[] = [];
  let [from, value, edge] = [0, startOf(form, key, sun), undefined as number | undefined];
  for (const next of edges) {
    if (next.minute > from) bands.push({ from, to: next.minute, value, edge });
    [from, value, edge] = [next.minute, next.value, next.index];
  }
  bands.push({ from, to: DAY_MINUTES, value, edge });
  return bands;
}

/** What a day begins with: of the week what held the day before, of a calendar the default. */
export function startOf(form: Form, key: string, sun?: SunMinutes): PlanValue {
  if (calendarOf(key) !== undefined) return defaultOf(form);
  const index = WEEK_KEYS.findIndex((one) => one === key);
  for (let back = 1; back <= 7; back += 1) {
    const last = placed(edgesOf(form, WEEK_KEYS[(index - back + 7) % 7] ?? "1"), sun).at(-1);
    if (last) return last.value;
  }
  return defaultOf(form);
}

const placed = (edges: readonly LaneEdge[], sun?: SunMinutes) =>
  edges
    .map((edge, index) => ({ index, minute: minuteOf(edge, sun), value: edge.value }))
    .sort((a, b) => a.minute - b.minute);

/** Every value of the plan, once, in an order: numbers by size, others as they come. */
export function valuesOf(form: Form, keys: readonly string[]): PlanValue[] {
  const values = new Set<PlanValue>([
    defaultOf(form),
    ...keys.flatMap((key) => edgesOf(form, key).map(({ value }) => value)),
  ]);
  return [...values].sort((a, b) => (typeof a === "number" && typeof b === "number" ? a - b : 0));
}

/** How strong a value's colour is, 0 to 1. */
export function strengthOf(value: PlanValue, values: readonly PlanValue[]): number {
  if (typeof value === "boolean") return value ? 1 : 0;
  const numbers = values.filter((one) => typeof one === "number");
  if (typeof value === "number") {
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    return most > least ? (value - least) / (most - least) : 1;
  }
  return values.length > 1 ? values.indexOf(value) / (values.length - 1) : 1;
}
