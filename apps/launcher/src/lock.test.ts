import { chmod, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { lockDataFolder } from "./lock.ts";

const folder = useFolder();
const scopes = useOpen((scope: Scope) => scope.end());

const lock = (run: string) => {
  const scope = new Scope();
  scopes.push(scope);
  return lockDataFolder(run, scope);
};

it("goes to one launcher, in a folder that is made for it", async () => {
  const run = path.join(folder(), "run");
  expect(await lock(run)).toBe(true);
  expect(await lock(run)).toBe(false);
});

it("is refused in a folder that others may write to, or that is a link", async () => {
  const open = path.join(folder(), "offen");
  await mkdir(open);
  await chmod(open, 0o777);
  await expect(lock(open)).rejects.toThrow("für andere beschreibbar");
  const target = path.join(folder(), "ziel");
  await mkdir(target, { mode: 0o700 });
  await symlink(target, path.join(folder(), "verweis"));
  await expect(lock(path.join(folder(), "verweis"))).rejects.toThrow("gehört einem anderen");
});
