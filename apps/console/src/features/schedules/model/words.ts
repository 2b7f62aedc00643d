/** Days, values and times as the page says them. */
import { atText, type LaneEdge, type PlanValue, rangeText } from "@hubwart/schedule";
import { valueText } from "../../../lib/value-text.ts";
import { schedulesTexts } from "../../../texts/index.ts";
import { calendarOf, daysOf, edgesOf, type Form } from "./form.ts";

const texts = schedulesTexts.edit;

/** `Montag`, `Kalender Feiertag` */
export function laneName(key: string): string {
  const calendar = calendarOf(key);
  return calendar === undefined ? (texts.days[Number(key) - 1] ?? key) : texts.calendar(calendar);
}

export const laneShort = (key: string): string => calendarOf(key) ?? texts.daysShort[Number(key) - 1] ?? key;

export const valueWithUnit = (value: PlanValue, unit: string | undefined): string =>
  typeof value === "number" && unit !== undefined ? `${valueText(value)}\u00a0${unit}` : valueText(value);

export const edgeText = ({ at, value }: LaneEdge, unit?: string): string =>
  `${atText(at)} ${valueWithUnit(value, unit)}`;

/** Fields of the form for what is said when two people changed the same. */
export const formWords = {
  label: (field: string): string => texts.fields[field] ?? laneName(field),
  value: (field: string, value: unknown): string => {
    const form: Form = { [field]: typeof value === "string" ? value : "" };
    if (field === "days") return daysOf(form).map(rangeText).join(", ") || texts.nothing;
    if (texts.fields[field] !== undefined)
      return form[field] === "null" || form[field] === "[]" ? texts.nothing : (form[field] ?? "");
    return (
      edgesOf(form, field)
        .map((edge) => edgeText(edge))
        .join("; ") || texts.nothing
    );
  },
};
