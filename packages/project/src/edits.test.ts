import { describe, expect, it } from "vitest";
import { compileProject } from "./compile.ts";
import type { CompiledProject } from "./compiled.ts";
import { editsOf, recompile } from "./edits.ts";
import { compileTables, faults, goodTables, type Rows, testSchemas, workbookOf } from "./testing/project.ts";

const LIMIT = "const.main.limit";
const of = (value: unknown) => new Map([[LIMIT, value]]);

async function compiled(constants?: Rows): Promise<CompiledProject> {
  const result = await compileTables({ ...goodTables(), ...(constants ? { constants } : {}) });
  if (!result.compiled) throw new Error(JSON.stringify(result.errors));
  return result.compiled;
}
async function uploaded(constants: Rows | undefined, running: CompiledProject) {
  const bytes = await workbookOf({ ...goodTables(), ...(constants ? { constants } : {}) });
  const input = { files: [{ name: "test.xlsx", bytes }] };
  return await compileProject(input, { schemas: testSchemas, edits: editsOf(running) });
}
const constant = (project: CompiledProject | undefined) => project?.constants[0];

describe("edited values", () => {
  it("stand in for the project's, which stays beside them, and go again without a trace", async () => {
    const own = await compiled();
    const edited = recompile(own, of(9));
    expect(constant(edited.compiled)).toMatchObject({ value: 9, given: 7 });
    expect(edited.hash).not.toBe(recompile(own, new Map()).hash);
    const again = recompile(edited.compiled ?? own, of(11));
    expect(constant(again.compiled)).toMatchObject({ value: 11, given: 7 });
    expect(recompile(again.compiled ?? own, new Map()).compiled).toEqual(own);
    expect(recompile(again.compiled ?? own, of(7)).compiled).toEqual(own);
  });

  it("are taken over by the next upload, which is then the same project", async () => {
    const running = recompile(await compiled(), of(9));
    const next = await uploaded(undefined, running.compiled as CompiledProject);
    expect(next.hash).toBe(running.hash);
    const other = await uploaded(
      [
        ["channel", "type", "value"],
        ["limit", "int", 5],
      ],
      running.compiled as CompiledProject,
    );
    expect(constant(other.compiled)).toMatchObject({ value: 9, given: 5 });
    expect(other.errors).toEqual([]);
  });

  it("end with their constant, and with a warning where they do not fit any more", async () => {
    const running = recompile(await compiled(), of(9)).compiled as CompiledProject;
    const gone: Rows = [
      ["channel", "type", "value"],
      ["other", "int", 1],
    ];
    const links: Rows = [["source", "target"]];
    const bytes = await workbookOf({ ...goodTables(), constants: gone, links });
    const without = await compileProject(
      { files: [{ name: "test.xlsx", bytes }] },
      { schemas: testSchemas, edits: editsOf(running) },
    );
    expect(without.errors).toEqual([]);
    expect(editsOf(without.compiled as CompiledProject).size).toBe(0);
    const narrow = await uploaded(
      [
        ["channel", "type", "value", "max"],
        ["limit", "int", 5, 8],
      ],
      running,
    );
    expect(constant(narrow.compiled)).toMatchObject({ value: 5 });
    expect(constant(narrow.compiled)).not.toHaveProperty("given");
    expect(faults(narrow)).toEqual(["editDropped : value"]);
    expect(narrow.errors[0]).toMatchObject({ Channel: LIMIT, Ref: "main.json||", Level: "warning" });
  });

  it("that do not fit are errors when they are activated, all of them", async () => {
    const own = await compiled();
    const result = recompile(own, of("9"));
    expect(result).toMatchObject({ hash: "", files: [] });
    expect(result.compiled).toBeUndefined();
    expect(faults(result)).toEqual(["editMisfit : value"]);
    expect(result.errors[0]?.ErrText).toBe(
      "Der geänderte Wert passt nicht zum Projekt: Erlaubt ist eine ganze Zahl.",
    );
  });

  it("of constants that the project does not have change nothing", async () => {
    const own = await compiled();
    expect(recompile(own, new Map([["const.main.nope", 1]])).compiled).toEqual(own);
  });
});
