import { describe, expect, it } from "vitest";
import { testSchemas } from "../testing/project.ts";
import { arrange } from "./arrange.ts";

describe("arrange", () => {
  it("leaves the columns where they are, where a row would become a comment", () => {
    const rows = [{ cells: ["pod", "label", "channel"] }, { cells: ["a", "x", "c"] }];
    const first = { cells: ["label", "channel", "address"] };
    const table = { name: "bus", rows: [first, { cells: ["b", "c", 1] }] };
    expect(arrange({ name: "bus", rows }, testSchemas).rows[1]?.cells).toEqual(["a", "c", "x"]);
    expect(arrange(table, testSchemas).rows[1]?.cells).toEqual(["c", "b", 1]);
    const marked = { name: "bus", rows: [first, { cells: ["b", "# c", 1] }] };
    expect(arrange(marked, testSchemas).rows.map(({ cells }) => cells)).toEqual([
      first.cells,
      ["b", "# c", 1],
    ]);
  });

  it("leaves a table alone that no project has, or that has no header", () => {
    const foreign = { name: "fremd", rows: [{ cells: [" a "] }] };
    expect(arrange(foreign, testSchemas)).toBe(foreign);
    const bare = { name: "bus", rows: [{ cells: [" a ", "b"] }] };
    expect(arrange(bare, testSchemas)).toBe(bare);
  });
});
