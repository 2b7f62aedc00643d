/** The compiler that a browser runs and the one that the device runs say the same of the same tables. */
import { podSchemas } from "@hubwart/pods/schemas";
import { compileProject, loadLua } from "@hubwart/project";
import type { TablesInput } from "@hubwart/project/tables";
import { type BrowserCompiler, browserScript, loadInBrowser } from "@hubwart/testing";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { editedProjects, inputOf, originals, type Project, uploadOf } from "./testing/edited-projects.ts";

let browser: BrowserCompiler;
let imports: string[];
let projects: Project[];
/** 10,000 for those who changed the compiler: `HUBWART_PARITY_RUNS=10000 npx vitest run --project unit … --testTimeout 3600000`. */
const RUNS = Number(process.env["HUBWART_PARITY_RUNS"] ?? 300);

beforeAll(async () => {
  const script = await browserScript();
  imports = script.imports;
  browser = loadInBrowser(script);
  projects = await originals();
});

describe("the compiler in a browser", () => {
  it("loads nothing more, and has nothing of Node", () => {
    expect(imports).toEqual([]);
  });

  it(
    "gives the device's hash and errors, whatever is edited",
    async () => {
      let sound = 0;
      const judge = browser.createJudge({ loadLua });
      const sameRows = rowsByContent();
      await fc.assert(
        fc.asyncProperty(editedProjects(projects), async (project) => {
          const upload = await uploadOf(project);
          const device = await compileProject({ files: [upload] }, { schemas: podSchemas });
          const { hash, errors, places } = await browser.compileTables(inputOf(project), {
            schemas: browser.podSchemas,
            loadLua,
          });
          // Objects of another context have other prototypes.
          expect(JSON.parse(JSON.stringify({ hash, errors, places }))).toEqual(
            JSON.parse(JSON.stringify({ hash: device.hash, errors: device.errors, places: device.places })),
          );
          // An editor's, which knows the types alone that the tables need, and reads the rows alone that no project before had.
          const input = sameRows(inputOf(project));
          const judged = await judge(input, await browser.loadVocabulary(input.tables, browser.podSource));
          expect(JSON.parse(JSON.stringify(judged))).toEqual(device.errors);
          if (hash !== "") sound += 1;
        }),
        { numRuns: RUNS },
      );
      // Edits that only ever break a project would compare no hash.
      expect(sound).toBeGreaterThan(RUNS / 20);
    },
    Math.max(60_000, RUNS * 200),
  );
});

/** Rows with the same cells as one object, in whatever table and project they stand. */
function rowsByContent(): (input: TablesInput) => TablesInput {
  const known = new Map<string, TablesInput["tables"][number]["rows"][number]["cells"]>();
  return (input) => ({
    ...input,
    tables: input.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => {
        const content = JSON.stringify(row.cells);
        const cells = known.get(content) ?? row.cells;
        known.set(content, cells);
        return { ...row, cells };
      }),
    })),
  });
}
