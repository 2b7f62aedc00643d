import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { germanIssue } from "../issue-texts.ts";
import { traceGet, tracePost } from "./trace.ts";

const refusal = (schema: z.ZodMiniType | undefined, input: unknown) => {
  const { error } = z.safeParse(schema ?? expect.fail(), input, { error: germanIssue });
  return error?.issues.map(({ message, path }) => [path.join("."), message]);
};

describe("filters of channels", () => {
  it("are as long as the hub takes them, and no longer", () => {
    expect(refusal(traceGet.query, { filter: "a".repeat(500) })).toBeUndefined();
    const told = "Erlaubt sind höchstens 500 Zeichen.";
    expect(refusal(traceGet.query, { filter: "a".repeat(501) })).toEqual([["filter", told]]);
    expect(refusal(traceGet.query, { tags: ["a", "b".repeat(501)] })).toEqual([["tags.1", told]]);
    expect(refusal(tracePost.body, { filter: ["*", "a".repeat(501)] })).toEqual([["filter.1", told]]);
  });
});
