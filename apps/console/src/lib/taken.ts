import { CODES } from "@hubwart/contract";
import { commonTexts } from "../texts/index.ts";
import { ApiError } from "./errors.ts";
import type { FieldErrors } from "./use-edit.ts";

/** Adding under a name that is taken would change what has it: refused beside the field. */
export function refuseTaken(field: string, name: string, taken: readonly string[]): FieldErrors {
  return taken.includes(name) ? { [field]: commonTexts.form.taken(name) } : {};
}

/** The same, where somebody else added it while one was typing. */
export const refusedTaken = (field: string, name: string): ApiError =>
  new ApiError(CODES.badRequest, { fields: [{ field, message: commonTexts.form.taken(name) }] });
