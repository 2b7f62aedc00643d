/** Meters behind one another, with what is left of each. */
import type { Meter, Sums } from "../api/energy.ts";

export interface Node {
  meter: Meter;
  depth: number;
  amount: number | null;
  /** Of the meter that the tree begins with, 0 to 1. */
  share: number | null;
  /** What it counts more than those behind it; null without any, or where values are missing. */
  rest: number | null;
  cost: number | undefined;
  co2: number | undefined;
}

const SIZES: Readonly<Record<string, number>> = { Wh: 0.001, MWh: 1_000, GJ: 1_000, l: 0.001, t: 1_000 };
const sizeOf = (unit: string): number => SIZES[unit] ?? 1;

export function treeOf(meters: readonly Meter[], sums: readonly Sums[]): Node[] {
  const byId = new Map(sums.map((one) => [one.id, one.total]));
  const nodes: Node[] = [];
  const visit = (parent: string | undefined, depth: number, whole: number | undefined): void => {
    for (const meter of meters) {
      if (meter.parent !== parent || meter.kind === "temperature") continue;
      const total = byId.get(meter.id);
      const amount = total?.amount ?? null;
      const size = amount === null ? null : amount * sizeOf(meter.unit);
      const root = whole ?? size ?? 0;
      const share = size === null || root === 0 ? null : size / root;
      nodes.push({
        meter,
        depth,
        amount,
        share,
        rest: restOf(meter, meters, byId),
        cost: total?.cost,
        co2: total?.co2,
      });
      visit(meter.id, depth + 1, root);
    }
  };
  visit(undefined, 0, undefined);
  return nodes;
}

function restOf(
  meter: Meter,
  meters: readonly Meter[],
  sums: ReadonlyMap<string, Sums["total"]>,
): number | null {
  const behind = meters.filter(({ parent }) => parent === meter.id);
  let rest = sums.get(meter.id)?.amount ?? null;
  if (behind.length === 0) return null;
  for (const child of behind) {
    const amount = sums.get(child.id)?.amount ?? null;
    if (rest === null || amount === null) return null;
    rest -= (amount * sizeOf(child.unit)) / sizeOf(meter.unit);
  }
  return rest;
}
