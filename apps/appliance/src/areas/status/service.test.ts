import { describe, expect, it } from "vitest";
import { hubState, lastReason } from "./service.ts";

describe("why the hub was last started or stopped", () => {
  it("is the licence for as long as there is none, and else what the launcher knows", () => {
    for (const reason of [1, 2, 3] as const) {
      expect(lastReason({ lastrc: 5 }, { state: "no_license", reason })).toBe(reason);
      expect(lastReason({ lastrc: 5 }, { state: "running", reason })).toBe(5);
    }
    expect(lastReason({ lastrc: 1001 }, { state: "no_license" })).toBe(1001);
    expect(lastReason(undefined, undefined)).toBe(0);
  });
});

describe("the state of the hub", () => {
  const running = { running: true };
  it("is what the hub says, or what its process is", () => {
    expect(hubState(running, { state: "running" })).toEqual({ state: "running" });
    expect(hubState(running, { state: "stopped", error: "kaputt" })).toEqual({
      state: "stopped",
      error: "kaputt",
    });
    expect(hubState(running, undefined)).toEqual({ state: "init" });
    expect(hubState({ running: false }, undefined)).toEqual({ state: "stopped" });
  });
  it("is not running while the hub does not answer, whatever it said before", () => {
    expect(hubState({ running: true, silent: true }, { state: "running" })).toEqual({
      state: "stopped",
      error: "Er antwortet nicht. Bleibt es dabei, wird er neu gestartet.",
    });
  });
});
