import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { openOwn, readFileIfThere, writeFileAtomic } from "./files.ts";
import { readOwnFile } from "./own-file.ts";

const folder = useFolder();
let file: string;
beforeEach(() => {
  file = path.join(folder(), "settings.json");
});

it("is read, or is not there", async () => {
  expect(await readOwnFile(file, JSON.parse)).toEqual({ value: undefined, damaged: false });
  await writeFile(file, "[1]");
  expect(await readOwnFile(file, JSON.parse)).toEqual({ value: [1], damaged: false });
});

it("is kept aside when it is damaged, and counts as damaged until it is written anew", async () => {
  await writeFile(file, "[1");
  expect(await readOwnFile(file, JSON.parse)).toEqual({
    value: undefined,
    damaged: true,
    error: expect.any(SyntaxError),
  });
  expect(await readFile(`${file}.damaged`, "utf8")).toBe("[1");
  for (let start = 0; start < 2; start += 1) {
    expect(await readOwnFile(file, JSON.parse)).toEqual({ value: undefined, damaged: true });
  }
  await writeFileAtomic(file, "[2]");
  expect(await readOwnFile(file, JSON.parse)).toEqual({ value: [2], damaged: false });
});

it("keeps nobody from starting where it can be neither read nor kept aside", async () => {
  await mkdir(file);
  // Something stands in the way of keeping it aside, too.
  await mkdir(path.join(`${file}.damaged`, "full"), { recursive: true });
  expect(await readOwnFile(file, JSON.parse)).toMatchObject({ value: undefined, damaged: true });
});

it("is not waited for where a pipe or a folder lies in its place", async () => {
  execFileSync("mkfifo", [file]);
  for (const flags of ["r", "r+", "a", "a+"] as const)
    await expect(openOwn(file, flags)).rejects.toMatchObject({ code: "ENXIO" });
  await expect(readFileIfThere(file)).rejects.toMatchObject({ code: "ENXIO" });
  expect(await readOwnFile(file, JSON.parse)).toMatchObject({ value: undefined, damaged: true });
  await writeFileAtomic(file, "[1]");
  expect(await readOwnFile(file, JSON.parse)).toEqual({ value: [1], damaged: false });
  await expect(openOwn(folder(), "r")).rejects.toMatchObject({ code: "EISDIR" });
});
