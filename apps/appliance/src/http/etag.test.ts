import { describe, expect, it } from "vitest";
import { etagOf, matches } from "./etag.ts";

describe("the version of settings", () => {
  const tag = etagOf({ a: { x: 1, y: [1, 2] }, b: 2 }, ["a"]);

  it("is the same for equal settings, in whatever order they stand, and for what it does not cover", () => {
    expect(etagOf({ b: 3, a: { y: [1, 2], x: 1 } }, ["a"])).toBe(tag);
    expect(etagOf({ a: { x: 1, y: [1, 2], state: "ok" } }, ["a"], ["state"])).toBe(
      etagOf({ a: { x: 1, y: [1, 2], state: "bad" } }, ["a"], ["state"]),
    );
  });

  it("is another for every change", () => {
    const others = [{ a: { x: 2, y: [1, 2] } }, { a: { x: 1, y: [2, 1] } }, { a: { x: 1 } }, {}];
    const tags = others.map((other) => etagOf(other, ["a"]));
    expect(new Set([tag, ...tags]).size).toBe(others.length + 1);
  });

  it("is met by itself, in a list too, and by *", () => {
    for (const given of [tag, `"x", ${tag}`, "*"]) expect(matches(given, tag)).toBe(true);
    for (const given of ["", '"x"', tag.slice(1, -1), `W/${tag}`]) expect(matches(given, tag)).toBe(false);
  });
});
