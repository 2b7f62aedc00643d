/**
 * Forms whose rules are the schemas of the contract, so that the console hints at what the appliance would refuse:
 *
 *     const errors = schemaErrors(licenseUpload.body, { key });   field → hint
 *     setApiErrors(form, error)           puts the appliance's field errors under their fields
 */

import { germanIssue, type Schema } from "@hubwart/contract";
import type { UseFormReturnType } from "@mantine/form";
import { commonTexts } from "../texts/index.ts";
import { ApiError } from "./errors.ts";

/** An empty field is asked for, not corrected; everything else is said as the appliance would say it. */
const hint: typeof germanIssue = (issue) => {
  const empty = issue.input === undefined || issue.input === null || issue.input === "";
  return empty ? commonTexts.form.required : germanIssue(issue);
};

/** Field (dotted path) → hint; empty if the schema accepts the values. The first issue of a field counts. */
export function schemaErrors(schema: Schema, values: unknown): Record<string, string> {
  const result = schema.safeParse(values, { error: hint });
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.map(String).join(".")] ??= message;
  return errors;
}

/** Shows the appliance's field errors under their fields. False if the error names no field. */
export function setApiErrors<V extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<V>, "setErrors">,
  error: unknown,
): boolean {
  const refused = error instanceof ApiError ? error.byField : undefined;
  if (refused) form.setErrors(refused);
  return refused !== undefined;
}
