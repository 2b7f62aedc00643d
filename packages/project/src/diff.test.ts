import { describe, expect, it } from "vitest";
import type { CompiledProject } from "./compiled.ts";
import { diffProjects, isLinkOnlyChange } from "./diff.ts";
import { compileTables, goodTables, type Tables } from "./testing/project.ts";

async function compiled(change: (tables: Tables) => void = () => {}): Promise<CompiledProject> {
  const tables = goodTables();
  change(tables);
  const result = await compileTables(tables);
  if (!result.compiled) throw new Error(JSON.stringify(result.errors));
  return result.compiled;
}

function cell(tables: Tables, table: string, row: number, column: number, value: string | number): void {
  const cells = tables[table]?.[row];
  if (!cells) throw new Error("no such row");
  cells[column] = value;
}

describe("diffProjects", () => {
  it("lists what is added, changed and removed", async () => {
    const before = await compiled();
    const after = await compiled((tables) => {
      cell(tables, "bus", 1, 5, "Neue Beschriftung");
      cell(tables, "echo", 1, 1, "renamed");
      cell(tables, "links", 2, 0, "echo.e.renamed");
      cell(tables, "links", 1, 2, 9);
    });
    expect(diffProjects(before, after)).toEqual({
      changes: [
        { chan: "bus.a.temp", change: "changed" },
        { chan: "echo.e.alive", change: "removed" },
        { chan: "echo.e.renamed", change: "added" },
      ],
      linksChanged: 3,
    });
    expect(diffProjects(before, before)).toEqual({ changes: [], linksChanged: 0 });
  });

  it("names the connection that changes, and the pod that is started elsewhere, and nothing of pods that come or go", async () => {
    const before = await compiled();
    const other = await compiled((tables) => {
      cell(tables, "pods", 1, 5, 1503);
      cell(tables, "pods", 1, 2, "nein");
    });
    const { changes } = diffProjects(before, other);
    expect(changes).toEqual([
      { chan: "bus.iface.a.main", change: "changed" },
      { chan: "bus.pod.a", change: "changed" },
    ]);
    expect(isLinkOnlyChange(before, other)).toBe(false);
  });

  it("counts everything as added for the first project", async () => {
    const diff = diffProjects(undefined, await compiled());
    expect(diff.changes.map(({ change }) => change)).toEqual(Array.from({ length: 5 }, () => "added"));
    expect(diff.linksChanged).toBe(3);
  });
});

describe("isLinkOnlyChange", () => {
  it.each<[string, boolean, (tables: Tables) => void]>([
    ["a link", true, (tables) => cell(tables, "links", 1, 2, 9)],
    ["a constant", true, (tables) => cell(tables, "constants", 1, 2, 9)],
    ["the project's name", true, (tables) => cell(tables, "project", 2, 1, "Neu")],
    ["a pod's label", true, (tables) => cell(tables, "pods", 1, 1, "Neu")],
    ["a channel's label", true, (tables) => cell(tables, "bus", 1, 5, "Neu")],
    ["a channel's unit", true, (tables) => cell(tables, "bus", 1, 6, "K")],
    ["a channel's address", false, (tables) => cell(tables, "bus", 1, 8, 77)],
    ["a channel's direction", false, (tables) => cell(tables, "bus", 1, 4, "inout")],
    ["a connection", false, (tables) => cell(tables, "pods", 1, 5, 1503)],
    ["who starts a pod", false, (tables) => cell(tables, "pods", 1, 2, "nein")],
    ["the project's id", false, (tables) => cell(tables, "project", 1, 1, "other")],
    [
      "a further pod",
      false,
      (tables) => tables["pods"]?.push(["echo.z", null, null, null, null, null, null]),
    ],
  ])("%s: %s", async (_what, expected, change) => {
    expect(isLinkOnlyChange(await compiled(), await compiled(change))).toBe(expected);
  });
});
