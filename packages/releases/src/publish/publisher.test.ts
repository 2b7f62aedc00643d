import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ManualClock } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { Publisher } from "./publisher.ts";

const folder = useFolder();
beforeEach(async () => {
  const clock = new ManualClock(Date.now());
  await new Publisher({ folder: at("releases"), clock }).create();
  // As docs/how-to/publish-a-release.md says.
  await mkdir(at("medium"));
  for (const name of ["root.json", "targets.json"])
    await rename(at("releases/keys", name), at("medium", name));
});
const at = (...names: string[]) => path.join(folder(), ...names);
const publisher = (keys?: string) =>
  new Publisher({ folder: at("releases"), clock: new ManualClock(Date.now()), keys });
const keys = async () => [await readdir(at("medium")), await readdir(at("releases/keys"))];

it("signs with the keys of the medium and with those that stay, and leaves each where it is", async () => {
  // Whatever is signed with the medium's is followed by snapshot and timestamp.
  await publisher(at("medium")).rotate("targets");
  await publisher(at("medium")).rotate("timestamp");
  expect(await keys()).toEqual([
    ["root.json", "targets.json"],
    ["snapshot.json", "timestamp.json"],
  ]);
});

it("says where a key is missed, and signs nothing without it", async () => {
  await expect(publisher().rotate("targets")).rejects.toThrow(
    `Der Schlüssel der Rolle „root“ liegt nicht in ${at("releases/keys")}. Bitte mit --keys angeben.`,
  );
  await rm(at("medium/root.json"));
  await expect(publisher(at("medium")).rotate("targets")).rejects.toThrow(
    `liegt nicht in ${at("medium")} oder ${at("releases/keys")}.`,
  );
});
