/** Input through its schema; what does not fit becomes an InvalidInputError in German that names the field. */
import { germanIssue, type Schema } from "@hubwart/contract";
import { DEEPEST_VALUE, InvalidInputError, tooDeep } from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

/** As many offending fields are named, so that a hostile body cannot make a large answer. */
const MOST_FIELDS = 50;

/** A channel's value is a field of a body. */
const DEEPEST_INPUT = DEEPEST_VALUE + 1;

export function parse<S extends Schema>(schema: S, input: unknown, whole: string): z.output<S> {
  // Looked at first: what walks over the value afterwards may call itself.
  if (tooDeep(input, DEEPEST_INPUT)) {
    const message = texts.tooDeep(DEEPEST_VALUE);
    throw new InvalidInputError([{ field: whole, message }]);
  }
  const result = z.safeParse(schema, input, { error: germanIssue });
  if (result.success) return result.data;
  throw new InvalidInputError(
    result.error.issues.slice(0, MOST_FIELDS).map((issue) => ({
      field: issue.path.map(String).join(".").slice(0, 200) || whole,
      message: issue.message,
    })),
  );
}
