/** What a kill, or somebody with a shell, left in the data folder keeps nothing from starting, from answering and from ending. */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { descendants, type Product, processes, startProduct } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

let dataDir: string;
let product: Product;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "hubwart-leftovers-"));
  await writeFile(path.join(dataDir, ".host-settings.json.0123456789ab.tmp"), "{");
  await mkdir(path.join(dataDir, "lake/export"), { recursive: true, mode: 0o700 });
  for (const name of ["status.json", "settings.json"])
    execFileSync("mkfifo", [path.join(dataDir, "lake/export", name)]);
  product = await startProduct({ dataDir });
  await product.api.signIn("Reste-2026!");
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it("a half-written file of the settings is gone after the start", async () => {
  expect((await readdir(dataDir)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
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
