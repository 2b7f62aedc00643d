/**
 * Texts to send, with placeholders:
 *
 * | placeholder | becomes |
 * |---|---|
 * | `{value}` | the value as plain text; in a template that is JSON, text is escaped for use within quotes |
 * | `{json}` | the value as JSON, text with its quotes |
 * | `{chan}` | the channel's full name |
 * | `{ts}` | the value's time, ms since the epoch |
 * | `{iso}` | the same as ISO 8601 in UTC |
 *
 * Anything else in braces stays as it is.
 */
import { plainText } from "./convert.ts";

export type Fill = (value: unknown, ts: number) => string;

const PLACEHOLDER = /\{(value|json|chan|ts|iso)\}/;

/** Splits the template once. Without one, the plain value is sent. */
export function compileTemplate(template: string | undefined, chan: string): Fill {
  if (template === undefined || template === "{value}") return plainText;
  const json = looksLikeJson(template);
  // A split by a pattern with one group alternates literal text and placeholder name.
  const parts = template.split(PLACEHOLDER);
  return (value, ts) => {
    let text = parts[0] ?? "";
    for (let i = 1; i < parts.length; i += 2) {
      text += filled(parts[i] ?? "", value, chan, ts, json) + (parts[i + 1] ?? "");
    }
    return text;
  };
}

/** The times that a date can hold: 100,000,000 days around the epoch (ECMA-262, 21.4.1.1). */
const MOST_MS = 8.64e15;

export function looksLikeJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && !/^\s*\{(value|json|chan|ts|iso)\}/.test(text);
}

function filled(name: string, value: unknown, chan: string, ts: number, json: boolean): string {
  switch (name) {
    case "value":
      return json && typeof value === "string" ? JSON.stringify(value).slice(1, -1) : plainText(value);
    case "json":
      return JSON.stringify(value) ?? "null";
    case "chan":
      return chan;
    case "ts":
      return String(ts);
    default:
      return new Date(Math.max(-MOST_MS, Math.min(MOST_MS, ts))).toISOString();
  }
}
