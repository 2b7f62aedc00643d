/** Archives on a real disk: what is accepted, and that hostile ones leave nothing but their refusal. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { markEncrypted, zipOf } from "@hubwart/project/testing/zip";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import { UNPACK_BOUNDS, unpack } from "./unpack.ts";

const folder = useFolder();
let target = "";
beforeEach(async () => {
  target = path.join(folder(), "new");
  await mkdir(target);
});

async function run(bytes: Uint8Array, options: Partial<Parameters<typeof unpack>[0]> = {}): Promise<number> {
  const archive = path.join(folder(), "x.zip");
  await writeFile(archive, bytes);
  const signal = new AbortController().signal;
  return await unpack({ archive, target, free: 1e9, signal, progress: () => undefined, ...options });
}

/** Writes over the entry's record in the directory, which names it last. */
function inDirectory(archive: Buffer, name: string, change: (record: Buffer) => void): Buffer {
  const changed = Buffer.from(archive);
  change(changed.subarray(changed.lastIndexOf(name) - 46));
  return changed;
}
const withMode = (archive: Buffer, name: string, mode: number) =>
  inDirectory(archive, name, (record) => record.writeUInt32LE((mode << 16) >>> 0, 38));
/** Names of the same length, written over in both places. */
const renamed = (archive: Buffer, from: string, to: string) =>
  Buffer.from(archive.toString("latin1").replaceAll(from, to), "latin1");

describe("unpacking", () => {
  it("writes files and folders, and leaves out what begins with a dot", async () => {
    const bytes = await zipOf([
      { name: "index.html", content: "<h1>Plan</h1>" },
      { name: "css/a/plan.css", content: "x".repeat(100_000) },
      { name: ".git/config", content: "x" },
      { name: "css/.DS_Store", content: "x" },
    ]);
    expect(await run(bytes)).toBe(2);
    expect((await readdir(target)).sort()).toEqual(["css", "index.html"]);
    expect(await readdir(path.join(target, "css"))).toEqual(["a"]);
    expect((await readFile(path.join(target, "css/a/plan.css"))).length).toBe(100_000);
  });

  it.each([
    ["a link", 0o120777, "„plan.txt“ ist ein Verweis"],
    ["a device", 0o020666, "„plan.txt“ ist ein Gerät"],
    ["a pipe", 0o010666, "„plan.txt“ ist eine Pipe"],
  ])("refuses %s", async (_what, mode, why) => {
    const bytes = withMode(await zipOf([{ name: "plan.txt", content: "/etc/passwd" }]), "plan.txt", mode);
    await expect(run(bytes)).rejects.toThrow(why);
    expect(await readdir(target)).toEqual([]);
  });

  it.each([
    ["../up.txt", "„../up.txt“ führt aus dem Ordner hinaus"],
    ["/abs.txt/", "„/abs.txt/“ hat einen absoluten Pfad"],
    ["plan.tx\0.", "unzulässige Zeichen"],
  ])("refuses the name %j", async (name, why) => {
    const plain = "x".repeat(name.length);
    await expect(run(renamed(await zipOf([{ name: plain, content: "1" }]), plain, name))).rejects.toThrow(
      why,
    );
    expect(await readdir(target)).toEqual([]);
  });

  it("refuses encrypted entries, wrong checksums and sizes that lie", async () => {
    const good = await zipOf([{ name: "plan.txt", content: "Ein Text. ".repeat(50) }]);
    await expect(run(markEncrypted(good, "plan.txt"))).rejects.toThrow("„plan.txt“ ist verschlüsselt");
    const wrong = inDirectory(good, "plan.txt", (record) => record.writeUInt32LE(1, 16));
    await expect(run(wrong)).rejects.toThrow("„plan.txt“ ist beschädigt (falsche Prüfsumme)");
    await rm(path.join(target, "plan.txt"));
    const lying = inDirectory(good, "plan.txt", (record) => record.writeUInt32LE(10, 24));
    await expect(run(lying)).rejects.toThrow("„plan.txt“ ist beschädigt");
  });

  it("refuses too many, too much, and more than there is room for, before it writes", async () => {
    const bytes = await zipOf([
      { name: "a", content: "x".repeat(6_000) },
      { name: "b", content: "x".repeat(6_000) },
    ]);
    await expect(run(bytes, { bounds: { ...UNPACK_BOUNDS, entries: 1 } })).rejects.toThrow(
      "mehr als 1 Einträge",
    );
    await expect(run(bytes, { bounds: { ...UNPACK_BOUNDS, bytes: 10_000 } })).rejects.toThrow(
      "„b“ überschreitet",
    );
    await expect(run(bytes, { free: 12_000 })).rejects.toThrow("Der Speicher des Geräts reicht nicht");
    expect(await readdir(target)).toEqual([]);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["something else", Buffer.from("<html></html>".repeat(20))],
    ["an archive cut off", undefined],
  ])("refuses %s", async (_what, bytes) => {
    const cut = (await zipOf([{ name: "a", content: "x" }])).subarray(0, 60);
    await expect(run(bytes ?? cut)).rejects.toThrow("kein gültiges ZIP-Archiv");
  });

  it("refuses an archive without files, and ends when it is called off", async () => {
    await expect(run(await zipOf([]))).rejects.toThrow("enthält keine Dateien");
    const signal = AbortSignal.abort(new Error("called off"));
    await expect(run(await zipOf([{ name: "a", content: "x" }]), { signal })).rejects.toThrow("called off");
  });
});
