/** The same as `compiler-parity.test.ts` where the device compiles as it does with uploads: in a process of its own. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { checkInChild, loadLua } from "@hubwart/project";
import { type BrowserCompiler, browserScript, loadInBrowser } from "@hubwart/testing";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editedProjects, inputOf, originals, type Project, uploadOf } from "./testing/edited-projects.ts";

const entry = path.resolve(import.meta.dirname, "../../../dist/server/check-child.mjs");
let browser: BrowserCompiler;
let projects: Project[];
let folder: string;

beforeAll(async () => {
  browser = loadInBrowser(await browserScript());
  projects = await originals();
  folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-parity-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function both(project: Project): Promise<string> {
  const staging = await mkdtemp(path.join(folder, "check-"));
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
