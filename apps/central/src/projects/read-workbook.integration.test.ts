import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { zipOf } from "@hubwart/project/testing/zip";
import { repoRoot } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, expect, it, vi } from "vitest";
import { workbookReader } from "./read-workbook.ts";

const folder = useFolder();
const children = path.join(repoRoot(), "dist/server");
afterEach(() => void vi.unstubAllEnvs());

it("needs no folder but its own, as in a container, and leaves nothing there, nor of a kill before", async () => {
  vi.stubEnv("TMPDIR", "/nowhere");
  const work = path.join(folder(), "work");
  const file = await zipOf([{ name: "sites.csv", content: "site;port\nHaus;1\n" }]);
  const killed = await workbookReader(children, work);
  void killed(file, "haus.zip").catch(() => undefined);
  await vi.waitFor(async () => expect(await readdir(work)).toHaveLength(1));
  const read = await workbookReader(children, work);
  await expect(stat(work)).rejects.toThrow("ENOENT");
  expect(JSON.stringify(await read(file, "haus.zip"))).toContain("Haus");
  expect(await readdir(work)).toEqual([]);
});
