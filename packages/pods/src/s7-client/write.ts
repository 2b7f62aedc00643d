/** Writes values over a link: a batch by one request, a value that fits none in slices. */
import type { PodWrite } from "@hubwart/runtime/pod";
import type { S7Link } from "./link.ts";
import { ITEM_DATA, ITEM_SPEC, roomOf, type WriteItem } from "./pdu.ts";
import type { Point } from "./point.ts";
import type { Patch } from "./value.ts";

/** A value on its way to the CPU. */
export interface Outgoing {
  point: Point;
  patch: Patch;
  /** What it was made of, to tell what became of it. */
  write: PodWrite;
}

/** The return code of each value; undefined is success. Throws what the link throws. */
export async function writePieces(
  link: Pick<S7Link, "pdu" | "write">,
  batch: readonly Outgoing[],
): Promise<(number | undefined)[]> {
  const [only] = batch;
  // An even number of bytes, so that no padding is needed.
  const most = Math.floor((roomOf(link.pdu).writeBytes - ITEM_SPEC - ITEM_DATA) / 4) * 4;
  if (batch.length === 1 && only && only.patch.bytes.length > most) {
    return [await writeSlices(link, only, most)];
  }
  return await link.write(batch.map(itemOf));
}

/** From the end to the beginning: the length of a text comes last, after all of its characters. */
async function writeSlices(
  link: Pick<S7Link, "write">,
  outgoing: Outgoing,
  most: number,
): Promise<number | undefined> {
  const whole = itemOf(outgoing);
  const unit = whole.area === "T" || whole.area === "C" ? 2 : 1;
  const last = Math.floor((whole.bytes.length - 1) / most) * most;
  for (let at = last; at >= 0; at -= most) {
    const bytes = whole.bytes.subarray(at, at + most);
    const [code] = await link.write([
      { ...whole, start: whole.start + at / unit, size: bytes.length / unit, bytes },
    ]);
    if (code !== undefined) return code;
  }
  return undefined;
}

function itemOf({ patch, point }: Outgoing): WriteItem {
  const { area, bit, db, start } = point.item;
  const { at, bytes } = patch;
  const unit = area === "T" || area === "C" ? 2 : 1;
  return {
    area,
    db,
    start: start + at,
    size: bytes.length / unit,
    bytes,
    ...(bit === undefined ? {} : { bit }),
  };
}
