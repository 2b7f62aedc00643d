/** What a bundle trusts depends on how it was built; nothing at run time can change that. */

import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { useSharedFolder } from "@hubwart/testing/folder";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { createSigningKey, publicHalf } from "./sign.ts";

const run = promisify(execFile);
const key = publicHalf(createSigningKey(new Date()));
const folder = useSharedFolder();
beforeAll(async () => {
  await mkdir(path.join(folder(), "vendor"));
  await writeFile(path.join(folder(), "vendor", "development-key.json"), JSON.stringify(key));
});

/** The keys that a bundle trusts. */
async function trusted(define: Record<string, string>, embedded: boolean): Promise<unknown> {
  const outfile = path.join(folder(), "bundle.mjs");
  await build({
    stdin: {
      contents: `import { dataLayout } from "@hubwart/core";
        import { trustedKeys } from "./trusted-keys.ts";
        console.log(JSON.stringify(await trustedKeys(dataLayout(process.argv[2]), ${embedded})));`,
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
  return JSON.parse((await run(process.execPath, [outfile, folder()], { env })).stdout);
}

it("trusts the embedded vendor's key only in a development build that runs it", async () => {
  const development = { __HUBWART_DEVELOPMENT__: "true" };
  expect(await trusted(development, true)).toContainEqual(key);
  expect(await trusted(development, false)).not.toContainEqual(key);
  expect(await trusted({}, true)).not.toContainEqual(key);
});
