import { LIMITS } from "@hubwart/contract";

/** What the compiler is willing to read. All are checked while reading, before memory is spent. */
export const READ_LIMITS = {
  /** One file as uploaded, or one file within an archive, bytes. */
  fileBytes: LIMITS.uploadBytes,
  /** Everything unpacked from one upload together, bytes. */
  unpackedBytes: 768 * 1024 * 1024,
  /** Entries of an archive or parts of a workbook. */
  entries: 1_000,
  /** Rows with content of one table, in however many files or sheets. */
  rows: LIMITS.projectRows,
  /** The same over all tables. */
  allRows: 1_000_000,
  /** Columns of a table. */
  columns: LIMITS.projectColumns,
  /** Cell places over all tables: the sum of the rows' lengths. */
  cells: 8_000_000,
  /** Characters in one cell; the limit of spreadsheets themselves is 32,767. */
  cellLength: 65_536,
  /** Characters over all texts of a workbook. */
  textLength: 96 * 1024 * 1024,
  /** One Lua script, bytes. */
  scriptBytes: 512 * 1024,
  /** Merged ranges of one sheet that are looked at. */
  merges: 50_000,
} as const;
