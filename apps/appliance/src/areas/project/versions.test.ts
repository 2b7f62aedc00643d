/** A disk that takes nothing for a moment while a version becomes the current one. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { dataLayout, readOwnText } from "@hubwart/core";
import { beforeEach, expect, it, vi } from "vitest";
import { file, settle, useProjectBench } from "../../testing/project-bench.ts";

/** What finds no room. */
const disk = vi.hoisted(() => ({ full: "" }));
vi.mock("@hubwart/core", async (original) => {
  const real = await original<typeof import("@hubwart/core")>();
  const refuse = (step: string) => {
    if (disk.full === step) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
  };
  return {
    ...real,
    async syncFolder(folder: string) {
      if (path.basename(folder) === "versions") refuse("the folder of versions");
      await real.syncFolder(folder);
    },
    async writeFileAtomic(name: string, content: string) {
      if (path.basename(name) === "current.json") refuse("current.json");
      await real.writeFileAtomic(name, content);
      if (path.basename(name) === "current.json") refuse("the folder of current.json");
    },
  };
});

const bench = useProjectBench();
beforeEach(() => {
  disk.full = "";
});

it.each(["the folder of versions", "current.json"])(
  "changes nothing where %s finds no room, and takes the next upload",
  async (full) => {
    const { service } = await bench.setup();
    const known = () => service.versions.list().map(({ version }) => version);
    await service.upload(file("eins"));
    disk.full = full;
    await expect(service.upload(file("zwei"))).rejects.toMatchObject({ code: CODES.storageFull });
    await settle(() => service.busy === undefined);
    expect([known(), service.versions.state.version, service.versions.state.trial]).toEqual([
      ["1"],
      "1",
      null,
    ]);
    expect([await bench.onDisk(), await bench.staged()]).toEqual([["1"], []]);
    expect((await bench.setup()).service.versions.current()?.meta.hash).toBe("eins");
    disk.full = "";
    expect(await service.upload(file("drei"))).toMatchObject({ code: 0 });
    expect(known()).toEqual(["2", "1"]);
    expect((await bench.setup()).service.versions.current()).toMatchObject({
      version: "2",
      meta: { hash: "drei" },
    });
  },
);

it("takes the place of what could not be moved away", async () => {
  const { service } = await bench.setup();
  await service.upload(file("eins"));
  const left = path.join(dataLayout(bench.folder).projectVersions, "2");
  await mkdir(left);
  await writeFile(path.join(left, "upload"), "alt");
  expect(await service.upload(file("zwei"))).toMatchObject({ code: 0 });
  expect(JSON.parse(await readOwnText(service.versions.file("2", "compiled.json")))).toEqual({
    text: "zwei",
  });
  await expect(readOwnText(service.versions.file("2", "upload"))).rejects.toThrow("ENOENT");
});

it("goes by current.json once it is replaced, also where the disk could not promise to keep it", async () => {
  const made = await bench.setup();
  const { service } = made;
  await service.upload(file("eins"));
  made.hubStarts = () => undefined;
  disk.full = "the folder of current.json";
  void service.upload(file("zwei"));
  await settle(() => service.versions.state.trial !== null);
  expect(service.versions.current()).toMatchObject({ version: "2", meta: { hash: "zwei" } });
  expect(await bench.onDisk()).toEqual(["1", "2"]);
});
