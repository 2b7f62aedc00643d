import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { keepText, readKeep } from "./keep-file.ts";

const FALLBACK = { days: 7, bytes: 1e9 };
const folder = useFolder();
let file: string;
beforeEach(async () => {
  file = path.join(folder(), "keep.json");
});

it("is what was chosen, and what the service was set up with where nobody chose", async () => {
  expect(await readKeep(file, FALLBACK)).toEqual({ keep: FALLBACK });
  await writeFile(file, keepText({ days: 3, bytes: 2e9 }));
  expect(await readKeep(file, FALLBACK)).toEqual({ keep: { days: 3, bytes: 2e9 } });
});

it.each([
  "",
  "{",
  "null",
  "7",
  '{"format":2,"days":1,"bytes":1}',
  '{"format":1,"days":0,"bytes":5}',
  '{"format":1,"days":1}',
])("is everything beside a file with %j: nothing is deleted because a file is damaged", async (text) => {
  await writeFile(file, text);
  const { error, keep } = await readKeep(file, FALLBACK);
  expect(error).toBeInstanceOf(Error);
  expect(keep.days).toBeGreaterThan(36_000);
  expect(keep.bytes).toBeGreaterThan(1e15);
});
