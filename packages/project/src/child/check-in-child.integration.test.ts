import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashProject } from "../canonical.ts";
import type { CompiledProject } from "../compiled.ts";
import { compileTables, goodTables, workbookOf } from "../testing/project.ts";
import { checkInChild, compareInChild } from "./check-in-child.ts";

const here = import.meta.dirname;
let folder: string;
let entry: string;

async function bundle(name: string, source: string): Promise<string> {
  const outfile = path.join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: source, resolveDir: here, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    banner: { js: 'import{createRequire as __r}from"node:module";const require=__r(import.meta.url);' },
    logLevel: "error",
  });
  return outfile;
}

async function upload(bytes: Uint8Array): Promise<{ file: string; folder: string }> {
  const staging = await mkdtemp(path.join(folder, "check-"));
  const file = path.join(staging, "upload");
  await writeFile(file, bytes);
  return { file, folder: staging };
}

beforeAll(async () => {
  folder = await mkdtemp(path.resolve(here, "../../../../node_modules/.check-"));
  entry = await bundle(
    "child",
    'import { testSchemas } from "../testing/project.ts"; import { runCheckChild } from "./check-child.ts"; runCheckChild(testSchemas, () => []);',
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("checkInChild", () => {
  it("hands back the compiled project as a private file, and what it changes", async () => {
    const tables = goodTables();
    const before = await compileTables(tables);
    const previous = path.join(folder, "previous.json");
    await writeFile(previous, JSON.stringify(before.compiled));
    tables["links"]?.pop();
    const place = await upload(await workbookOf(tables));
    const result = await checkInChild({ entry, ...place, originalName: "neu.xlsx", previous });
    expect(result).toMatchObject({
      tooHeavy: false,
      errors: [],
      summary: { id: "test", name: "Prüfstand", pods: 3, channels: 4 },
      changes: { diff: { changes: [], links: [{ change: "removed" }] }, linkOnly: true },
    });
    const file = result.compiledFile ?? "";
    const compiled = JSON.parse(await readFile(file, "utf8")) as CompiledProject;
    expect(hashProject(compiled)).toBe(result.hash);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("compares two compiled projects, and says where it cannot", async () => {
    const tables = goodTables();
    const before = path.join(folder, "before.json");
    const after = path.join(folder, "after.json");
    await writeFile(before, JSON.stringify((await compileTables(tables)).compiled));
    tables["links"]?.pop();
    await writeFile(after, JSON.stringify((await compileTables(tables)).compiled));
    const place = await mkdtemp(path.join(folder, "compare-"));
    expect(await compareInChild({ entry, before, after, folder: place })).toEqual({
      changes: [],
      links: [{ source: "const.main.limit", target: "bus.b.out", change: "removed" }],
    });
    const missing = compareInChild({ entry, before, after: path.join(folder, "none.json"), folder: place });
    await expect(missing).rejects.toThrow("Der Vergleich war nicht möglich");
  });

  it("hands back the errors under the name that the person gave", async () => {
    const place = await upload(Buffer.from("nothing"));
    const result = await checkInChild({ entry, ...place, originalName: "mein|projekt.xlsx" });
    expect([result.hash, result.tooHeavy]).toEqual(["", false]);
    expect(result.compiledFile).toBeUndefined();
    expect(result.errors.map(({ Ref, ErrCode }) => [Ref, ErrCode])).toEqual([["mein_projekt.xlsx||", 1010]]);
  });

  it("ends a check that takes too long, one that takes too much, and one that crashes", async () => {
    const place = await upload(Buffer.from("x"));
    const run = async (source: string, limits: { timeLimit?: number; memoryLimit?: number }) => {
      const name = `bad-${Math.abs(source.length)}`;
      const bad = await bundle(name, `process.once("message", () => { ${source} });`);
      const { tooHeavy, hash, errors } = await checkInChild({
        entry: bad,
        ...place,
        originalName: "x.xlsx",
        ...limits,
      });
      expect([tooHeavy, hash]).toEqual([true, ""]);
      expect(errors).toHaveLength(1);
      return errors[0]?.ErrText;
    };
    expect(await run("for (;;) {}", { timeLimit: 1_000 })).toMatch(/länger als 1 s/);
    const hoard = "const all = []; setInterval(() => all.push(Buffer.alloc(8e6, 1)), 5);";
    expect(await run(hoard, { memoryLimit: 128 })).toMatch(/mehr als 128\u00a0MB/);
    const heap = "const all = []; for (;;) all.push(new Array(1000).fill({}).map(() => ({})));";
    expect(await run(heap, { memoryLimit: 200 })).toMatch(/mehr als 200\u00a0MB/);
    expect(await run("process.exit(7)", {})).toMatch(/abgestürzt/);
  });

  it("kills the child when the caller gives up", async () => {
    const bad = await bundle("endless", 'process.once("message", () => { for (;;) {} });');
    const place = await upload(Buffer.from("x"));
    const given = new AbortController();
    const running = checkInChild({ entry: bad, ...place, originalName: "x.xlsx", signal: given.signal });
    given.abort(new Error("gone"));
    await expect(running).rejects.toThrow("gone");
  });
});
