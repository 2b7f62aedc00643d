/** Why the hub was started last, and how that is set: 1 to 3 as errors, 4 and 5 plain, above 1000 as events. */
import type { Status } from "../../../api/info.ts";
import { statusTexts } from "../../../texts/index.ts";

const texts = statusTexts.project;

export type ReasonStyle = "error" | "plain" | "event" | "unknown";

export interface Reason {
  style: ReasonStyle;
  text: string;
}

export function restartReason({ lastrc, exit }: Pick<Status["system"]["hub"], "lastrc" | "exit">): Reason {
  const style = styleOf(lastrc);
  const known = texts.reasons[lastrc];
  if (style !== "unknown") return { style, text: known ?? texts.reasonCode(lastrc) };
  const crash = exit && crashText(exit);
  // 0 is no reason but the lack of one, and says nothing to a person.
  return { style, text: crash ?? (lastrc === 0 ? texts.unknown : texts.unknownReason(lastrc)) };
}

function styleOf(code: number): ReasonStyle {
  if (code >= 1 && code <= 3) return "error";
  if (code === 4 || code === 5) return "plain";
  return code > 1000 ? "event" : "unknown";
}

function crashText({ code, signal }: NonNullable<Status["system"]["hub"]["exit"]>): string | undefined {
  if (signal !== null) return texts.crash.signal(signal);
  return code === null ? undefined : texts.crash.code(code);
}

/** The first start is none. */
export const restartCount = (starts: number): number => Math.max(0, starts - 1);
