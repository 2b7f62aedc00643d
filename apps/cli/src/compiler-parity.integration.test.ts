/** The same as `compiler-parity.test.ts` where the device compiles as it does with uploads: in a process of its own. */
import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { checkInChild, loadLua } from "@hubwart/project";
import { type BrowserCompiler, browserScript, loadInBrowser } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { editedProjects, inputOf, originals, type Project, uploadOf } from "./testing/edited-projects.ts";

const entry = path.resolve(import.meta.dirname, "../../../dist/server/check-child.mjs");
let browser: BrowserCompiler;
let projects: Project[];
const folder = useSharedFolder();

beforeAll(async () => {
  browser = loadInBrowser(await browserScript());
  projects = await originals();
});

async function both(project: Project): Promise<string> {
  const staging = await mkdtemp(path.join(folder(), "check-"));
  const { bytes, name } = await uploadOf(project);
  const file = path.join(staging, "upload");
  await writeFile(file, bytes);
  const device = await checkInChild({ entry, file, originalName: name, folder: staging });
  const { errors, hash } = await browser.compileTables(inputOf(project), {
    schemas: browser.podSchemas,
    loadLua,
  });
  // Objects of another context have other prototypes.
  expect(JSON.parse(JSON.stringify({ errors, hash }))).toEqual({ errors: device.errors, hash: device.hash });
  return hash;
}

describe("the compiler in a browser, and the process that checks uploads", () => {
  it("agree on every example and the template", async () => {
    const hashes = [];
    for (const project of projects) hashes.push(await both(project));
    // All but the one that is full of faults, and the template whose examples have nothing to connect to.
    expect(hashes.filter((hash) => hash !== "").length).toBeGreaterThanOrEqual(7);
  });

  it("agree on random edits", async () => {
    await fc.assert(
      fc.asyncProperty(editedProjects(projects), async (project) => {
        await both(project);
      }),
      { numRuns: 25 },
    );
  });
});
