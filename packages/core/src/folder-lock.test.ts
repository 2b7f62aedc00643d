import { mkdir, readdir, rename, rmdir, utimes } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { lockFolder } from "./folder-lock.ts";
import { Scope } from "./lifecycle.ts";

const folder = useFolder();
const scopes = useOpen((scope: Scope) => scope.end());

const lock = (run: string, options: { abandoned?: number } = {}) => {
  const scope = new Scope();
  scopes.push(scope);
  return lockFolder(run, scope, options);
};

/** What a killed holder leaves. */
async function leaveSocket(file: string): Promise<void> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(`${file}.x`, resolve));
  await rename(`${file}.x`, file);
  await new Promise((resolve) => server.close(resolve));
}

describe("the lock of a folder", () => {
  it.each([
    ["in an empty one", false],
    ["where a killed one left its socket", true],
  ])("goes to one of many that start at the same moment, %s", async (_where, left) => {
    for (let round = 0; round < 20; round += 1) {
      const run = path.join(folder(), `run${round}`);
      await mkdir(run, { mode: 0o700 });
      if (left) await leaveSocket(path.join(run, "main.sock"));
      const results = await Promise.all(Array.from({ length: 6 }, () => lock(run)));
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await lock(run)).toBe(false);
      expect(await readdir(run)).toEqual(["main.sock"]);
    }
  });

  it("is free again after its holder's end", async () => {
    expect(await lock(folder())).toBe(true);
    await scopes[0]?.end();
    expect(await readdir(folder())).toEqual([]);
    expect(await lock(folder())).toBe(true);
  });

  it.each(["1970-01-01", "2100-01-01"])(
    "is taken where one died while it took it, by its clock %s",
    async (day) => {
      const taking = path.join(folder(), ".taking");
      await mkdir(taking);
      const then = new Date(day);
      await utimes(taking, then, then);
      expect(await lock(folder(), { abandoned: 100 })).toBe(true);
      expect(await readdir(folder())).toEqual(["main.sock"]);
    },
  );

  it("waits for one that takes it at that moment, as long as that may take", async () => {
    const taking = path.join(folder(), ".taking");
    await mkdir(taking);
    // Shorter than this process lives, and longer than is waited here.
    const taken = lock(folder(), { abandoned: performance.now() - 1 });
    const waits = new Promise((resolve) => setTimeout(() => resolve("it waits"), 300));
    expect(await Promise.race([taken, waits])).toBe("it waits");
    await rmdir(taking);
    expect(await taken).toBe(true);
  });
});
