import { expect, it } from "vitest";
import { KEY_TEXTS, keyState, mayBeSame } from "./key-state.ts";

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

it("takes a key for the same once the appliance said so", () => {
  expect(keyState("ABCDE-12345", "*****-*****", true)).toBe("same");
  expect(keyState("", "*****-*****", true)).toBe("empty");
});

it.each([
  ["ABCDE-12345", true],
  [" abcde 12345 ", true],
  ["ABCDE-1234", false],
  ["ABCDE-123456", false],
  ["*****-*****", false],
  ["", false],
  ["ABCDE/1234", false],
] as const)("asks about %j: %s", (typed, asked) => {
  expect(mayBeSame(typed, "*****-*****")).toBe(asked);
  expect(mayBeSame(typed, "")).toBe(false);
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
