import type { FieldErrors } from "../../../lib/use-edit.ts";
import { scriptsTexts } from "../../../texts/index.ts";

/** A new script is saved empty: under a name that is taken it would wipe what is there. */
export function refusedName(file: string, taken: readonly string[]): FieldErrors {
  return taken.includes(file) ? { file: scriptsTexts.taken(file) } : {};
}
