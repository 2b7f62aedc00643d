import { InvalidInputError } from "@hubwart/core";
import * as z from "zod/mini";

/** Of channel names. */
export const patterns = z.array(z.string().check(z.maxLength(500))).check(z.maxLength(1_000));

/** @throws InvalidInputError naming the fields */
export function parsed<S extends z.ZodMiniType>(shape: S, raw: unknown): z.infer<S> {
  const result = z.safeParse(shape, raw);
  if (result.success) return result.data;
  throw new InvalidInputError(
    result.error.issues.map(({ path, message }) => ({ field: path.join("."), message })),
  );
}
