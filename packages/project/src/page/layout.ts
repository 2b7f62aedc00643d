/**
 * Where blocks stand in the grid of a page: 12 columns, rows as far as needed. Those that say so stand there; the others take the first
 * room that is left, in their order.
 */
import type { CompiledBlock, PageBlock } from "../compiled.ts";
import { GRID_COLUMNS } from "../page-tables.ts";

export interface Box {
  /** First column and row, from 1. */
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Columns and rows of blocks that do not say so. */
const SIZES: Readonly<Record<PageBlock, readonly [w: number, h: number]>> = {
  value: [3, 1],
  setpoint: [4, 1],
  switch: [3, 1],
  trend: [6, 3],
  list: [4, 3],
  alarms: [6, 3],
  schedule: [3, 1],
  plan: [8, 5],
  text: [12, 1],
};

export function sizeOf({ block, h, w }: Pick<CompiledBlock, "block" | "w" | "h">): [w: number, h: number] {
  const [width, height] = SIZES[block];
  return [w ?? width, h ?? height];
}

/** Of blocks that do not stand on a plan. */
export function boxesOf(blocks: readonly CompiledBlock[]): Map<CompiledBlock, Box> {
  const grid = new Grid<CompiledBlock>();
  const boxes = new Map<CompiledBlock, Box>();
  const inGrid = blocks.filter(({ on }) => on === undefined);
  for (const block of inGrid) {
    const { x, y } = block;
    if (x === undefined || y === undefined) continue;
    const [w, h] = sizeOf(block);
    const box = { x, y, w, h };
    grid.take(box, block);
    boxes.set(block, box);
  }
  for (const block of inGrid) {
    if (boxes.has(block)) continue;
    const box = grid.roomFor(...sizeOf(block));
    grid.take(box, block);
    boxes.set(block, box);
  }
  return boxes;
}

/** What stands in which cell. */
export class Grid<T> {
  readonly #rows: (T | undefined)[][] = [];
  /** First row in which there may be room for a block as small as one cell. */
  #open = 1;

  /** The first that stands in the way. */
  at(box: Box): T | undefined {
    for (let row = box.y; row < box.y + box.h; row++)
      for (let column = box.x; column < box.x + box.w; column++) {
        const taken = this.#rows[row]?.[column];
        if (taken !== undefined) return taken;
      }
    return undefined;
  }

  take({ h, w, x, y }: Box, what: T): void {
    for (let row = y; row < y + h; row++) {
      const cells = (this.#rows[row] ??= []);
      for (let column = x; column < x + w; column++) cells[column] ??= what;
    }
    while (this.#isFull(this.#open)) this.#open += 1;
  }

  roomFor(w: number, h: number): Box {
    const width = Math.min(w, GRID_COLUMNS);
    for (let y = this.#open; ; y++)
      for (let x = 1; x + width <= GRID_COLUMNS + 1; x++) {
        const box = { x, y, w: width, h };
        if (this.at(box) === undefined) return box;
      }
  }

  #isFull(row: number): boolean {
    return (this.#rows[row] ?? []).filter((one) => one !== undefined).length === GRID_COLUMNS;
  }
}
