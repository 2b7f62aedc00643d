import { dataLayout } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
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
