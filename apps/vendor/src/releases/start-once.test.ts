import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { type StandIn, standInRelease } from "../testing/stand-in-release.ts";
import { startOnce } from "./start-once.ts";

const folder = useFolder();

const HERE = process.arch === "arm64" ? "arm64" : "x64";
const OTHER = HERE === "x64" ? "arm64" : "x64";

async function started(release: StandIn, arch: "x64" | "arm64" = HERE): Promise<void> {
  await standInRelease(folder(), release);
  await startOnce(folder(), { format: 1, product: "hubwart", version: "1.2.0", arch, notes: "", files: [] });
}

it.each([HERE, OTHER] as const)("takes a release for %s that comes up and says its version", async (arch) => {
  await expect(started({ version: "1.2.0" }, arch)).resolves.toBeUndefined();
});

it.each([HERE, OTHER] as const)("refuses a release for %s that says another version", async (arch) => {
  await expect(started({ version: "1.1.9" }, arch)).rejects.toThrow("Version 1.1.9 statt 1.2.0");
});

it.each([
  ["ends", /beendet sich:\nit does not work/],
  ["crashes", /stürzt ab:\nhub ist unerwartet beendet/],
  ["has no hub", /beendet sich/],
] as const)("refuses a release that %s", async (instead, why) => {
  await expect(started({ version: "1.2.0", instead })).rejects.toThrow(why);
});
