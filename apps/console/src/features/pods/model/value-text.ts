/** A channel's value and its age as they are shown. */
import { numberFormat } from "../../../lib/intl.ts";
import { podsTexts } from "../../../texts/index.ts";

const digits = (maximumSignificantDigits: number) =>
  numberFormat({ maximumSignificantDigits, useGrouping: false });
const double = digits(15);
/** A single-precision number holds no more; further digits would be made up. */
const single = digits(7);

export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") {
    const isSingle = !Number.isInteger(value) && Math.fround(value) === value;
    return (isSingle ? single : double).format(value);
  }
  if (typeof value === "boolean") return podsTexts.values.boolean[value ? "true" : "false"];
  return value === undefined ? "" : JSON.stringify(value);
}

/** Age in its largest unit, from ms: "0 s", "59 s", "12 Min.", "3 Std.", "5 Tage". */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 120) return `${seconds}\u00a0s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} Min.`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} Std.`;
  return `${Math.floor(seconds / 86_400)} Tage`;
}
