/** Whose releases a bundle takes depends on how it was built; nothing at run time can change that. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { printedByBundle } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { beforeAll, expect, it } from "vitest";

const folder = useSharedFolder();
const at = (...names: string[]) => path.join(folder(), ...names);
beforeAll(async () => {
  for (const name of ["vendor", "release/trust", "bare"]) await mkdir(at(name), { recursive: true });
  await writeFile(at("vendor/development-root.json"), "{}");
  await writeFile(at("release/trust/root.json"), "{}");
});

/** The root that a bundle begins with. */
async function trusted(define: Record<string, string>, embedded: boolean, release = "release") {
  const outfile = at("bundle.mjs");
  const contents = `import { dataLayout } from "@hubwart/core";
        import { trustedRootFile } from "./trusted-root.ts";
        console.log(JSON.stringify(trustedRootFile(dataLayout(process.argv[2]), process.argv[3], ${embedded}) ?? null));`;
  const args = [folder(), at(release)];
  const stdout = await printedByBundle(contents, { resolveDir: import.meta.dirname, outfile, define, args });
  return { file: JSON.parse(stdout) as unknown, code: await readFile(outfile, "utf8") };
}

it("begins with the embedded vendor's root only in a development build that runs it", async () => {
  const development = { __HUBWART_DEVELOPMENT__: "true" };
  expect((await trusted(development, true)).file).toBe(at("vendor/development-root.json"));
  expect((await trusted(development, false)).file).toBe(at("release/trust/root.json"));
  for (const define of [{}, { __HUBWART_DEVELOPMENT__: "false" }] as Record<string, string>[]) {
    const shipped = await trusted(define, true);
    expect(shipped.file).toBe(at("release/trust/root.json"));
    expect((await trusted(define, true, "bare")).file).toBeNull();
    // Not even the code for it is inside.
    expect(shipped.code).not.toMatch(/existsSync\)?\([^)]*vendor/);
  }
});
