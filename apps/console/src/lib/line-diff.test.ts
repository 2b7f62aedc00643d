import { array, assert, constantFrom, property } from "fast-check";
import { expect, it } from "vitest";
import { diffLines, linesOf, mergeTexts } from "./line-diff.ts";

const both = (mine: readonly string[], theirs: readonly string[]) => ["<", ...mine, "|", ...theirs, ">"];
const merge = (base: string, mine: string, theirs: string) =>
  mergeTexts(
    base.split("").join("\n"),
    mine.split("").join("\n"),
    theirs.split("").join("\n"),
    both,
  ).replaceAll("\n", "");

it.each([
  ["abc", "abc", "abc", "abc"],
  ["abc", "aXc", "abc", "aXc"],
  ["abc", "abc", "aYc", "aYc"],
  ["abcdef", "aXcdef", "abcdYf", "aXcdYf"],
  ["abc", "aXc", "aXc", "aXc"],
  ["abc", "aXc", "aYc", "a<X|Y>c"],
  ["abc", "abcX", "Yabc", "YabcX"],
  ["abc", "ac", "abcY", "acY"],
  ["abc", "ac", "aYc", "a<|Y>c"],
  ["", "x", "y", "<x|y>"],
  ["abcde", "aXYZe", "abQde", "a<XYZ|bQd>e"],
])("puts %j, made %j here and %j there, together as %j", (base, mine, theirs, expected) => {
  expect(merge(base, mine, theirs)).toBe(expected);
});

const letters = array(constantFrom("a", "b", "c", "d"), { maxLength: 14 });

it("loses no line: what the hunks say makes the other text of the base", () => {
  assert(
    property(letters, letters, (base, other) => {
      const made: string[] = [];
      let line = 0;
      for (const hunk of diffLines(base, other)) {
        made.push(...base.slice(line, hunk.base[0]), ...other.slice(...hunk.other));
        line = hunk.base[1];
      }
      expect([...made, ...base.slice(line)]).toEqual(other);
    }),
  );
});

it("is the other's text where only one of both changed it, whichever that is", () => {
  assert(
    property(letters, letters, (base, other) => {
      const [b, o] = [base.join("\n"), other.join("\n")];
      expect(mergeTexts(b, o, b, both)).toBe(o);
      expect(mergeTexts(b, b, o, both)).toBe(o);
      expect(mergeTexts(b, o, o, both)).toBe(o);
    }),
  );
});

it("takes texts without a common line in one piece, however long", () => {
  const long = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join("\n");
  expect(diffLines(linesOf(long("a")), linesOf(long("b")))).toEqual([
    { base: [0, 20_000], other: [0, 20_000] },
  ]);
});
