/** Calls in words, and back: a search for words finds the calls they stand for. */
import { auditTexts } from "../../../texts/index.ts";

export const labelOf = (call: string): string => auditTexts.what[call] ?? call;

/** More exact than the call where one call does two things. */
export function actionOf({ call, after }: { call: string; after?: unknown }): string {
  if (call !== "projectRun" || typeof after !== "object" || after === null) return labelOf(call);
  const { action } = after as { action?: unknown };
  return (Object.hasOwn(auditTexts.runs, String(action)) && auditTexts.runs[String(action)]) || labelOf(call);
}

/** What became of a call, in words; a code that has none as it is. */
export function resultOf({ call, result }: { call: string; result: number }): string {
  if (result === 0) return auditTexts.ok;
  if (call === "login" && result === 401) return auditTexts.wrongPassword;
  return auditTexts.results[result] ?? auditTexts.failed(result);
}

/** A field's path in words; a part without words as it is. */
export const fieldOf = (path: string): string =>
  path
    .split(".")
    .map((part) => (Object.hasOwn(auditTexts.fields, part) ? auditTexts.fields[part] : part))
    .join(" › ");

export function callsFor(search: string): string[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return [];
  return Object.entries(auditTexts.what).flatMap(([call, label]) =>
    label.toLowerCase().includes(wanted) ? [call] : [],
  );
}
