import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, roomOf, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { DiskGuard } from "./guard.ts";

const folder = useFolder();

it("tells of a disk that takes nothing any more, once, until it does again", async () => {
  await mkdir(path.join(folder(), "logs"));
  const scope = new Scope();
  const sink = new MemoryLogSink();
  const clock = new ManualClock();
  let code: string | undefined;
  const guard = await DiskGuard.start({
    layout: { root: folder(), logs: path.join(folder(), "logs"), reserve: path.join(folder(), "reserve") },
    clock,
    scope,
    log: createLogger("system", "disk", sink),
    room: async () => roomOf(1e9, 5e8),
    writable: async () => {
      if (code !== undefined) throw Object.assign(new Error(code), { code });
    },
  });
  const codes = async () => {
    clock.advance(60_000);
    await guard.look();
    return guard.findings().map((finding) => finding.code);
  };
  expect(await codes()).toEqual([]);
  code = "EROFS";
  expect([await codes(), await codes()]).toEqual([["storage-dead"], ["storage-dead"]]);
  expect(sink.entries.filter(({ level }) => level === "error")).toHaveLength(1);
  // Room there is, but not for another file.
  code = "ENOSPC";
  expect(await codes()).toEqual(["storage-files"]);
  // Not the disk's fault.
  code = "EACCES";
  expect(await codes()).toEqual([]);
  await scope.end();
});
