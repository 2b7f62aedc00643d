import { commonTexts } from "../texts/index.ts";
import type { FieldErrors } from "./use-edit.ts";

/** Adding under a name that is taken would change what has it: refused beside the field. */
export function refuseTaken(field: string, name: string, taken: readonly string[]): FieldErrors {
  return taken.includes(name) ? { [field]: commonTexts.form.taken(name) } : {};
}
