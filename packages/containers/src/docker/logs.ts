/** Frames → lines with their times. A line without an end is cut, so that nothing grows without bound. */
import type { LogLine } from "../engine.ts";
import { plainText } from "../plain.ts";
import { frames } from "./frames.ts";

const LONGEST_LINE = 16 * 1024;

export async function* logLines(source: AsyncIterable<Buffer>): AsyncGenerator<LogLine> {
  const open = { stdout: "", stderr: "" };
  const decoder = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  for await (const { stream, bytes } of frames(source)) {
    const parts = (open[stream] + decoder[stream].decode(bytes, { stream: true })).split("\n");
    const last = parts.pop() ?? "";
    for (const part of parts) yield logLine(stream, part);
    open[stream] = last;
    if (last.length > LONGEST_LINE) {
      yield logLine(stream, last);
      open[stream] = "";
    }
  }
  for (const stream of ["stdout", "stderr"] as const) {
    if (open[stream] !== "") yield logLine(stream, open[stream]);
  }
}

/** `2026-01-02T03:04:05.678901234Z text`, as asked for by `timestamps`. */
function logLine(stream: "stdout" | "stderr", raw: string): LogLine {
  const text = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
  const space = text.indexOf(" ");
  const head = space === -1 ? text : text.slice(0, space);
  const ts = Date.parse(head);
  if (Number.isNaN(ts)) return { ts: 0, stream, text: plainText(text.slice(0, LONGEST_LINE)) };
  return { ts, stream, text: space === -1 ? "" : plainText(text.slice(space + 1, space + 1 + LONGEST_LINE)) };
}
