/** Calls in words, and back: a search for words finds the calls they stand for. */
import { auditTexts } from "../../../texts/index.ts";

export const labelOf = (call: string): string => auditTexts.what[call] ?? call;

export function callsFor(search: string): string[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return [];
  return Object.entries(auditTexts.what).flatMap(([call, label]) =>
    label.toLowerCase().includes(wanted) ? [call] : [],
  );
}
