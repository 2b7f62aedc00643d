/** The `headers` column: one `Name: value` a line (field syntax of RFC 9110 §5). */
import { texts } from "./texts.ts";

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Set by the client itself: how the message is framed, where it goes, whether the connection stays. */
const OWN = new Set(["host", "content-length", "transfer-encoding", "connection", "upgrade", "expect"]);

/** Lower-case names and their values. Lines that `headersProblem` refuses are left out. */
export function parseHeaders(column: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines(column)) {
    if (lineProblem(line) !== undefined) continue;
    const { name, value } = split(line);
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** German reason; never shows a value, which may be a key. */
export function headersProblem(column: string): string | undefined {
  for (const line of lines(column)) {
    const problem = lineProblem(line);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function lines(column: string): string[] {
  return column
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function split(line: string): { name: string; value: string } {
  const colon = line.indexOf(":");
  return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}

function lineProblem(line: string): string | undefined {
  if (!line.includes(":")) return texts.headerWithoutColon;
  const { name, value } = split(line);
  if (!NAME.test(name)) return texts.headerNameForbidden;
  if (OWN.has(name.toLowerCase())) return texts.headerOfPod(name);
  if (!VALUE.test(value)) return texts.headerValueForbidden(name);
  return undefined;
}
