/** `npm run release` as whoever builds devices runs it, and what a device would get of it. */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { ConflictError } from "@hubwart/core";
import { unpackRelease } from "@hubwart/releases";
import { useSharedFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { readArguments, runCommand } from "../command-line.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../../..");
const folder = useSharedFolder();

async function make(name: string, more: string[] = []): Promise<string> {
  const out = path.join(folder(), name);
  const options = ["--fast", "--version", "7.8.9-dev.1", "--out", out, ...more];
  await run(process.execPath, [path.join(root, "scripts/release.mjs"), ...options], {
    env: { ...process.env, TZ: name },
    maxBuffer: 1e6,
  });
  const [file = ""] = await readdir(out);
  return path.join(out, file);
}

it("made twice it is the same to the bit, holds all a device runs, and trusts no development key", async () => {
  const one = await make("Asia-Tokyo");
  const two = await make("UTC");
  expect(path.basename(one)).toBe(`hubwart-7.8.9-dev.1-${process.arch}.tar.br`);
  expect((await readFile(one)).equals(await readFile(two))).toBe(true);

  const release = path.join(folder(), "release");
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  await unpackRelease(one, release, AbortSignal.timeout(60_000), { version: "7.8.9-dev.1", arch });
  expect((await readdir(release)).sort()).toEqual(
    expect.arrayContaining([
      "console",
      "doc",
      "files",
      "manifest.json",
      "node",
      "node_modules",
      "server",
      "systemd",
    ]),
  );
  const servers = await readdir(path.join(release, "server"));
  expect(servers).toEqual(expect.arrayContaining(["launcher.mjs", "appliance.mjs", "hub.mjs", "hostd.mjs"]));
  expect(servers).not.toContain("vendor.mjs");
  for (const name of await readdir(path.join(release, "server"), { recursive: true })) {
    if (!name.endsWith(".mjs")) continue;
    const code = await readFile(path.join(release, "server", name), "utf8");
    expect([name, code.includes("__HUBWART_DEVELOPMENT__")]).toEqual([name, false]);
  }
  // Offered as docs/how-to/publish-a-release.md says, under the version that it was made with.
  await offer(one);
  // Its own Node loads its own native parts.
  const probe = `for (const name of ["@photostructure/sqlite", "@node-rs/argon2", "wasmoon"]) require(name); console.log(process.version)`;
  const node = path.join(release, "node/bin/node");
  const { stdout } = await run(node, ["-e", probe], { cwd: release });
  expect(stdout).toMatch(/^v24\./);
}, 400_000);

/** Rejects for a release that does not start, or says another version. */
async function offer(archive: string): Promise<void> {
  const service = path.join(folder(), "service");
  await command(service, "release", "create").catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
  });
  const said = await command(service, "release", "publish", archive, "--channel", "test");
  expect(said).toContain("7.8.9-dev.1\ttest");
}
function command(service: string, ...args: string[]): Promise<string> {
  const { positionals, values } = readArguments(args);
  return runCommand(service, positionals, values);
}

/** By the first bytes of a program or library, as elf(5) has them. */
const MACHINES: Record<number, string> = { 62: "x64", 183: "arm64" };

it("is made for the other architecture too, with nothing of this one in it", async () => {
  const arch = process.arch === "arm64" ? "x64" : "arm64";
  const archive = await make("other", ["--arch", arch]);
  expect(path.basename(archive)).toBe(`hubwart-7.8.9-dev.1-${arch}.tar.br`);
  await offer(archive);
  const release = path.join(folder(), "other-release");
  await unpackRelease(archive, release, AbortSignal.timeout(60_000), { version: "7.8.9-dev.1", arch });
  const native: string[] = [];
  for (const entry of await readdir(release, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = await readFile(path.join(entry.parentPath, entry.name));
    if (content.subarray(1, 4).toString() !== "ELF") continue;
    native.push(`${entry.name} ${MACHINES[content.readUInt16LE(18)]}`);
  }
  expect(native.toSorted()).toEqual([
    `@photostructure+sqlite.glibc.node ${arch}`,
    `argon2.linux-${arch}-gnu.node ${arch}`,
    `node ${arch}`,
  ]);
}, 400_000);
