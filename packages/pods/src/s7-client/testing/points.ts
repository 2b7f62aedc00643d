import type { Point } from "../point.ts";

/** A number of `size` bytes from byte `start` of a data block, read every `interval` ms. */
export function point(index: number, start: number, size: number, interval = 1000, db = 1): Point {
  return {
    index,
    type: "int",
    item: {
      area: "DB",
      db,
      start,
      size,
      bit: undefined,
      data: "INT",
      length: 0,
      count: 1,
      scale: 1,
      offset: 0,
    },
    reads: true,
    writes: false,
    interval,
    name: `DB${db}.${start}`,
  };
}
