/**
 * One correction as a file: `corrections/0000000042.parquet`, its rows in the columns of recorded ones, and all that is said of it in its
 * metadata. One that was undone is called `0000000042.undone.parquet`.
 */
import type { Correction, CorrectionOrder } from "@hubwart/ipc";
import type { FileMetaData } from "hyparquet";
import { checkParquet, metadataOf, writeParquet } from "./parquet.ts";
import { RowBuffer } from "./rows.ts";

/** The folder below that of the lake. */
export const CORRECTIONS = "corrections";
export const CORRECTION_FILE = /^(\d{10})(\.undone)?\.parquet$/;
const KEY = "hubwart.correction";
const TEXT = { chan: 500, by: 200, why: 300 } as const;

export const correctionName = ({ number, undone }: Pick<Correction, "number" | "undone">): string =>
  `${String(number).padStart(10, "0")}${undone ? ".undone" : ""}.parquet`;

/** Appears whole or not at all. */
export async function writeCorrection(file: string, order: CorrectionOrder, at: number): Promise<void> {
  const { by, chan, from, rows, to, why } = order;
  const buffer = new RowBuffer();
  for (const [time, value] of rows) buffer.push(0, time, value, 0);
  const said = JSON.stringify({ format: 1, chan, from, to, by, at, why });
  await writeParquet(file, buffer.rows(), () => chan, [{ key: KEY, value: said }]);
}

/** @throws RangeError for a file that is none */
export async function readCorrection(file: string, name: string): Promise<Correction> {
  await checkParquet(file);
  const found = correctionIn(await metadataOf(file), name);
  if (!found) throw new RangeError(`${name} is no correction`);
  return found;
}

/** undefined: whoever wrote it, it is none of ours. */
export function correctionIn(metadata: FileMetaData, name: string): Correction | undefined {
  const [, number, undone] = CORRECTION_FILE.exec(name) ?? [];
  const text = metadata.key_value_metadata?.find(({ key }) => key === KEY)?.value;
  if (number === undefined || text === undefined) return undefined;
  const said = fieldsOf(text);
  const { at, by, chan, format, from, to, why } = said;
  if (format !== 1 || !isTime(from) || !isTime(to) || !isTime(at) || from >= to) return undefined;
  if (!isText(chan, TEXT.chan) || !isText(by, TEXT.by) || !isText(why, TEXT.why)) return undefined;
  const values = Number(metadata.num_rows);
  return { number: Number(number), chan, from, to, values, by, at, why, undone: undone !== undefined };
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length <= most;
