import path from "node:path";
import { dataLayout } from "@hubwart/core";
import { openStore, type Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { platformParts } from "./backup-parts.ts";

const device = (own: boolean) =>
  platformParts(dataLayout("/data"), {} as Store, own).find(({ name }) => name === "device");

it("settings of the device are put back where they are files of ours, and refused by name where they are not", () => {
  expect(device(false)?.stays).toBeUndefined();
  expect(device(true)?.stays).toContain("Gerätedienst");
});

it("certificates of rules belong to those of the device", () => {
  const files = platformParts(dataLayout("/data"), {} as Store, false).find(
    ({ name }) => name === "certificates",
  )?.files?.[0]?.name;
  for (const name of ["tls/server.pem", "tls/own/server.pem", "tls/proxy/abc.pem"])
    expect(files?.test(name)).toBe(true);
  expect(files?.test("tls/other/a.pem")).toBe(false);
});

const folder = useFolder();

it("says in German what a backup without a password leaves out", async () => {
  const layout = dataLayout(folder());
  const store = openStore({ file: layout.stateDb, credentialFile: layout.credentialFile, now: () => 1 });
  for (const name of ["lake.export", "proxy.proof", "page.links", "toString"])
    store.settings.writeRaw(name, JSON.stringify({ token: "geheim" }), 1);
  const part = platformParts(layout, store, false).find(({ name }) => name === "settings");
  const left = await part?.copy?.(layout.stateDb, path.join(folder(), "copy.db"), false);
  store.close();
  expect(left?.toSorted()).toEqual([
    "Kennung des eigenen Reverse Proxy",
    "Links für Wandpanels",
    "Token der Weitergabe an eine Datenbank",
    "toString",
  ]);
});
