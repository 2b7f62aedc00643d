/** The history of alarms as a table for spreadsheets. */
import type { AlarmEvent } from "@hubwart/ipc";
import { CSV_BEGIN, csvLine } from "../../platform/csv-line.ts";
import { texts } from "./texts.ts";

export async function* alarmCsv(pages: AsyncIterable<readonly AlarmEvent[]>): AsyncGenerator<string> {
  yield CSV_BEGIN + csvLine(texts.columns);
  for await (const events of pages) {
    if (events.length > 0) yield events.map(lineOf).join("");
  }
}

function lineOf({ at, by = "", id, nr, priority, source, text, value, what, why = "" }: AlarmEvent): string {
  return csvLine([
    new Date(at).toISOString(),
    texts.events[what],
    texts.priorities[priority] ?? "",
    text,
    source,
    valueText(value),
    by,
    why,
    nr === 0 ? "" : String(nr),
    id,
  ]);
}

/** Numbers as these spreadsheets read them. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number") return String(value).replace(".", ",");
  return typeof value === "string" ? value : JSON.stringify(value);
}
