import { describe, expect, it } from "vitest";
import { loadLua } from "../compile.ts";
import { type Cell, cellText } from "../read/table.ts";
import { goodTables, testSchemas, testTypes } from "../testing/project.ts";
import { compileTables } from "./compile-tables.ts";
import { createJudge } from "./judge.ts";
import { loadVocabulary } from "./load-vocabulary.ts";
import type { TableInput } from "./raw-of.ts";

const tablesOf = (tables: Record<string, readonly (readonly Cell[])[]>): TableInput[] =>
  Object.entries(tables).map(([name, rows]) => ({ name, rows: rows.map((cells) => ({ cells })) }));

const { bus = [], constants = [], pods = [], project = [] } = goodTables() as Record<string, Cell[][]>;
const ONLY_BUS = { project, constants, bus, pods: pods.filter(([id]) => !cellText(id).startsWith("echo.")) };
const [header = [], ...rows] = ONLY_BUS.pods.map((row) => row.slice(0, 6));

const typesFor = async (tables: Record<string, readonly (readonly Cell[])[]>): Promise<string[]> => {
  const { schemas } = await loadVocabulary(tablesOf(tables), testTypes);
  return schemas.map(({ type }) => type);
};

describe("what is loaded for the tables of a project", () => {
  it("is no type that nothing in them is of", async () => {
    expect(await typesFor({ ...ONLY_BUS, pods: [header, ...rows] })).toEqual(["bus"]);
    expect(await typesFor({ project })).toEqual([]);
  });

  it.each<[string, Record<string, Cell[][]>]>([
    ["a pod of it", { pods: [header, ...rows, ["echo.x"]] }],
    ["a pod of it, with blanks around its id", { pods: [header, ...rows, [" echo .x "]] }],
    ["its table", { pods: [header, ...rows], Echo: [] }],
  ])("is a type with %s", async (_, more) => {
    expect(await typesFor({ ...ONLY_BUS, ...more })).toContain("echo");
  });

  it.each<[string, Cell[][]]>([
    ["names a column of another type", [[...header, "interval"], ...rows]],
    ["names a column that no type has", [[...header, "intervall"], ...rows]],
    ["has a title above it", [["Interval"], header, ...rows]],
    ["says nothing", [["_"], header, ...rows]],
  ])("is all types where the header of the pods %s", async (_, table) => {
    const tables = tablesOf({ ...ONLY_BUS, pods: table });
    const vocabulary = await loadVocabulary(tables, testTypes);
    expect(vocabulary.schemas).toEqual(testSchemas);
    const judged = await createJudge({ loadLua })({ tables }, vocabulary);
    expect(judged).toEqual((await compileTables({ tables }, { schemas: testSchemas, loadLua })).errors);
  });

  it("is the part of the compiler for a table, and no other", async () => {
    const partsFor = async (...names: string[]) => {
      const { parts } = await loadVocabulary(
        names.map((name) => ({ name, rows: [] })),
        testTypes,
      );
      return Object.keys(parts);
    };
    expect(await partsFor("project", "pods", "links", "constants", "fremd", "toString")).toEqual([]);
    expect(await partsFor(" Classes ")).toEqual(["alarms"]);
    expect(await partsFor("schedule_times", "meters", "pages", "alarms")).toEqual([
      "schedules",
      "meters",
      "pages",
      "alarms",
    ]);
  });

  it("fails where a type cannot be loaded", async () => {
    const load = (type: string) =>
      type === "echo" ? Promise.reject(new Error("gone")) : testTypes.load(type);
    const tables = tablesOf({ ...ONLY_BUS, pods: [...ONLY_BUS.pods, ["echo.x"]] });
    await expect(loadVocabulary(tables, { ...testTypes, load })).rejects.toThrow("gone");
  });
});
