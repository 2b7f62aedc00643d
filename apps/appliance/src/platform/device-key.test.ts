import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fingerprintOf, isSignedBy } from "@hubwart/archive";
import { createLogger, MemoryLogSink } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { DeviceKey } from "./device-key.ts";

const log = createLogger("system", "test", new MemoryLogSink());
const TEXT = Buffer.from("manifest");
const folder = useFolder();
let file: string;
beforeEach(() => {
  file = path.join(folder(), "device-key.pem");
});

it("is made once, readable by this account only, and the same after a start", async () => {
  const key = await DeviceKey.open(file, log);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await DeviceKey.open(file, log)).publicKey).toBe(key.publicKey);
  expect(fingerprintOf(key.publicKey)).toMatch(/^([0-9A-F]{4} ){5}[0-9A-F]{4}$/);
});

it("signs what nobody else signs", async () => {
  const key = await DeviceKey.open(file, log);
  const other = await DeviceKey.open(`${file}.other`, log);
  const signature = key.sign(TEXT);
  expect(isSignedBy(key.publicKey, TEXT, signature)).toBe(true);
  expect(isSignedBy(other.publicKey, TEXT, signature)).toBe(false);
  expect(isSignedBy(key.publicKey, Buffer.from("Manifest"), signature)).toBe(false);
  for (const [one, two] of [
    ["", signature],
    [key.publicKey, ""],
    ["AAAA", signature],
    [key.publicKey, "x".repeat(5_000)],
  ])
    expect(isSignedBy(one ?? "", TEXT, two ?? "")).toBe(false);
});

it("is kept aside when it cannot be read", async () => {
  await writeFile(file, "no key");
  await DeviceKey.open(file, log);
  expect(await readFile(`${file}.damaged`, "utf8")).toBe("no key");
  expect((await DeviceKey.open(file, log)).publicKey).not.toBe("");
});
