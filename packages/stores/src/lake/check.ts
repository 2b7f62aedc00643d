/**
 * Whether a file is the one of recorded values that its name says, before a recorder opens it: anybody may have written it. Of Parquet
 * files the metadata are looked at, not the values, which may be billions.
 */
import { open } from "node:fs/promises";
import { readOwn } from "@hubwart/core";
import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, type RowGroup } from "hyparquet";
import { decodeFrames } from "../frames.ts";
import { texts } from "../texts.ts";
import { decodeRows } from "./codec.ts";
import { CORRECTION_FILE, correctionIn } from "./correction-file.ts";
import { DAY_FILE, PART, timeOfPart } from "./names.ts";
import { PARSERS } from "./open-parquet.ts";
import { extentOf, GROUP, partsNamed, SCHEMA } from "./parquet.ts";
import { DAY, QUARTER } from "./spans.ts";

const MAGIC = "PAR1";
/** Magic at both ends, and the length of the metadata. */
const FRAME = 12;
/** Bytes: of a day of 5,000 values a second it is 15 MB. */
const LARGEST_METADATA = 64 * 1024 * 1024;

/** @param name of the file alone  @returns German; undefined where all is well */
export async function problemInRecorded(file: string, name: string): Promise<string | undefined> {
  try {
    if (!name.endsWith(".parquet")) return problemInLog(await readOwn(file));
    return await problemInParquet(file, name);
  } catch {
    return texts.damaged;
  }
}

interface Span {
  from: number;
  to: number;
}

/** undefined: none of ours, or it says nothing of itself. */
function spanOf(name: string, metadata: FileMetaData): Span | undefined {
  if (CORRECTION_FILE.test(name)) return correctionIn(metadata, name);
  const day = DAY_FILE.exec(name)?.[1];
  if (day !== undefined) return { from: Date.parse(day), to: Date.parse(day) + DAY };
  if (!PART.test(name)) return undefined;
  return { from: timeOfPart(name), to: timeOfPart(name) + QUARTER };
}

async function problemInParquet(file: string, name: string): Promise<string | undefined> {
  const end = await endOfValues(file);
  if (end === undefined) return texts.damaged;
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(file), { parsers: PARSERS });
  const span = spanOf(name, metadata);
  if (!span || !isOurs(metadata)) return texts.foreign;
  for (const group of metadata.row_groups) {
    const { length, start } = extentOf(group);
    if (!(start >= MAGIC.length && length >= 0 && start + length <= end)) return texts.damaged;
    if (!(group.num_rows <= GROUP)) return texts.foreign;
    if (!timesOf(group).every((time) => isWithin(time, span))) return texts.otherTime;
  }
  // A start removes the parts that a day names.
  return partsNamed(metadata).every((part) => isWithin(timeOfPart(part), span)) ? undefined : texts.foreign;
}

/** Where the metadata begin; undefined for what has none of a size that one reads. */
async function endOfValues(file: string): Promise<number | undefined> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    if (size < FRAME) return undefined;
    const [head, tail] = [Buffer.alloc(MAGIC.length), Buffer.alloc(8)];
    await handle.read(head, 0, head.length, 0);
    await handle.read(tail, 0, tail.length, size - tail.length);
    if (head.toString("latin1") !== MAGIC || tail.toString("latin1", 4) !== MAGIC) return undefined;
    const length = tail.readUInt32LE(0);
    return length <= Math.min(LARGEST_METADATA, size - FRAME) ? size - tail.length - length : undefined;
  } finally {
    await handle.close();
  }
}

/** The columns are ours, in each row group too. */
function isOurs({ row_groups: groups, schema }: FileMetaData): boolean {
  const shape = (all: typeof schema) => JSON.stringify(all.map(({ name, type }) => [name, type]));
  const columns = JSON.stringify(SCHEMA.slice(1).map(({ name, type }) => [[name], type]));
  const of = ({ columns: found }: RowGroup) =>
    JSON.stringify(found.map(({ meta_data: meta }) => [meta?.path_in_schema, meta?.type]));
  return shape(schema) === shape(SCHEMA) && groups.every((group) => of(group) === columns);
}

/** The first and the last, as far as the figures of the group say so. */
function timesOf(group: RowGroup): number[] {
  const { max_value: max, min_value: min } = group.columns[1]?.meta_data?.statistics ?? {};
  return [min, max].filter((time) => time !== undefined).map(Number);
}

const isWithin = (time: number, { from, to }: Span) => time >= from && time < to;

/** Whole frames to the end: a copy has no other. */
function problemInLog(bytes: Buffer): string | undefined {
  const { contents, length } = decodeFrames(bytes);
  if (length === 0 || length !== bytes.length) return texts.damaged;
  for (const content of contents) {
    const { names } = decodeRows(content);
    if (!names.every(([number, name]) => Number.isInteger(number) && typeof name === "string"))
      return texts.foreign;
  }
  return undefined;
}
