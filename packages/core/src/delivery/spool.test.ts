import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { createLogger, MemoryLogSink } from "../logger.ts";
import { openSpool } from "./spool.ts";

const top = useFolder();
let folder: string;
let sink: MemoryLogSink;
beforeEach(() => {
  folder = path.join(top(), "waiting");
  sink = new MemoryLogSink();
});

function parse(value: unknown): { done: number } {
  const { done } = value as { done: unknown };
  if (typeof done !== "number") throw new Error("no progress");
  return { done };
}
const open = () =>
  openSpool({
    folder,
    file: /^(\d+)\.json$/,
    parse,
    none: { done: 0 },
    log: createLogger("hub", "export", sink),
    texts: { lost: "verloren", unsaved: "nicht gesichert" },
  });
const said = () => sink.entries.map(({ msg }) => msg);

it("has the files in the order of their numbers, nothing else, and what was saved", async () => {
  const first = await open();
  expect([first.files, first.progress, said()]).toEqual([[], { done: 0 }, []]);
  first.progress.done = 7;
  await first.save();
  for (const name of ["10.json", "9.json", "8.json.part", ".8.json.abcdef123456.tmp", "x9.json"])
    await writeFile(path.join(folder, name), "1");
  const second = await open();
  expect(second.files.map(({ number }) => number)).toEqual([9, 10]);
  expect(await readFile(second.files[0]?.file ?? "", "utf8")).toBe("1");
  expect([second.progress, said()]).toEqual([{ done: 7 }, []]);
  expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

it.each(["", "{", "null", '{"done":"7"}'])(
  "begins anew where the progress is %j, and says so",
  async (text) => {
    await open();
    await writeFile(path.join(folder, "progress.json"), text);
    const { progress } = await open();
    expect([progress, said()]).toEqual([{ done: 0 }, ["verloren"]]);
  },
);

it("goes on where the progress cannot be saved, and says so", async () => {
  const { progress, save } = await open();
  await rm(folder, { recursive: true });
  progress.done = 1;
  await save();
  expect(said()).toEqual([expect.stringMatching(/^nicht gesichert: .*ENOENT/)]);
});
