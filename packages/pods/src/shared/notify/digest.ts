/** Several messages as one, when a recipient may get no more single ones. */
import type { Message } from "./queue.ts";
import { texts } from "./texts.ts";

/** In one digest; the others wait for the next. */
const MOST_IN_DIGEST = 200;
const LONGEST_LINE = 500;
/** More than the first line has. */
const HEAD = 120;

export interface Digest {
  /** Those that are in it: the first that fit, one at least. */
  messages: readonly Message[];
  subject: string;
  text: string;
}

/** @param longest characters of the whole text */
export function digest(waiting: readonly Message[], longest = Number.POSITIVE_INFINITY): Digest {
  const lines: string[] = [];
  let length = HEAD;
  for (const { subject, text, ts } of waiting.slice(0, MOST_IN_DIGEST)) {
    const line = `${localTime(ts)}  ${oneLine(subject, text)}\n`;
    length += line.length;
    if (length > longest && lines.length > 0) break;
    lines.push(line);
  }
  const messages = waiting.slice(0, lines.length);
  const [first] = messages;
  if (first && messages.length === 1) return { messages, subject: first.subject, text: first.text };
  return {
    messages,
    subject: `${messages.length} Meldungen`,
    text: texts.digest(messages.length, lines.join("")),
  };
}

/** Of a text that is too long the subject first: it says how much there is. */
function oneLine(subject: string, text: string): string {
  const [line, head] = [text, subject].map((each) => each.replaceAll(/\s+/g, " ").trim()) as [string, string];
  if (line.length <= LONGEST_LINE) return line;
  return `${(head === "" ? line : `${head}: ${line}`).slice(0, LONGEST_LINE)}…`;
}

function localTime(ts: number): string {
  return new Date(ts).toLocaleString("de-DE", { dateStyle: "short", timeStyle: "medium" });
}
