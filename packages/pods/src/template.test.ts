import { compileProject, templateTables } from "@hubwart/project";
import { writeWorkbook } from "@hubwart/project/workbook";
import { expect, it } from "vitest";
import { podSchemas } from "./schemas.ts";

it("the template's examples are a project without errors once their # is removed, as its help says", async () => {
  const used = templateTables(podSchemas).map((table) => ({
    ...table,
    // The second row explains the columns.
    rows: table.plain
      ? table.rows
      : table.rows
          .filter((_, at) => at !== 1)
          .map(([first, ...rest]) => [typeof first === "string" ? first.replace(/^# /, "") : first, ...rest]),
  }));
  const bytes = await writeWorkbook(used as ReturnType<typeof templateTables>);
  const { compiled, errors } = await compileProject(
    { files: [{ name: "vorlage.xlsx", bytes }] },
    { schemas: podSchemas },
  );
  expect(errors).toEqual([]);
  expect(compiled?.pods.map(({ type }) => type).sort()).toEqual(podSchemas.map(({ type }) => type).sort());
});
