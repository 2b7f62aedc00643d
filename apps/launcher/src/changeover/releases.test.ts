import { createHash } from "node:crypto";
import { mkdirSync, readlinkSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { diskBelow } from "./disk.ts";
import { type Releases, releasesBelow } from "./releases.ts";

const root = useFolder();
let releases: Releases;
beforeEach(() => {
  mkdirSync(path.join(root(), "releases"));
  releases = releasesBelow(root(), { folder: "/base", version: "1.0.0" }, diskBelow(root()));
});

const at = (...parts: string[]) => path.join(root(), "releases", ...parts);
const current = (version: string) => {
  rmSync(at("current"), { force: true });
  symlinkSync(version, at("current"));
};
function release(version: string, more: string[] = []): void {
  const names = ["server/appliance.mjs", "server/hub.mjs", "server/pod.mjs", "console/index.html", ...more];
  const files = names.map((name) => {
    mkdirSync(path.dirname(at(version, name)), { recursive: true });
    writeFileSync(at(version, name), name);
    return { name, size: name.length, sha256: createHash("sha256").update(name).digest("hex") };
  });
  writeFileSync(at(version, "manifest.json"), JSON.stringify({ files }));
}
async function opened() {
  await releases.open();
  return releases.running;
}
const BASE = { version: "1.0.0", base: true };

it("is the base where nothing was ever loaded", async () => {
  expect(await opened()).toEqual(BASE);
  expect([releases.folder, releases.node, releases.current]).toEqual(["/base", undefined, null]);
});

it("is what the link names, with the Node it brings", async () => {
  release("1.1.0");
  release("1.2.0", ["node/bin/node"]);
  await releases.runFrom("1.1.0");
  expect([releases.folder, releases.node]).toEqual([at("1.1.0/server"), undefined]);
  await releases.runFrom("1.2.0");
  expect(readlinkSync(at("current"))).toBe("1.2.0");
  const next = releasesBelow(root(), { folder: "/base", version: "1.0.0" }, diskBelow(root()));
  await next.open();
  expect([next.running, next.node]).toEqual([{ version: "1.2.0", base: false }, at("1.2.0/node/bin/node")]);
  await releases.runFrom(null);
  expect(await opened()).toEqual(BASE);
});

it.each([
  ["a program with another content", () => writeFileSync(at("1.2.0/server/hub.mjs"), "server/HUB.mjs")],
  ["a file that was cut", () => writeFileSync(at("1.2.0/console/index.html"), "x")],
  ["a file that is gone", () => unlinkSync(at("1.2.0/server/pod.mjs"))],
  ["no manifest", () => unlinkSync(at("1.2.0/manifest.json"))],
  ["half a manifest", () => writeFileSync(at("1.2.0/manifest.json"), '{"files":[')],
  ["a manifest that lists nothing", () => writeFileSync(at("1.2.0/manifest.json"), '{"files":[]}')],
  ["no folder", () => rmSync(at("1.2.0"), { recursive: true })],
])(
  "passes over a release with %s for the one before it, then for the base, and says so",
  async (_what, harm) => {
    release("1.1.0");
    release("1.2.0");
    release("1.3.0");
    current("1.2.0");
    expect(await opened()).toEqual({ version: "1.2.0", base: false });
    harm();
    expect(await opened()).toEqual({
      version: "1.1.0",
      base: false,
      fallback: expect.stringMatching(/^Version 1\.2\.0 ist nicht vollständig: .+\.$/),
    });
    rmSync(at("1.1.0"), { recursive: true });
    expect(await opened()).toMatchObject({ ...BASE, fallback: expect.stringContaining("Version 1.2.0") });
    await expect(releases.runFrom("1.2.0")).rejects.toThrow("nicht vollständig");
  },
);

it("is the base when that is newer, and when the link leads elsewhere", async () => {
  for (const version of ["0.9.0", "1.0.0"]) {
    release(version);
    current(version);
    expect(await opened()).toEqual(BASE);
  }
  current("../../etc");
  expect(await opened()).toMatchObject(BASE);
  current("2.0.0/../1.0.0");
  expect(await opened()).toMatchObject({ ...BASE, fallback: expect.any(String) });
});
