import { SCRIPT_LIMITS } from "@hubwart/lua";
import { expect, it } from "vitest";
import { handedOver } from "./outcome.ts";

it("takes values from a worker up to their length, and nothing that is no JSON", () => {
  expect(handedOver('{"a":[1,null]}')).toEqual({ a: [1, null] });
  expect(handedOver("null")).toBeNull();
  expect(handedOver("{")).toBeUndefined();
  expect(handedOver(`"${"x".repeat(SCRIPT_LIMITS.handedChars - 2)}"`)).toHaveLength(
    SCRIPT_LIMITS.handedChars - 2,
  );
  expect(handedOver(`"${"x".repeat(SCRIPT_LIMITS.handedChars - 1)}"`)).toBeUndefined();
});
