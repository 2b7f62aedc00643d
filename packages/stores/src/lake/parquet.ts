/**
 * Parquet files of the lake (Apache Parquet format, version 2): one row per value, sorted by channel and time
 * within each row group.
 *
 * | column | type |
 * |---|---|
 * | channel | string |
 * | time | timestamp, ms, UTC |
 * | value | double; null for text, JSON and bad values without a number |
 * | text | string; text and JSON values |
 * | quality | int32: 0 good, 1 uncertain, 2 bad |
 */
import { closeSync, openSync, readSync, renameSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { syncFile, syncFolder } from "@hubwart/core";
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  type KeyValue,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetScan,
  type RowGroup,
  type SchemaElement,
} from "hyparquet";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import { PARSERS, withParquet } from "./open-parquet.ts";
import type { Rows } from "./rows.ts";

export const SCHEMA: SchemaElement[] = [
  { name: "root", num_children: 5 },
  { name: "channel", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" },
  {
    name: "time",
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
    repetition_type: "REQUIRED",
  },
  { name: "value", type: "DOUBLE", repetition_type: "OPTIONAL" },
  { name: "text", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
  { name: "quality", type: "INT32", repetition_type: "REQUIRED" },
];
/** Rows of a group: what one question about one channel has to read. */
export const GROUP = 20_000;
/** Inflated, a page of ours is never larger; more would be damage, or meant to fill the memory. */
const LARGEST_PAGE = 512 * 1024 * 1024;
const compressors = { GZIP: (input: Uint8Array) => new Uint8Array(gzipSync(input, { level: 5 })) };
const decompressors = {
  GZIP: (input: Uint8Array, length: number) =>
    new Uint8Array(gunzipSync(input, { maxOutputLength: Math.min(Math.max(length, 1), LARGEST_PAGE) })),
};

export interface RecordedRow {
  channel: string;
  /** ms since the epoch. */
  time: number;
  value: number | null;
  text: string | null;
  quality: number;
}

/** Writes sorted rows as a file that appears whole or not at all. `said`: goes into its metadata. */
export async function writeParquet(
  file: string,
  rows: Rows,
  nameOf: (channel: number) => string,
  said: readonly KeyValue[] = [],
): Promise<void> {
  const part = temporary(file);
  await writeRows(fileWriter(part), rows, nameOf, said);
  await appear(part, file);
}

/** Rows in groups, to wherever the writer leads. */
export async function writeRows(
  output: ReturnType<typeof fileWriter>,
  rows: Rows,
  nameOf: (channel: number) => string,
  said: readonly KeyValue[] = [],
): Promise<void> {
  const writer = new ParquetWriter({
    ...(said.length > 0 ? { kvMetadata: [...said] } : {}),
    writer: output,
    schema: SCHEMA,
    codec: "GZIP",
    compressors,
    createdBy: "hubwart",
    statisticsTruncateLength: Number.POSITIVE_INFINITY,
  });
  const length = rows.times.length;
  for (let from = 0; from < length; from += GROUP) {
    const to = Math.min(length, from + GROUP);
    await writer.write({ columnData: columnsOf(rows, from, to, nameOf), rowGroupSize: GROUP });
  }
  await writer.finish();
}

function columnsOf(rows: Rows, from: number, to: number, nameOf: (channel: number) => string) {
  const channel: string[] = [];
  const time: bigint[] = [];
  const value: (number | null)[] = [];
  const text: (string | null)[] = [];
  const quality = new Int32Array(to - from);
  for (let at = from; at < to; at += 1) {
    const number = rows.values[at] ?? Number.NaN;
    channel.push(nameOf(rows.channels[at] ?? 0));
    time.push(BigInt(Math.round(rows.times[at] ?? 0)));
    value.push(Number.isNaN(number) ? null : number);
    text.push(rows.texts.get(at) ?? null);
    quality[at - from] = rows.qualities[at] ?? 0;
  }
  return [
    { name: "channel", data: channel, offsetIndex: false },
    { name: "time", data: time, encoding: "DELTA_BINARY_PACKED" as const, offsetIndex: false },
    { name: "value", data: value, offsetIndex: false },
    { name: "text", data: text, offsetIndex: false },
    { name: "quality", data: quality, offsetIndex: false },
  ];
}

/** Under which a joined file names the parts it was made from, separated by commas. */
const PARTS_KEY = "hubwart.parts";

export function partsNamed({ key_value_metadata: entries }: FileMetaData): string[] {
  const text = entries?.find(({ key }) => key === PARTS_KEY)?.value;
  return text === undefined || text === "" ? [] : text.split(",");
}

/**
 * Joins files by copying their row groups as they are; nothing is decoded. `parts` are the names remembered in
 * the new file, beside those that its sources remember. The target may be one of the sources.
 */
export async function joinParquet(
  files: readonly string[],
  target: string,
  parts: readonly string[] = [],
): Promise<void> {
  const part = temporary(target);
  const output = fileWriter(part);
  const writer = new ParquetWriter({ writer: output, schema: SCHEMA, codec: "GZIP", createdBy: "hubwart" });
  const remembered: string[] = [];
  for (const file of files) {
    const metadata = await metadataOf(file);
    remembered.push(...partsNamed(metadata));
    const handle = openSync(file, "r");
    try {
      for (const group of metadata.row_groups) {
        const { start, length } = extentOf(group);
        const bytes = Buffer.allocUnsafe(length);
        if (readSync(handle, bytes, 0, length, start) !== length)
          throw new RangeError(`${path.basename(file)} is shorter than its row groups`);
        writer.row_groups.push(movedBy(group, output.offset - start));
        writer.num_rows += group.num_rows;
        output.appendBytes(bytes);
      }
    } finally {
      closeSync(handle);
    }
  }
  writer.kvMetadata = [{ key: PARTS_KEY, value: [...remembered, ...parts].join(",") }];
  await writer.finish();
  await appear(part, target);
}

interface Question {
  channels?: readonly string[];
  from: number;
  to: number;
}

/**
 * Rows of some channels, or of all, between two times, both included, oldest first per channel and row group. Column by column: most rows of
 * a group belong to others and never become objects.
 */
export async function readParquet(file: string, question: Question): Promise<RecordedRow[]> {
  return await withParquet(file, ({ buffer, metadata }) => rowsIn(buffer, metadata, question));
}

async function rowsIn(
  buffer: AsyncBuffer,
  metadata: FileMetaData,
  { from, to, ...question }: Question,
): Promise<RecordedRow[]> {
  const channels = question.channels && new Set(question.channels);
  const scan = await parquetScan({
    file: buffer,
    metadata,
    parsers: PARSERS,
    compressors: decompressors,
    // A column of a group is one page.
    usePageIndex: false,
    useOffsetIndex: false,
    useBloomFilters: false,
    pruningFilter: {
      ...(channels ? { channel: { $in: [...channels] } } : {}),
      time: { $gte: from, $lte: to },
    },
  });
  const found: RecordedRow[] = [];
  for (const range of scan.ranges) {
    const names = await scan.readColumn({ column: "channel", ...range });
    const stretch = stretchOf(names, channels);
    if (!stretch) continue;
    const [first, end] = stretch;
    const rows = { rowStart: range.rowStart + first, rowEnd: range.rowStart + end };
    const group = groupAt(metadata, range.rowStart);
    const [time, value, text, quality] = await Promise.all(
      ["time", "value", "text", "quality"].map(async (column) =>
        sameInAll(group, column) === undefined ? await scan.readColumn({ column, ...rows }) : undefined,
      ),
    );
    const [noText, oneQuality] = [sameInAll(group, "text"), sameInAll(group, "quality")];
    for (let at = 0; at < end - first; at += 1) {
      const moment = time?.[at] as number;
      const channel = names[first + at] as string;
      if (moment < from || moment > to || channels?.has(channel) === false) continue;
      found.push({
        channel,
        time: moment,
        value: value?.[at] as number | null,
        text: (noText === null ? null : text?.[at]) as string | null,
        quality: (oneQuality ?? quality?.[at]) as number,
      });
    }
  }
  return found;
}

function groupAt({ row_groups: groups }: FileMetaData, row: number): RowGroup | undefined {
  let end = 0;
  return groups.find(({ num_rows: rows }) => (end += Number(rows)) > row);
}

/** What a column holds in all rows of a group, where its figures say so: most have one quality, and no text. */
function sameInAll(group: RowGroup | undefined, column: string): number | null | undefined {
  const found = group?.columns.find(({ meta_data: meta }) => meta?.path_in_schema[0] === column)?.meta_data;
  const { max_value: max, min_value: min, null_count: nulls } = found?.statistics ?? {};
  if (column === "text" && nulls !== undefined && nulls === group?.num_rows) return null;
  return column === "quality" && typeof min === "number" && min === max ? min : undefined;
}

/** From the first row of one of the channels to behind the last. */
function stretchOf(names: ArrayLike<unknown>, channels: ReadonlySet<string> | undefined) {
  if (!channels) return [0, names.length] as const;
  let first = 0;
  while (first < names.length && !channels.has(names[first] as string)) first += 1;
  let end = names.length;
  while (end > first && !channels.has(names[end - 1] as string)) end -= 1;
  return first < end ? ([first, end] as const) : undefined;
}

const rowOf = (row: Record<string, unknown>): RecordedRow => ({
  channel: row["channel"] as string,
  time: (row["time"] as Date).getTime(),
  value: row["value"] as number | null,
  text: row["text"] as string | null,
  quality: row["quality"] as number,
});

/** Hands over all rows, one row group at a time. */
export async function eachGroup(file: string, use: (rows: RecordedRow[]) => void): Promise<void> {
  const buffer = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(buffer);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await parquetReadObjects({
      file: buffer,
      metadata,
      compressors: decompressors,
      rowStart,
      rowEnd,
    });
    use(rows.map(rowOf));
    rowStart = rowEnd;
  }
}

export async function metadataOf(file: string): Promise<FileMetaData> {
  return await parquetMetadataAsync(await asyncBufferFromFile(file));
}

/** @throws what is wrong with a file that is not whole; what its pages hold is not read */
export async function checkParquet(file: string): Promise<void> {
  const { size } = await stat(file);
  for (const group of (await metadataOf(file)).row_groups) {
    const { start, length } = extentOf(group);
    if (start + length > size) throw new RangeError(`${path.basename(file)} is shorter than its row groups`);
  }
}

export function extentOf(group: RowGroup): { start: number; length: number } {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const { meta_data: column } of group.columns) {
    if (!column) throw new TypeError("a column without metadata");
    const first = Number(column.dictionary_page_offset ?? column.data_page_offset);
    start = Math.min(start, first);
    end = Math.max(end, first + Number(column.total_compressed_size));
  }
  return { start, length: end - start };
}

function movedBy(group: RowGroup, distance: number): RowGroup {
  const by = BigInt(distance);
  return {
    ...group,
    columns: group.columns.map(({ file_offset, meta_data: column, ...rest }) => {
      if (!column) throw new TypeError("a column without metadata");
      const { data_page_offset: data, dictionary_page_offset: dictionary } = column;
      return {
        ...rest,
        file_offset: file_offset + by,
        meta_data: {
          ...column,
          data_page_offset: data + by,
          ...(dictionary === undefined ? {} : { dictionary_page_offset: dictionary + by }),
        },
      };
    }),
  };
}

const temporary = (file: string) => path.join(path.dirname(file), `.${path.basename(file)}.tmp`);

async function appear(part: string, file: string): Promise<void> {
  await syncFile(part);
  renameSync(part, file);
  await syncFolder(path.dirname(file));
}
