import { describe, expect, it } from "vitest";
import { followPointer, POINTER_PATTERN, parsePointer } from "./pointer.ts";

/** The examples of RFC 6901 §5. */
const DOCUMENT = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};

describe("JSON pointer", () => {
  it.each([
    ["", DOCUMENT],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
    ["/foo/2", undefined],
    ["/foo/01", undefined],
    ["/foo/-", undefined],
    ["/foo/length", undefined],
    ["/toString", undefined],
    ["/constructor/name", undefined],
    ["/foo/0/x", undefined],
  ])("%s", (pointer, value) => {
    expect(pointer).toMatch(POINTER_PATTERN);
    expect(followPointer(parsePointer(pointer), DOCUMENT)).toEqual(value);
  });

  it("refuses what is no pointer", () => {
    for (const bad of ["foo", "/a~b", "/~2"]) expect(bad).not.toMatch(POINTER_PATTERN);
  });
});
