import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareWithList, missingCalls, NOT_BUILT_LIST } from "./missing-calls.ts";

describe("docs/calls-not-built.txt", () => {
  it("lists exactly the calls that nobody answers yet", async () => {
    expect(compareWithList(await missingCalls(), readFileSync(NOT_BUILT_LIST, "utf8"))).toEqual({
      added: [],
      built: [],
    });
  });
  it("would notice a call that is neither built nor listed, and one that is both", () => {
    expect(compareWithList(["a", "b"], "b\nc\n")).toEqual({ added: ["a"], built: ["c"] });
  });
});
