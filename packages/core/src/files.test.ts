import { type FileHandle, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ensureFolder, listFiles, openOwn, writeFileAtomic } from "./files.ts";

/** What reached the system, in order; `refuse` lets one of them fail. */
const seen = vi.hoisted(() => ({ steps: [] as string[], refuse: "" }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const note = async <T>(step: string, act: () => Promise<T>): Promise<T> => {
    seen.steps.push(step);
    if (seen.refuse === step) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
    return await act();
  };
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const handle = await real.open(...given);
      const kind = (await handle.stat()).isDirectory() ? "folder" : "file";
      return new Proxy(handle, {
        get(target, name: keyof FileHandle) {
          if (name === "sync") return () => note(`sync ${kind}`, () => target.sync());
          if (name === "writeFile")
            return (content: string) => note("write", () => target.writeFile(content));
          const value: unknown = target[name];
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        },
      });
    },
    rename: (from: string, to: string) => note("rename", () => real.rename(from, to)),
  };
});

const folder = useFolder();
beforeEach(() => {
  Object.assign(seen, { steps: [], refuse: "" });
});

it("what nobody says more about is for its owner alone", async () => {
  const inside = path.join(folder(), "a", "b");
  await ensureFolder(inside);
  await writeFileAtomic(path.join(inside, "c"), "x");
  await (await openOwn(path.join(inside, "d"), "a")).close();
  const mode = async (...names: string[]) => (await stat(path.join(folder(), ...names))).mode & 0o777;
  expect([await mode("a"), await mode("a", "b")]).toEqual([0o700, 0o700]);
  expect([await mode("a", "b", "c"), await mode("a", "b", "d")]).toEqual([0o600, 0o600]);
});

describe("writeFileAtomic", () => {
  it("has the content on disk before the name, and the name before it returns", async () => {
    const file = path.join(folder(), "a.json");
    await writeFileAtomic(file, "new", { mode: 0o640 });
    expect(seen.steps).toEqual(["write", "sync file", "rename", "sync folder"]);
    expect(await readFile(file, "utf8")).toBe("new");
    expect((await stat(file)).mode & 0o777).toBe(0o640);
  });

  it.each(["write", "sync file", "rename"])(
    "leaves the old content and nothing else when it fails at: %s",
    async (step) => {
      const file = path.join(folder(), "a.json");
      await writeFile(file, "old");
      seen.refuse = step;
      await expect(writeFileAtomic(file, "new")).rejects.toMatchObject({ code: "ENOSPC" });
      expect(seen.steps.at(-1)).toBe(step);
      expect(await readFile(file, "utf8")).toBe("old");
      expect(await readdir(folder())).toEqual(["a.json"]);
    },
  );
});

describe("listFiles", () => {
  const wanted = (name: string) => name.endsWith(".json");

  it("tells size and time of the wanted ones", async () => {
    await writeFile(path.join(folder(), "a.json"), "12345");
    await writeFile(path.join(folder(), "b.txt"), "");
    const { mtimeMs } = await stat(path.join(folder(), "a.json"));
    expect(await listFiles(folder(), wanted)).toEqual([{ name: "a.json", size: 5, mtimeMs }]);
  });

  it("leaves out what is gone when it is looked at, and finds nothing where there is no folder", async () => {
    await symlink(path.join(folder(), "gone"), path.join(folder(), "a.json"));
    expect(await listFiles(folder(), wanted)).toEqual([]);
    expect(await listFiles(path.join(folder(), "none"), wanted)).toEqual([]);
  });
});
