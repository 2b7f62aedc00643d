/**
 * A plan in words, by what the words are about; for the change log and for comparing two plans.
 *
 *     planWords(plan);    // { "Vorgabe": "nein", "Mo–Fr": "06:00 ja; 20:00 nein", "Ausnahmen": "Ferien" }
 */
import type { Plan, PlanDay, PlanTime, PlanValue } from "./plan.ts";
import { texts } from "./texts.ts";
import { atText, dateText, daysText } from "./words.ts";

export function planWords({
  days = [],
  default: usual,
  exceptions,
  ignored,
  off,
  times = [],
}: Plan): Record<string, string> {
  const words: Record<string, string> = { [texts.words.default]: valueWord(usual) };
  for (const time of times) {
    const key = daysText(time);
    words[key] = words[key] === undefined ? timeText(time) : `${words[key]}; ${timeText(time)}`;
  }
  if (exceptions?.length) words[texts.words.exceptions] = exceptions.join(", ");
  if (ignored?.length) words[texts.words.ignored] = ignored.join(", ");
  for (const day of days) words[rangeText(day)] = dayWords(day);
  if (off) words[texts.words.off] = valueWord(off.value);
  return words;
}

/** What differs: both sides, each only with what the other says otherwise. */
export function changedWords(
  before: Plan,
  after: Plan,
): { before: Record<string, string>; after: Record<string, string> } {
  const [old, next] = [planWords(before), planWords(after)];
  const only = (one: Record<string, string>, other: Record<string, string>) =>
    Object.fromEntries(Object.entries(one).filter(([key, text]) => other[key] !== text));
  return { before: only(old, next), after: only(next, old) };
}

/** `24.12.2026–26.12.2026` */
export function rangeText({ from, to }: Pick<PlanDay, "from" | "to">): string {
  return to === undefined || to === from ? dateText(from) : `${dateText(from)}–${dateText(to)}`;
}

export const valueWord = (value: PlanValue): string =>
  typeof value === "boolean" ? (value ? texts.words.yes : texts.words.no) : String(value);

function dayWords({ label, times = [], value }: PlanDay): string {
  const parts = [...(value === undefined ? [] : [valueWord(value)]), ...times.map(timeText)];
  const text = parts.length === 0 ? texts.words.default : parts.join("; ");
  return label === undefined ? text : `${label}: ${text}`;
}

const timeText = ({ at, value }: Pick<PlanTime, "at" | "value">): string =>
  `${atText(at)} ${valueWord(value)}`;
