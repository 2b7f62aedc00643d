/** A small tmpfs as the disk. Mounting needs root, as this tier does. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { emptyChange, Journal } from "./journal.ts";

const disk = useFolder();
beforeEach(() => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=0700", "hubwart-test", disk()]);
});
afterEach(() => {
  // SQLite lets go of a file when its statements are collected.
  execFileSync("umount", ["--lazy", disk()]);
});

function fill(): void {
  for (let part = 0; part < 2_000; part += 1) {
    try {
      writeFileSync(path.join(disk(), `fill${part}`), Buffer.alloc(part < 100 ? 64 * 1024 : 4096));
    } catch {
      if (part > 200) return;
    }
  }
}

const change = () => {
  const made = emptyChange();
  made.counters.nr = 7;
  made.maintenance.set(1, { nr: 1, scope: "bus.x", by: "Anna", why: "Umbau", since: 1, until: 9 });
  return made;
};
const free = () => execFileSync("sh", ["-c", `rm -f ${disk()}/fill*`]);

it("begins without a file where there is no room for one, refuses what comes, and takes it once there is", () => {
  fill();
  const journal = Journal.open(path.join(disk(), "."), 1);
  expect(() => journal.commit(change())).toThrow();
  expect(journal.history({ from: 0, to: 9, offset: 0, limit: 1 }).total).toBe(0);
  free();
  journal.commit(change());
  journal.close();
  const again = Journal.open(disk(), 1);
  expect(again.kept()).toMatchObject({ counters: { nr: 7 }, maintenance: [{ by: "Anna" }] });
  again.close();
});

it("has what it had where the disk is full when it starts", () => {
  const before = Journal.open(disk(), 1);
  before.commit(change());
  before.close();
  fill();
  const journal = Journal.open(disk(), 1);
  expect(journal.kept()).toMatchObject({ counters: { nr: 7 }, maintenance: [{ by: "Anna" }] });
  free();
  journal.commit(change());
  journal.close();
});
