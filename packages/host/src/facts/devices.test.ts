import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { readDevices } from "./devices.ts";
import { LinuxFacts } from "./linux-facts.ts";

const folder = useFolder();
let root = "";
beforeEach(() => {
  root = `${folder()}/`;
});

async function adapter(name: string, files: Record<string, string>): Promise<void> {
  const folder = path.join(root, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), `${text}\n`);
}

it("are the adapters that can be configured, in an order that stays", async () => {
  await adapter("eth10", { type: "1", address: "02:00:00:00:00:10", carrier: "0" });
  await adapter("eth2", { type: "1", address: "02:00:00:00:00:02", carrier: "1" });
  // Switched off, an adapter does not say whether a cable is plugged.
  await adapter("enp3s0", { type: "1", address: "02:00:00:00:00:03" });
  await adapter("lo", { type: "772" });
  for (const made of ["docker0", "veth12ab", "ifb0", "wg0"]) await adapter(made, { type: "1" });
  await adapter("net0", { type: "1" });
  await mkdir(path.join(root, "net0", "bridge"));
  await adapter("ppp0", { type: "512" });
  expect(await readDevices(root)).toEqual([
    { device: "enp3s0", mac: "02:00:00:00:00:03", carrier: false },
    { device: "eth2", mac: "02:00:00:00:00:02", carrier: true },
    { device: "eth10", mac: "02:00:00:00:00:10", carrier: false },
  ]);
});

it("the zone has a name that can be chosen", async () => {
  await mkdir(path.join(root, "etc"));
  const zone = async (target: string) => {
    await rm(path.join(root, "etc/localtime"), { force: true });
    await symlink(target, path.join(root, "etc/localtime"));
    return new LinuxFacts({ dataDir: root, root }).zone();
  };
  expect(await zone("/usr/share/zoneinfo/Europe/Lisbon")).toBe("Europe/Lisbon");
  expect(await zone("../usr/share/zoneinfo/posix/Europe/Lisbon")).toBe("Europe/Lisbon");
  expect(await zone("/usr/share/zoneinfo/Etc/UTC")).toBe("UTC");
});
