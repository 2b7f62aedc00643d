/** Names of the lake's files (`lake-files.ts` says what is in them). */
export const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.parquet$/;
export const LOG = /^(\d{8}T\d{4}Z-\d{10})\.log$/;
export const PART = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})Z-\d{10}\.parquet$/;

/** Start of the quarter of an hour that a part is of, ms since the epoch; NaN for what is none. */
export function timeOfPart(name: string): number {
  const found = PART.exec(name);
  if (!found) return Number.NaN;
  const [, year = "", month = "", day = "", hour = "", minute = ""] = found;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

/** Counts up with each part of a device, whatever its clock says; NaN for what is none. */
export const numberOfPart = (name: string): number =>
  Number(/-(\d{10})\.parquet$/.exec(name)?.[1] ?? Number.NaN);
