/** The change log as a table for spreadsheets. */
import type { StoredAuditEntry } from "@hubwart/core/store";
import { CSV_BEGIN, csvLine } from "../csv-line.ts";

const HEAD = ["Zeitpunkt", "Adresse", "Name", "Aufruf", "Ergebnis", "Vorher", "Nachher"];
const PORTION = 16_384;

export function* auditCsv(entries: Iterable<StoredAuditEntry>): Generator<string> {
  let text = CSV_BEGIN + csvLine(HEAD);
  for (const { ts, address, call, code, before, after, who } of entries) {
    text += csvLine([
      new Date(ts).toISOString(),
      address,
      who?.name ?? "",
      call,
      String(code),
      json(before),
      json(after),
    ]);
    if (text.length < PORTION) continue;
    yield text;
    text = "";
  }
  yield text;
}

function json(value: unknown): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
