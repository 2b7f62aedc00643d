/** Real processes, because only the kernel says what becomes of one whose threads hang. */
import { execFileSync, fork } from "node:child_process";
import path from "node:path";
import { bundle } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let build: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  build = await bundle({ orphan: "packages/core/src/testing/orphan.ts" });
  execFileSync("mkfifo", [path.join(build.folder, "pipe")]);
});
afterAll(() => build.remove());

describe("a process whose parent is gone", () => {
  it.each(["ends", "waits"])(
    "ends within 2 s although a thread of it hangs, when its own end %s",
    async (how) => {
      const child = fork(path.join(build.folder, "orphan.mjs"), [path.join(build.folder, "pipe"), how], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      await new Promise((resolve) => child.once("message", resolve));
      const ended = new Promise((resolve) => child.once("exit", () => resolve("ended")));
      const late = new Promise((resolve) => setTimeout(resolve, 10_000, "late").unref());
      const since = performance.now();
      child.disconnect();
      const end = await Promise.race([ended, late]);
      child.kill("SIGKILL");
      expect([end, performance.now() - since < 4_000]).toEqual(["ended", true]);
    },
  );
});
