/**
 * Which bytes are read by which request.
 *
 * Variables are joined to ranges where no more than `maxGap` unused bytes lie between them, and requests are
 * filled one after the other up to what the negotiated PDU allows, ranges parted between variables where
 * needed. No variable is torn between two requests, except one that fits no answer.
 */

import { bytesOf, dataSize, type Range, roomOf } from "./pdu.ts";
import type { Point } from "./point.ts";

/** One range, with the variables in it. */
export interface Piece extends Range {
  points: Point[];
}
export type Request = Piece[];

export interface Limits {
  /** Negotiated size. */
  pdu: number;
  maxGap: number;
}

export function planRequests(points: readonly Point[], { maxGap, pdu }: Limits): Request[] {
  const room = roomOf(pdu);
  const requests: Request[] = [];
  let request: Request = [];
  let used = 0;
  const close = () => {
    if (request.length > 0) requests.push(request);
    request = [];
    used = 0;
  };
  for (const point of [...points].sort(byPlace)) {
    const { item } = point;
    const last = request.at(-1);
    const joined = last && join(last, point, maxGap);
    if (last && joined !== undefined) {
      const more = dataSize(bytesOf({ ...last, size: joined })) - dataSize(bytesOf(last));
      if (used + more <= room.readBytes) {
        used += more;
        last.size = joined;
        last.points.push(point);
        continue;
      }
    }
    const size = dataSize(bytesOf(item));
    if (request.length === room.items || used + size > room.readBytes) close();
    const { area, db, start } = item;
    request.push({ area, db, start, size: item.size, points: [point] });
    used += size;
    // A variable that fills more than one answer stands alone; it is read in slices.
    if (used > room.readBytes) close();
  }
  close();
  return requests;
}

/** The range's size with the variable in it; undefined where they are too far apart. */
function join(piece: Piece, { item }: Point, maxGap: number): number | undefined {
  if (piece.area !== item.area || piece.db !== item.db) return undefined;
  const end = piece.start + piece.size;
  const gap = item.area === "T" || item.area === "C" ? Math.floor(maxGap / 2) : maxGap;
  if (item.start - end > gap) return undefined;
  return Math.max(end, item.start + item.size) - piece.start;
}

const ORDER = { DB: 0, M: 1, I: 2, Q: 3, T: 4, C: 5 };

function byPlace(a: Point, b: Point): number {
  const [x, y] = [a.item, b.item];
  return ORDER[x.area] - ORDER[y.area] || x.db - y.db || x.start - y.start || x.size - y.size;
}

/** Slices of a range that fits no answer, each of which does. */
export function slicesOf(range: Range, pdu: number): Range[] {
  const { area, db, size, start } = range;
  const units = area === "T" || area === "C" ? 2 : 1;
  // An even number of bytes, so that no padding is needed.
  const most = Math.max(1, Math.floor((roomOf(pdu).readBytes - 4) / 2) * (2 / units));
  const slices: Range[] = [];
  for (let at = 0; at < size; at += most)
    slices.push({ area, db, start: start + at, size: Math.min(most, size - at) });
  return slices;
}

/** Two smaller requests that part the variables of a refused range; undefined for one variable. */
export function halves(piece: Piece, limits: Limits): Request[] | undefined {
  const { points } = piece;
  if (points.length < 2) return undefined;
  const middle = points.length >> 1;
  return [...planRequests(points.slice(0, middle), limits), ...planRequests(points.slice(middle), limits)];
}
