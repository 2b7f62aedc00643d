/**
 * The change log as a table (RFC 4180) for spreadsheets as they are set up in German-speaking countries:
 * semicolons, a byte order mark. Cells that a spreadsheet would take for a formula begin with an apostrophe.
 */
import type { StoredAuditEntry } from "@hubwart/core/store";

const HEAD = ["Zeitpunkt", "Adresse", "Aufruf", "Ergebnis", "Vorher", "Nachher"];
const PORTION = 16_384;

export function* auditCsv(entries: Iterable<StoredAuditEntry>): Generator<string> {
  let text = `\uFEFF${line(HEAD)}`;
  for (const { ts, address, call, code, before, after } of entries) {
    text += line([new Date(ts).toISOString(), address, call, String(code), json(before), json(after)]);
    if (text.length < PORTION) continue;
    yield text;
    text = "";
  }
  yield text;
}

function json(value: unknown): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(";")}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
