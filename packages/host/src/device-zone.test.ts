import { mkdir, symlink, writeFile } from "node:fs/promises";
import { useSharedFolder } from "@hubwart/testing/folder";
import { beforeAll, expect, it } from "vitest";
import { deviceZone } from "./device-zone.ts";

const folder = useSharedFolder();
let root: string;
beforeAll(async () => {
  root = `${folder()}/`;
  await mkdir(`${root}etc`);
  await symlink("/usr/share/zoneinfo/Europe/Lisbon", `${root}etc/localtime`);
});

it.each([
  ["its own, where it has one", "embedded", { active: { zone: "Asia/Tokyo" } }, "Asia/Tokyo"],
  [
    "that of the machine, where none holds yet",
    "embedded",
    { configured: { zone: "Asia/Tokyo" } },
    "Europe/Lisbon",
  ],
  ["that of the machine instead of none", "embedded", { active: { zone: "../etc" } }, "Europe/Lisbon"],
  ["that of the machine instead of no text", "embedded", { active: { zone: 1 } }, "Europe/Lisbon"],
  ["that of the machine instead of no object", "embedded", null, "Europe/Lisbon"],
  ["that of the machine on a device", "systemd", { active: { zone: "Asia/Tokyo" } }, "Europe/Lisbon"],
] as const)("%s", async (_, setting, stored, expected) => {
  const settings = `${root}settings.json`;
  await writeFile(settings, JSON.stringify(stored));
  expect(await deviceZone({ setting, settings, root })).toBe(expected);
});

it("that of the machine without a file, or with half of one", async () => {
  const settings = `${root}none.json`;
  expect(await deviceZone({ setting: "embedded", settings, root })).toBe("Europe/Lisbon");
  await writeFile(settings, '{"active":{"zone":"Asia');
  expect(await deviceZone({ setting: "embedded", settings, root })).toBe("Europe/Lisbon");
});
