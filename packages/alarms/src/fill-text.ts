/** The text of an alarm as people read it: its placeholders filled with what is so when it comes. */
import type { CompiledAlarm } from "@hubwart/project/compiled";
import { germanNumber } from "./german.ts";
import type { AlarmProject } from "./project.ts";

const LONGEST = 500;
const LONGEST_VALUE = 60;
const PLACEHOLDER = /\{(value|unit|limit|label|channel)\}/g;

export function fillText(
  alarm: CompiledAlarm,
  value: unknown,
  project: Pick<AlarmProject, "facts">,
  valueOf: (chan: string) => unknown,
): string {
  const { label, unit = "" } = project.facts(alarm.source);
  const limits = (alarm.limits ?? []).map((term) =>
    shownValue(typeof term === "object" ? valueOf(term.chan) : term),
  );
  const fill: Record<string, string> = {
    value: shownValue(value),
    unit,
    limit: limits.join(" bis "),
    label: label ?? alarm.source,
    channel: alarm.source,
  };
  return alarm.text
    .replace(PLACEHOLDER, (_whole, name: string) => fill[name] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST);
}

/** Short, in German. */
export function shownValue(value: unknown): string {
  if (typeof value === "number") return germanNumber(value);
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (value === undefined || value === null) return "–";
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, LONGEST_VALUE);
}
