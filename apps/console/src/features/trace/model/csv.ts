/**
 * Tables for spreadsheets in German: `;` between cells, a decimal comma, and a byte order mark by which Excel knows
 * UTF-8. Texts that a spreadsheet would run as a formula begin with an apostrophe (OWASP, CSV injection).
 */

import { formatDate, formatLocal, formatTimeMs } from "../../../lib/format.ts";
import { numberFormat } from "../../../lib/intl.ts";
import { exactText } from "../../../lib/value-text.ts";
import { traceTexts } from "../../../texts/index.ts";
import type { Change } from "./changes.ts";
import type { ConnRecord, DataRecord } from "./records.ts";

export type Cell = string | number;

const BOM = "\uFEFF";
const FORMULA = /^[\s]*[=+\-@\t\r]/;
const number = numberFormat({ maximumSignificantDigits: 15, useGrouping: false });
const texts = traceTexts.csv;

export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `${BOM}${rows.map((row) => row.map(cellText).join(";")).join("\r\n")}\r\n`;
}

function cellText(cell: Cell): string {
  if (typeof cell === "number") return number.format(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function channelsCsv(records: readonly DataRecord[]): string {
  return csvOf([
    texts.headers,
    ...records.map(({ chan, value, quality, last, count, details }): Cell[] => [
      chan,
      details?.label ?? "",
      typeof value === "number" ? value : value === null || value === undefined ? "" : exactText(value),
      details?.unit ?? "",
      details?.type ?? "",
      count === 0 ? traceTexts.noValue : (traceTexts.quality[quality] ?? ""),
      details?.tags.join(", ") ?? "",
      last > 0 ? formatLocal(last) : "",
      count,
    ]),
  ]);
}

export function changesCsv(changes: readonly Change[], unit: string | undefined): string {
  const { headers, from } = traceTexts.details.changes;
  return csvOf([
    headers,
    ...changes.map(({ record: { chan, value, quality, last, from: source }, skipped }): Cell[] => [
      last > 0 ? `${formatDate(last)}, ${formatTimeMs(last)}` : "",
      chan,
      typeof value === "number" ? value : value === null || value === undefined ? "" : exactText(value),
      unit ?? "",
      traceTexts.quality[quality] ?? "",
      from(source),
      skipped,
    ]),
  ]);
}

export function connectionsCsv(records: readonly ConnRecord[]): string {
  return csvOf([
    texts.connectionHeaders,
    ...records.map(({ chan, conn_state, conn_active, conn_count, conn_last, err_text }): Cell[] => [
      chan,
      conn_state ? traceTexts.connected : traceTexts.disconnected,
      conn_active,
      conn_count,
      conn_last > 0 ? formatLocal(conn_last) : "",
      err_text ?? "",
    ]),
  ]);
}
