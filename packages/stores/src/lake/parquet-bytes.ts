/** Rows as a Parquet file in memory, for what is downloaded at once: the columns of the lake's files. */
import { ByteWriter } from "hyparquet-writer";
import { writeRows } from "./parquet.ts";
import type { Rows } from "./rows.ts";

export { RowBuffer } from "./rows.ts";

export async function parquetOf(rows: Rows, nameOf: (channel: number) => string): Promise<Uint8Array> {
  const output = new ByteWriter();
  await writeRows(output, rows, nameOf);
  return new Uint8Array(output.getBuffer());
}
