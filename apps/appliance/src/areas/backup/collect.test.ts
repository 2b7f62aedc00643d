import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { collectParts } from "./collect.ts";

const NAMES = Array.from({ length: 200 }, (_, at) => `${at}.svg`);
const options = { secrets: false, signal: new AbortController().signal, token: "" };

async function bench() {
  const root = await mkdtemp(path.join(os.tmpdir(), "hubwart-collect-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const source = path.join(root, "plans");
  const target = path.join(root, "copy");
  await mkdir(source);
  for (const name of NAMES) await writeFile(path.join(source, name), name);
  const part = { name: "plans", label: "Pläne", paths: [source] };
  /** As soon as the first file is copied. */
  const meanwhile = async (act: () => void) => {
    const copied = NAMES.map((name) => path.join(target, "plans", "plans", name));
    while (!copied.some((file) => existsSync(file))) await setImmediate();
    act();
  };
  return { root, source, target, part, meanwhile };
}

it("what is removed while it is copied fails no backup, and is in none", async () => {
  const { root, source, target, part, meanwhile } = await bench();
  const remove = () => {
    for (const name of NAMES.slice(1)) rmSync(path.join(source, name));
  };
  const [collected] = await Promise.all([collectParts([part], root, target, options), meanwhile(remove)]);
  expect(collected).toEqual({ parts: [{ name: "plans", label: "Pläne" }], left: [] });
  expect(await readdir(path.join(target, "plans", "plans"))).toEqual(["0.svg"]);
});

it("a folder that goes as a whole leaves nothing", async () => {
  const { root, source, target, part, meanwhile } = await bench();
  const remove = () => rmSync(source, { recursive: true });
  await Promise.all([collectParts([part], root, target, options), meanwhile(remove)]);
  expect(await readdir(path.join(target, "plans"))).toEqual([]);
});
