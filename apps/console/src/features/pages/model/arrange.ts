/**
 * Moving blocks: the one that is moved stands where it was put, and what is in its way goes down. Pure, so that pointer and keyboard
 * do the same.
 */
import type { Block } from "../api/pages.ts";

export type Box = NonNullable<Block["box"]>;

export const COLUMNS = 12;
const MOST_ROWS = 24;
const LAST_ROW = 176;

/** Within the grid. */
export function fitted({ h, w, x, y }: Box): Box {
  const width = Math.min(Math.max(1, w), COLUMNS);
  return {
    w: width,
    h: Math.min(Math.max(1, h), MOST_ROWS),
    x: Math.min(Math.max(1, x), COLUMNS + 1 - width),
    y: Math.min(Math.max(1, y), LAST_ROW),
  };
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** By key. Blocks that need not move stay the same objects. */
export function moved(boxes: ReadonlyMap<string, Box>, key: string, to: Box): Map<string, Box> {
  const placed = new Map([[key, fitted(to)]]);
  const others = [...boxes].filter(([other]) => other !== key).sort(([, a], [, b]) => a.y - b.y || a.x - b.x);
  for (const [other, box] of others) {
    let next = box;
    for (let met = inTheWay(placed, next); met; met = inTheWay(placed, next)) {
      const { h, w, x } = box;
      next = { x, y: met.y + met.h, w, h };
    }
    placed.set(other, next);
  }
  return new Map([...boxes.keys()].map((each) => [each, placed.get(each) as Box]));
}

function inTheWay(placed: ReadonlyMap<string, Box>, box: Box): Box | undefined {
  return [...placed.values()].find((other) => overlap(other, box));
}

export interface Point {
  x: number;
  y: number;
}

/** On a plan: per cent, to a tenth. */
export function onPlan({ x, y }: Point): Point {
  const within = (value: number) => Math.round(Math.min(Math.max(0, value), 100) * 10) / 10;
  return { x: within(x), y: within(y) };
}
