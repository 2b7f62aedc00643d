import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bundledTogether } from "../../../scripts/bundle.mjs";
import { bundle } from "./bundle.ts";
import { useFolder } from "./folder.ts";

const source = useFolder();

const NATIVE = `
  import { DatabaseSync } from "@photostructure/sqlite";
  const { hash } = await import("@node-rs/argon2");
  const { two } = new DatabaseSync(":memory:").prepare("SELECT 2 AS two").get();
  const looked = process.moduleLoadList.some((name) => name.endsWith("cjs-module-lexer/lexer"));
  console.log(JSON.stringify([two, typeof hash, looked]));
`;

describe("what is bundled together", () => {
  it("is each process that stays for itself, and all others", () => {
    expect(bundledTogether({ hub: "h.ts", cli: "c.ts", pod: "p.ts", "check-child": "k.ts" })).toEqual([
      { hub: "h.ts" },
      { pod: "p.ts" },
      { cli: "c.ts", "check-child": "k.ts" },
    ]);
    expect(bundledTogether({ alarms: "a.ts" })).toEqual([{ alarms: "a.ts" }]);
  });

  it("loads native packages without the program by which Node looks for their names", async () => {
    const file = path.join(source(), "native.ts");
    await writeFile(file, NATIVE);
    const { folder, remove } = await bundle({ native: file });
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, "native.mjs")]);
      expect(JSON.parse(stdout)).toEqual([2, "function", false]);
    } finally {
      await remove();
    }
  });

  it("gives a process nothing that only another one uses", async () => {
    const entries = { alarms: "apps/hub/src/alarms-main.ts", energy: "apps/hub/src/energy-main.ts" };
    const { folder, remove } = await bundle(entries);
    try {
      const alarms = await readFile(path.join(folder, "alarms.mjs"), "utf8");
      expect(alarms).toContain("CREATE TABLE IF NOT EXISTS alarm");
      // All that it runs stands in its own file: nothing comes along with a chunk that others use as well.
      expect(alarms.match(/from"\.\/[^"]+"/)).toBeNull();
    } finally {
      await remove();
    }
  });
});
