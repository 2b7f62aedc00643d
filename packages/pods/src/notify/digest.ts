/** Several messages as one, when a recipient may get no more single ones. */
import type { Message } from "./queue.ts";

/** In one digest; the others wait for the next. */
export const MOST_IN_DIGEST = 200;
const LONGEST_LINE = 500;

export function digest(messages: readonly Message[]): { subject: string; text: string } {
  const lines = messages.map(({ text, ts }) => `${localTime(ts)}  ${oneLine(text)}`);
  return {
    subject: `${messages.length} Meldungen`,
    text: `${messages.length} Meldungen, gesammelt, weil die Grenze je Stunde erreicht ist:\n\n${lines.join("\n")}\n`,
  };
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

function localTime(ts: number): string {
  return new Date(ts).toLocaleString("de-DE", { dateStyle: "short", timeStyle: "medium" });
}
