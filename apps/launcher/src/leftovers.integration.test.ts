/** What a kill, or somebody with a shell, left in the data folder keeps nothing from starting, from answering and from ending. */
import { execFileSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { descendants, type Product, processes, startProduct } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";

const dataDir = useSharedFolder();
let product: Product;
beforeAll(async () => {
  await writeFile(path.join(dataDir(), ".host-settings.json.0123456789ab.tmp"), "{");
  await mkdir(path.join(dataDir(), "lake/export"), { recursive: true, mode: 0o700 });
  for (const name of ["status.json", "settings.json"])
    execFileSync("mkfifo", [path.join(dataDir(), "lake/export", name)]);
  product = await startProduct({ dataDir: dataDir() });
  await product.api.signIn("Reste-2026!");
});
afterAll(() => product.stop());

it("a half-written file of the settings is gone after the start", async () => {
  expect((await readdir(dataDir())).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

it("pipes in place of the export's files are waited for by nobody, and no process stays behind", async () => {
  for (const call of ["", "/status"])
    expect((await product.api.get(`/resources/lake/export${call}`)).status).toBe(200);
  const tree = await descendants(product.launcher.pid ?? 0);
  expect(tree.length).toBeGreaterThan(1);
  const code = new Promise((resolve) => product.launcher.once("exit", resolve));
  product.launcher.kill("SIGTERM");
  expect(await code).toBe(0);
  const alive = new Set((await processes()).map(({ pid }) => pid));
  expect(tree.filter((pid) => alive.has(pid))).toEqual([]);
});
