import { beforeAll, describe, expect, it } from "vitest";
import { etagOf, matches } from "./etag.ts";

describe("the version of settings", () => {
  let tag = "";
  beforeAll(async () => {
    tag = await etagOf({ a: { x: 1, y: [1, 2] }, b: 2 }, ["a"]);
  });

  it("is the same for equal settings, in whatever order they stand, and for what it does not cover", async () => {
    expect(await etagOf({ b: 3, a: { y: [1, 2], x: 1 } }, ["a"])).toBe(tag);
    expect(await etagOf({ a: { x: 1, y: [1, 2], state: "ok" } }, ["a"], ["state"])).toBe(
      await etagOf({ a: { x: 1, y: [1, 2], state: "bad" } }, ["a"], ["state"]),
    );
  });

  it("is another for every change", async () => {
    const others = [{ a: { x: 2, y: [1, 2] } }, { a: { x: 1, y: [2, 1] } }, { a: { x: 1 } }, {}];
    const tags = await Promise.all(others.map((other) => etagOf(other, ["a"])));
    expect(new Set([tag, ...tags]).size).toBe(others.length + 1);
  });

  it("is another for a change at the end of a long list, and does not count what it is to leave out there", async () => {
    const rows = (last: object) => ({
      rows: [...Array.from({ length: 3_000 }, (_, at) => ({ at, state: 1 })), last],
    });
    const of = (last: object) => etagOf(rows(last), ["rows"], ["state"]);
    expect(await of({ at: 1, state: 2 })).toBe(await of({ state: 3, at: 1 }));
    expect(await of({ at: 1 })).not.toBe(await of({ at: 2 }));
  });

  it("is met by itself, in a list too, and by *", () => {
    for (const given of [tag, `"x", ${tag}`, "*"]) expect(matches(given, tag)).toBe(true);
    for (const given of ["", '"x"', tag.slice(1, -1), `W/${tag}`]) expect(matches(given, tag)).toBe(false);
  });
});
