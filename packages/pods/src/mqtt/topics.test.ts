import { describe, expect, it } from "vitest";
import { FilterTree } from "./filter-tree.ts";
import { filterProblem, nameProblem } from "./topics.ts";

describe("topics", () => {
  it("accepts filters as the standard has them", () => {
    for (const filter of ["a", "a/b", "/", "+", "#", "a/+/c", "a/#", "+/+/#", "$SYS/#", "ä b/c"]) {
      expect(filterProblem(filter)).toBeUndefined();
    }
    for (const filter of ["", "a/#/b", "a#", "a+", "+a/b", "a\0b", "x".repeat(65_536)]) {
      expect(filterProblem(filter)).toBeTypeOf("string");
    }
    expect(nameProblem("a/b")).toBeUndefined();
    expect(nameProblem("a/+")).toMatch(/Platzhalter/);
  });
});

/** Matching written down again, level by level, as the standard words it. */
function matches(filter: string, topic: string): boolean {
  const f = filter.split("/");
  const t = topic.split("/");
  if (topic.startsWith("$") && (f[0] === "+" || f[0] === "#")) return false;
  for (const [i, level] of f.entries()) {
    if (level === "#") return true;
    if (i >= t.length) return false;
    if (level !== "+" && level !== t[i]) return false;
  }
  return f.length === t.length;
}

describe("FilterTree", () => {
  it("finds exactly the filters that match", () => {
    const levels = ["a", "b", "+", ""];
    const filters: string[] = ["#", "$SYS/#", "+/#"];
    for (const x of levels) {
      filters.push(x, `${x}/#`);
      for (const y of levels) filters.push(`${x}/${y}`, `${x}/${y}/#`, `${x}/${y}/b`);
    }
    const distinct = [...new Set(filters)];
    const tree = new FilterTree<string>();
    for (const filter of distinct) tree.add(filter, filter);
    for (const topic of ["a", "b", "a/b", "/", "a/", "a/b/b", "c/a/b/d", "$SYS/a", "$SYS", "b/c"]) {
      expect(tree.match(topic).sort()).toEqual(distinct.filter((f) => matches(f, topic)).sort());
    }
  });

  it("finds the filters that cover a filter", () => {
    const tree = new FilterTree<string>();
    for (const filter of ["#", "a/#", "a/+", "a/+/c", "+/b"]) tree.add(filter, filter);
    expect(tree.match("a/+").sort()).toEqual(["#", "a/#", "a/+"]);
    expect(tree.match("a/#").sort()).toEqual(["#", "a/#"]);
    expect(tree.match("+/b").sort()).toEqual(["#", "+/b"]);
    expect(tree.match("$SYS/#")).toEqual([]);
  });
});
