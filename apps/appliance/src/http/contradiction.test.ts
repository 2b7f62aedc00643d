import { type CallSpec, calls } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { givenByPath, refuseContradiction } from "./contradiction.ts";

function refused(given: Record<string, string>, query: unknown, body?: unknown): string {
  try {
    refuseContradiction(given, query, body);
  } catch (error) {
    if (error instanceof InvalidInputError) return error.fields[0]?.field ?? "";
    throw error;
  }
  return "";
}

describe("a request that says two things", () => {
  const withParams = (Object.entries(calls) as [string, CallSpec][]).filter(([, spec]) => spec.params);

  it.each(withParams)("is refused: %s with another value for what its path says", (_name, spec) => {
    const names = [...spec.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(0);
    const given = givenByPath(spec, Object.fromEntries(names.map((name) => [name, "this"])));
    for (const name of names) {
      expect(refused(given, { [name]: "other" })).toBe(name);
      expect(refused(given, {}, { [name]: "other" })).toBe(name);
      expect(refused(given, { [name]: ["this", "other"] })).toBe(name);
      expect(refused(given, { [name]: "this" }, { [name]: "this" })).toBe("");
    }
  });

  it("is refused: a field of a form under its own name for a part of the path", () => {
    const given = givenByPath(calls.projectRun, { action: "upload" });
    expect(given).toEqual({ action: "upload", mode: "upload" });
    expect(refused(given, { mode: "check" })).toBe("mode");
  });

  it("is refused: address and body that differ", () => {
    expect(refused({}, { pod: "mqtt.a" }, { pod: "mqtt.b" })).toBe("pod");
    expect(refused({}, { pod: "mqtt.a" }, { pod: "mqtt.a" })).toBe("");
    expect(refused({}, { auth_token: "x" }, { constructor: 1 })).toBe("");
    expect(refused({}, undefined, [1])).toBe("");
  });
});
