import { expect, it } from "vitest";
import { KEY_TEXTS, keyState } from "./key-state.ts";

it.each([
  ["", "empty"],
  ["   ", "empty"],
  ["*****-*****", "same"],
  [" *****-***** ", "same"],
  ["*****-****", "invalid"],
  ["A".repeat(201), "invalid"],
  ["https://example.com", "invalid"],
  ["ABCDE-12345", "valid"],
  [" abcde 12345 ", "valid"],
] as const)("takes %j for %s", (typed, state) => {
  expect(keyState(typed, "*****-*****")).toBe(state);
});

it("accepts any key where there is none yet", () => {
  expect(keyState("ABCDE", "")).toBe("valid");
});

it("has a text for each refusal", () => {
  expect(KEY_TEXTS).toEqual({
    empty: "Es wurde kein Lizenzschlüssel eingegeben.",
    invalid: "Der Lizenzschlüssel ist ungültig.",
    same: "Der Lizenzschlüssel wurde nicht geändert.",
  });
});
