/** Whose releases a bundle takes depends on how it was built; nothing at run time can change that. */

import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { useSharedFolder } from "@hubwart/testing/folder";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
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
  await build({
    stdin: {
      contents: `import { dataLayout } from "@hubwart/core";
        import { trustedRootFile } from "./trusted-root.ts";
        console.log(JSON.stringify(trustedRootFile(dataLayout(process.argv[2]), process.argv[3], ${embedded}) ?? null));`,
      resolveDir: import.meta.dirname,
    },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    minify: true,
    external: ["@photostructure/sqlite", "@node-rs/argon2"],
    define,
    logLevel: "error",
  });
  const env = { ...process.env, HUBWART_EMBEDDED_VENDOR: "on" };
  const { stdout } = await run(process.execPath, [outfile, folder(), at(release)], { env });
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
