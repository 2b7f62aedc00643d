import { expect, it } from "vitest";
import { newPasswordState, repeatState } from "./password-hint.ts";

it.each([
  ["", "empty"],
  ["1234567", "tooShort"],
  ["12345678", "valid"],
  ["ä".repeat(1_024), "valid"],
  ["ä".repeat(1_025), "tooLong"],
])("the first field with %s is %s", (pwd, state) => expect(newPasswordState(pwd)).toBe(state));

it.each([
  ["12345678", "", "empty"],
  ["12345678", "1234567", "notEqual"],
  ["12345678", "12345678", "valid"],
  ["1234", "1234", "tooShort"],
])("the repetition of %s by %j is %s", (pwd, repeat, state) => expect(repeatState(pwd, repeat)).toBe(state));
