import { expect, it } from "vitest";
import { textAt } from "./code-completion.ts";

it.each([
  ['read("ping.a', "ping.a", true],
  ["local x = write ( 'ping", "ping", true],
  ['on_change "', "", true],
  ['log("an", "aus', "aus", false],
  ['local t = { ["a\\"b"] = read("p', "p", true],
])("the text in which the cursor stands is known: %s", (line, text, naming) => {
  expect(textAt(line)).toEqual({ text, naming });
});

it.each(['read("ping.a")', "local x = 1", '-- read("ping', 'log("a" -- "b', 'read("a\\'])(
  "outside of texts there is none: %s",
  (line) => {
    expect(textAt(line)).toBeUndefined();
  },
);

it("a long line of quotes takes no time", () => {
  expect(textAt(`${"'' \"\" ".repeat(20_000)}-- "x`)).toBeUndefined();
});
