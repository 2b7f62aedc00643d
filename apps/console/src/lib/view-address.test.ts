import { describe, expect, it } from "vitest";
import { sortFrom, sortText, textIn, viewsIn, without, withText } from "./view-address.ts";

describe("what of a table stands in the address", () => {
  it("is text, whatever somebody wrote there", () => {
    expect(textIn({ "pods.q": 42 }, "pods.q")).toBe("42");
    expect(textIn({ "pods.q": "a".repeat(300) }, "pods.q")).toHaveLength(200);
    for (const other of [{}, [1], null, undefined]) expect(textIn({ "pods.q": other }, "pods.q")).toBe("");
  });
  it("leaves what else is there, and nothing behind when it is as at first", () => {
    expect(withText({ tab: "x", "pods.q": "a" }, "pods.q", "b")).toEqual({ tab: "x", "pods.q": "b" });
    expect(withText({ tab: "x", "pods.q": "a" }, "pods.q", "")).toEqual({ tab: "x" });
  });
  it("is told from what the page itself writes", () => {
    expect(viewsIn({ tab: "x", filter: "a", "pods.q": "b", "pods.sort": "-id" })).toEqual({
      "pods.q": "b",
      "pods.sort": "-id",
    });
  });
  it("says every order there is, and only another one than at first", () => {
    for (const first of [undefined, { id: "a", desc: false }, { id: "b", desc: true }]) {
      for (const sort of [
        undefined,
        ...["a", "b"].flatMap((id) => [
          { id, desc: false },
          { id, desc: true },
        ]),
      ]) {
        expect(sortFrom(sortText(sort, first), ["a", "b"], first)).toEqual(sort);
      }
      expect(sortText(first, first)).toBe("");
      expect(sortFrom("unknown", ["a", "b"], first)).toEqual(first);
    }
  });
});

it("loses named entries alone", () => {
  expect(without({ tab: "x", "log.page": "1-1", "log.q": "a" }, ["log.page", "log.line"])).toEqual({
    tab: "x",
    "log.q": "a",
  });
});
