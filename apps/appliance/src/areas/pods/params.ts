/** Which settings the console may make for a pod of a type, beyond internal or external. */
import { germanIssue, LIMITS } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import * as z from "zod/mini";

const NONE = z.strictObject({});

const SCHEMAS: Readonly<Record<string, z.ZodMiniType<Record<string, unknown>>>> = {
  knx: z.strictObject({
    nat: z.boolean(),
    /** Delay between telegrams, ms. */
    time: z.int().check(z.minimum(0), z.maximum(LIMITS.podTimeMax)),
  }),
};

/** @throws InvalidInputError that names the fields below `params`. */
export function checkParams(type: string, params: Record<string, unknown>): Record<string, unknown> {
  const schema = Object.hasOwn(SCHEMAS, type) ? (SCHEMAS[type] ?? NONE) : NONE;
  const result = z.safeParse(schema, params, { error: germanIssue });
  if (result.success) return result.data;
  throw new InvalidInputError(
    result.error.issues.map((issue) => ({
      field: ["params", ...issue.path].map(String).join("."),
      message: issue.message,
    })),
  );
}
