import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { germanIssue } from "../issue-texts.ts";
import { energyCsv } from "./energy.ts";

const refusal = (schema: z.ZodMiniType | undefined, input: unknown) => {
  const { error } = z.safeParse(schema ?? expect.fail(), input, { error: germanIssue });
  return error?.issues.map(({ message, path }) => [path.join("."), message]);
};

describe("days of consumption", () => {
  const span = { from: "2026-02-01", to: "2026-03-01", step: "day" };

  it("are days that there are", () => {
    expect(refusal(energyCsv.query, { ...span, from: "2028-02-29" })).toBeUndefined();
    const none = "Diesen Tag gibt es nicht.";
    expect(refusal(energyCsv.query, { ...span, from: "2026-02-30" })).toEqual([["from", none]]);
    expect(refusal(energyCsv.query, { ...span, to: "2026-13-01" })).toEqual([["to", none]]);
    expect(refusal(energyCsv.query, { ...span, to: "gestern" })).toEqual([
      ["to", "Erwartet wird ein Tag wie 2026-11-25."],
    ]);
  });
});
