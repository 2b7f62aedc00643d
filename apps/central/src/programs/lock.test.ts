import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { FOLDER_LOCK, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { lockCentral } from "./lock.ts";
import { socketFolder } from "./socket-folder.ts";

const folder = useFolder();
const scopes = useOpen((scope: Scope) => scope.end());

const lock = (data: string) => {
  const scope = new Scope();
  scopes.push(scope);
  return lockCentral(data, scope);
};

it.each(["daten", "ein Ordner mit langem Namen/".repeat(5)])(
  "lets one central into %s, and the next one after its end",
  async (name) => {
    const [data, other] = [path.join(folder(), name), path.join(folder(), "andere")];
    for (const one of [data, other]) await mkdir(one, { recursive: true });
    expect(await lock(data)).toBe(true);
    expect(await lock(data)).toBe(false);
    expect(await lock(other)).toBe(true);
    await scopes[0]?.end();
    expect(await lock(data)).toBe(true);
    await scopes.pop()?.end();
    await rm(socketFolder(data, "run", FOLDER_LOCK), { recursive: true });
  },
);
