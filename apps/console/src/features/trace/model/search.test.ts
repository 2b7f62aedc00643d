import { describe, expect, it } from "vitest";
import {
  carried,
  parseTraceSearch,
  patternsOf,
  tagsOf,
  withFilter,
  withOpen,
  withOrder,
  withPage,
} from "./search.ts";

describe("the address of the debugger", () => {
  it("takes what is valid and drops the rest", () => {
    expect(
      parseTraceSearch({
        tab: "pods",
        name: "mqtt.*",
        tag: ["a", " a ", "", 5],
        page: "3",
        order: "value",
        desc: true,
      }),
    ).toEqual({ tab: "pods", name: ["mqtt.*"], tag: ["a"], page: 3, order: "value", desc: true });
    expect(
      parseTraceSearch({ tab: "channels", name: [], page: -1, order: "evil", desc: true, other: 1 }),
    ).toEqual({});
    expect(parseTraceSearch({ name: Array.from({ length: 90 }, (_, i) => `n${i}`) }).name).toHaveLength(50);
  });

  it("begins a new filter or order at the first page", () => {
    const search = { tab: "pods", name: ["a"], page: 4, order: "last", desc: true } as const;
    const mutable = { ...search, name: [...search.name] };
    expect(withFilter(mutable, { names: ["b"], tags: ["t"] })).toEqual({
      tab: "pods",
      name: ["b"],
      tag: ["t"],
      order: "last",
      desc: true,
    });
    expect(withFilter(mutable, { names: [], tags: [] })).toEqual({ tab: "pods", order: "last", desc: true });
    expect(withPage({ page: 4 }, 1)).toEqual({});
    expect(withPage({}, 2)).toEqual({ page: 2 });
  });

  it("names the channel whose details are open, and nothing that could be none", () => {
    expect(parseTraceSearch({ open: "mqtt.a.b" })).toEqual({ open: "mqtt.a.b" });
    for (const open of ["a*", "a b", "", "x".repeat(501), 5]) expect(parseTraceSearch({ open })).toEqual({});
    expect(withOpen({ name: ["a"], open: "b" }, undefined)).toEqual({ name: ["a"] });
    expect(withOpen({ name: ["a"] }, "b")).toEqual({ name: ["a"], open: "b" });
  });

  it("takes words along to another view, but no patterns of whole names", () => {
    expect(carried({ name: ["*halle*"] }, "pods")).toEqual({ tab: "pods", name: ["*halle*"] });
    expect(carried({ tab: "pods", name: ["*halle*"] }, "channels")).toEqual({ name: ["*halle*"] });
    expect(carried({ name: ["*halle*", "mqtt.a.*"] }, "interfaces")).toEqual({ tab: "interfaces" });
    expect(carried({ name: ["*halle*"] }, "watchlist")).toEqual({ tab: "watchlist" });
  });

  it("goes through the orders of a heading", () => {
    const up = withOrder({ page: 3 }, "value");
    expect(up).toEqual({ order: "value" });
    const down = withOrder(up, "value");
    expect(down).toEqual({ order: "value", desc: true });
    expect(withOrder(down, "value")).toEqual({});
    expect(withOrder(down, "chan")).toEqual({ order: "chan" });
  });
});

describe("what a person types", () => {
  it("is a pattern, a full name, or contained", () => {
    expect(patternsOf("temp, mqtt.halle.t1 ,knx.*,,mqtt.halle")).toEqual([
      "*temp*",
      "mqtt.halle.t1*",
      "knx.*",
      "*mqtt.halle*",
    ]);
    expect(patternsOf("  ")).toEqual([]);
  });
  it("is a tag as it stands", () => {
    expect(tagsOf("klima, licht ,")).toEqual(["klima", "licht"]);
  });
});
