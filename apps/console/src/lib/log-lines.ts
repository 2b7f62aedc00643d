/** Lines of the event log as `/system/log` sends them. */
import type { logLine } from "@hubwart/contract";
import type * as z from "zod/mini";

export type LogLine = Omit<z.output<typeof logLine>, "lineno">;

/** From NDJSON. @throws SyntaxError if the text is none */
export function parseLines(text: string): LogLine[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as LogLine);
}
