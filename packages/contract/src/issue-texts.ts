/**
 * German sentences for what a schema refuses: they name what is allowed. Server (400 answers) and console
 * (hints under fields) give this to the parser:
 *
 *     z.safeParse(schema, input, { error: germanIssue })
 *
 * A schema that carries its own `error` keeps it.
 */
import type * as z from "zod/mini";
import { texts } from "./texts/issues.ts";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

export function germanIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? texts.missing(issue.expected) : texts.wrongType(issue.expected);
    case "too_small":
      return size(issue.origin, issue.minimum, issue.inclusive === false ? texts.moreThan : texts.atLeast);
    case "too_big":
      return size(issue.origin, issue.maximum, issue.inclusive === false ? texts.lessThan : texts.atMost);
    case "invalid_value":
      return texts.oneOf(issue.values.map(String));
    case "invalid_format":
      return texts.wrongFormat(issue.format);
    case "not_multiple_of":
      return texts.multipleOf(issue.divisor);
    case "unrecognized_keys":
      return texts.unknownKeys(issue.keys);
    case "invalid_key":
      return texts.wrongKey;
    case "invalid_element":
      return texts.wrongElement;
    case "invalid_union":
      return texts.noSuchForm;
    case "custom":
    default:
      return texts.notAllowed;
  }
}

function size(origin: string, limit: number | bigint, word: string): string {
  switch (origin) {
    case "string":
      return texts.characters(word, limit);
    case "array":
    case "set":
    case "map":
      return texts.entries(word, limit);
    case "file":
      return texts.bytes(word, limit);
    default:
      return texts.value(word, limit);
  }
}
