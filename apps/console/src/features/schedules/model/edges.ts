/** What people do to the edges of a day. Pure: each gives new ones, in order. */
import { inOrder, type LaneEdge, OFFSET_MAX, type PlanValue, type SwitchTime } from "@hubwart/schedule";

export const DAY_MINUTES = 1_440;
const LAST = DAY_MINUTES - 1;

/** Minutes that a step moves an edge by, and with Alt or Shift. */
export const STEP = 15;
export const FINE = 1;

type Edges = readonly LaneEdge[];

/** A value from one time to another; what held at its end goes on there. */
export function withSpan(
  edges: Edges,
  from: number,
  to: number,
  value: PlanValue,
  before: PlanValue,
): LaneEdge[] {
  const after = valueAt(edges, to, before);
  const kept = edges.filter(({ at }) => typeof at !== "number" || at < from || at > to);
  const ends = to < DAY_MINUTES && !kept.some(({ at }) => at === to) ? [{ at: to, value: after }] : [];
  return inOrder([...kept, { at: from, value }, ...ends]);
}

/** What holds at a minute by the clock; edges of the sun aside. */
export function valueAt(edges: Edges, minute: number, before: PlanValue): PlanValue {
  let value = before;
  for (const edge of inOrder(edges)) if (typeof edge.at === "number" && edge.at <= minute) value = edge.value;
  return value;
}

/** Moved by minutes, up to its neighbours by the clock. */
export function moved(edges: Edges, index: number, minutes: number): LaneEdge[] {
  const edge = edges[index];
  if (!edge) return [...edges];
  return replaced(edges, index, { ...edge, at: shifted(edges, index, edge.at, minutes) });
}

function shifted(edges: Edges, index: number, at: SwitchTime, minutes: number): SwitchTime {
  if (typeof at !== "number")
    return { ...at, offset: Math.max(-OFFSET_MAX, Math.min(OFFSET_MAX, at.offset + minutes)) };
  const before = edges.findLast((edge, place) => place < index && typeof edge.at === "number")?.at;
  const after = edges.find((edge, place) => place > index && typeof edge.at === "number")?.at;
  const least = typeof before === "number" ? before + 1 : 0;
  const most = typeof after === "number" ? after - 1 : LAST;
  return Math.max(least, Math.min(most, at + minutes));
}

/** To the next full step in a direction: 06:07 goes to 06:15, not to 06:22. */
export function stepOf(at: SwitchTime, direction: 1 | -1, fine: boolean): number {
  if (fine) return direction * FINE;
  const minute = typeof at === "number" ? at : at.offset;
  const next =
    direction > 0 ? Math.floor(minute / STEP) * STEP + STEP : Math.ceil(minute / STEP) * STEP - STEP;
  return next - minute;
}

export const replaced = (edges: Edges, index: number, edge: LaneEdge): LaneEdge[] =>
  edges.map((one, place) => (place === index ? edge : one));

export const removed = (edges: Edges, index: number): LaneEdge[] =>
  edges.filter((_, place) => place !== index);

/** A time that is still free: behind the last edge, or the first quarter of an hour that is. */
export function added(edges: Edges, value: PlanValue): LaneEdge[] {
  const taken = new Set(edges.map(({ at }) => (typeof at === "number" ? at : -1)));
  const latest = Math.max(345, ...taken);
  const later = latest + 60 > LAST ? undefined : latest + 60 - ((latest + 60) % STEP);
  const free =
    later ?? Array.from({ length: 96 }, (_, quarter) => quarter * STEP).find((at) => !taken.has(at)) ?? 0;
  return inOrder([...edges, { at: free, value }]);
}
