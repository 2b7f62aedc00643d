import { commonTexts } from "../texts/index.ts";

const texts = commonTexts.conflict;

/** A value of a form as a person reads it. */
export function fieldText(value: unknown): string {
  if (value === undefined || value === null || value === "") return texts.empty;
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  if (Array.isArray(value)) return value.length === 0 ? texts.empty : value.map(fieldText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
