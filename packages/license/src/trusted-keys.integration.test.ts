/** What a bundle trusts depends on how it was built; nothing at run time can change that. */

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { printedByBundle } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { beforeAll, expect, it } from "vitest";
import { createSigningKey, publicHalf } from "./sign.ts";

const key = publicHalf(createSigningKey(new Date()));
const folder = useSharedFolder();
beforeAll(async () => {
  await mkdir(path.join(folder(), "vendor"));
  await writeFile(path.join(folder(), "vendor", "development-key.json"), JSON.stringify(key));
});

/** The keys that a bundle trusts. */
async function trusted(define: Record<string, string>, embedded: boolean): Promise<unknown> {
  const outfile = path.join(folder(), "bundle.mjs");
  const contents = `import { dataLayout } from "@hubwart/core";
        import { trustedKeys } from "./trusted-keys.ts";
        console.log(JSON.stringify(await trustedKeys(dataLayout(process.argv[2]), ${embedded})));`;
  const args = [folder()];
  return JSON.parse(
    await printedByBundle(contents, { resolveDir: import.meta.dirname, outfile, define, args }),
  );
}

it("trusts the embedded vendor's key only in a development build that runs it", async () => {
  const development = { __HUBWART_DEVELOPMENT__: "true" };
  expect(await trusted(development, true)).toContainEqual(key);
  expect(await trusted(development, false)).not.toContainEqual(key);
  expect(await trusted({}, true)).not.toContainEqual(key);
});
