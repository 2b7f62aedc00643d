import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import { ScriptStore } from "./store.ts";

const folder = useFolder();
let store: ScriptStore;
beforeEach(() => {
  store = new ScriptStore(folder());
});

const write = (name: string, text: string) => writeFile(path.join(folder(), name), text);

describe.each([
  '{"scripts":{"a.lua":"x"',
  "null",
  '{"scripts":{"a.lua":5}}',
  '{"hosts":"x"}',
  '{"hosts":[1]}',
])("what is active, damaged to %s", (text) => {
  it("runs nothing, until another activation, which keeps it aside", async () => {
    await write("active.json", text);
    await expect(store.active()).rejects.toThrow();
    const next = { scripts: { "a.lua": "log(1)" }, hosts: ["a.lan"] };
    await store.activate(next);
    expect(await store.active()).toEqual(next);
    expect(await readdir(folder())).toContain("active.json.damaged");
  });
});

it("keeps scripts and servers for this account alone", async () => {
  await store.write("a.lua", "log(1)");
  await store.saveSettings({ hosts: ["a.lan"] });
  await store.activate({ scripts: { "a.lua": "log(1)" }, hosts: ["a.lan"] });
  const mode = async (...names: string[]) => (await stat(path.join(folder(), ...names))).mode & 0o777;
  expect(await mode("uploaded")).toBe(0o700);
  for (const name of [["uploaded", "a.lua"], ["settings.json"], ["active.json"]])
    expect(await mode(...name), name.join("/")).toBe(0o600);
});

it("keeps nothing aside where nothing is damaged", async () => {
  await store.activate({ scripts: {}, hosts: [] });
  await store.activate({ scripts: { "a.lua": "" }, hosts: [] });
  expect(await readdir(folder())).toEqual(["active.json"]);
});

it.each(["{", "null", '{"hosts":5}', '{"hosts":[5]}'])(
  "allows no server by settings damaged to %s",
  async (text) => {
    expect(await store.settingsDamaged()).toBe(false);
    await write("settings.json", text);
    expect(await store.settings()).toEqual({ hosts: [] });
    // It is told and kept for as long as nobody has allowed servers again.
    expect(await store.settingsDamaged()).toBe(true);
    expect(await readFile(path.join(folder(), "settings.json.damaged"), "utf8")).toBe(text);
    await store.saveSettings({ hosts: ["a.example"] });
    expect(await store.settingsDamaged()).toBe(false);
  },
);
