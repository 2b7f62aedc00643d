import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { germanIssue } from "../issue-texts.ts";
import { energyCsv, energyReport } from "./energy.ts";

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

describe("the period of a report", () => {
  it("is a month or year that has one before it which can be asked for", () => {
    for (const period of ["1970", "1970-01", "2026-12", "9999-12"])
      expect(refusal(energyReport.query, { period })).toBeUndefined();
    const told = "Erwartet wird ein Monat wie 2026-11 oder ein Jahr wie 2026, nicht vor 1970.";
    for (const period of ["0000-01", "0001", "1969-12", "2026-13", "26-11", ""])
      expect(refusal(energyReport.query, { period })).toEqual([["period", told]]);
  });
});
