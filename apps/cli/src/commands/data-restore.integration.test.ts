import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { defineSetting, openStore } from "@hubwart/core/store";
import { useSharedFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";

const root = path.resolve(import.meta.dirname, "../../../..");
const place = defineSetting({ name: "place", schema: z.string(), fallback: "", memory: true });
const data = useSharedFolder();
const open = () =>
  openStore({
    file: path.join(data(), "state.db"),
    credentialFile: path.join(data(), "credential.json"),
    now: Date.now,
  });
const run = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/run.mjs", "apps/cli/src/main.ts", "data", "restore", ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, HUBWART_DATA_DIR: data() },
  });

describe("hubwart data restore", () => {
  it("brings back what was lost with the database, and nothing where there is no copy", async () => {
    expect(run().status).toBe(2);
    const before = open();
    before.credential.insertFirst("$argon2id$abc", 1);
    await before.copyCredential();
    before.settings.write(place, "Keller", 1);
    before.keepCopy(path.join(data(), "state-copies"), 1_700_000_000_000);
    before.close();
    writeFileSync(path.join(data(), "state.db"), "");
    expect(run("--list").stdout).toMatch(
      /^2023-11-14T22:13:20\.000Z {2}\d+ kB {2}state-1700000000000\.db\n$/,
    );
    const { status, stdout } = run();
    expect([status, stdout]).toEqual([0, expect.stringContaining("systemctl restart hubwart")]);
    const after = open();
    expect([after.settings.read(place), after.loss, after.credential.read()?.hash]).toEqual([
      "Keller",
      null,
      "$argon2id$abc",
    ]);
    after.close();
  });
});
