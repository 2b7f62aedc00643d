import { cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { Scope, systemClock } from "@hubwart/core";
import { openRepository } from "@hubwart/releases";
import { packRelease } from "@hubwart/releases/pack";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readArguments, runCommand } from "../command-line.ts";
import { serve } from "../serve.ts";
import { standInRelease } from "../testing/stand-in-release.ts";

const folder = useFolder();
let scope = new Scope();
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.end());

const at = (...names: string[]) => path.join(folder(), ...names);
const run = (...args: string[]) => {
  const { positionals, values } = readArguments(args);
  return runCommand(at("service"), positionals, values);
};
const start = () =>
  serve({ folder: at("service"), bind: "127.0.0.1", port: 0, development: true, logLevel: "error" }, scope);

async function archive(version: string, arch: "x64" | "arm64" = "x64"): Promise<string> {
  const source = at(`source-${version}-${arch}`);
  await standInRelease(source, { version });
  await writeFile(path.join(source, "main.mjs"), `console.log(${JSON.stringify(version)})`.repeat(1000));
  const file = at(`${version}-${arch}.tar.br`);
  await packRelease(source, file, { version, arch, notes: `Neu in ${version}` });
  return file;
}
const device = (url: string, channel: "stable" | "test", cache = "cache") =>
  openRepository({
    url: `${url}/v1/releases`,
    channel,
    arch: "x64",
    trustedRoot: at("service", "development-root.json"),
    cacheFolder: at(cache),
    clock: systemClock,
  });
const offered = async (url: string, channel: "stable" | "test", cache?: string) => {
  const repository = await device(url, channel, cache);
  await repository.refresh(AbortSignal.timeout(20_000));
  return repository.releases().map(({ version }) => version);
};

it("publishes, promotes and withdraws on the command line while it serves", async () => {
  const url = await start();
  expect(await offered(url, "stable")).toEqual([]);
  expect(await run("release", "publish", await archive("1.1.0"), "--channel", "test")).toContain(
    "1.1.0\ttest\tx64",
  );
  await run("release", "publish", await archive("1.1.0", "arm64"), "--channel", "test");
  expect(await offered(url, "test")).toEqual(["1.1.0"]);
  expect(await offered(url, "stable")).toEqual([]);

  const promoted = await run("release", "promote", "1.1.0", "--from", "test", "--to", "stable");
  expect(promoted.trim().split("\n")).toHaveLength(2);
  const repository = await device(url, "stable");
  await repository.refresh(AbortSignal.timeout(20_000));
  expect(repository.releases()[0]).toMatchObject({
    version: "1.1.0",
    notes: "Neu in 1.1.0",
    channel: "stable",
  });
  const file = at("got");
  await writeFile(`${file}.part`, (await readFile(await archive("1.1.0"))).subarray(0, 50));
  await repository.download({ version: "1.1.0" }, file, { signal: AbortSignal.timeout(20_000) });
  expect((await readFile(file)).equals(await readFile(at("1.1.0-x64.tar.br")))).toBe(true);

  expect(await run("release", "list")).toMatch(/1\.1\.0\tstable\tarm64.*\nSignaturen: root bis 20/s);
  await run("release", "withdraw", "1.1.0", "--channel", "stable");
  expect([await offered(url, "stable"), await offered(url, "test")]).toEqual([[], ["1.1.0"]]);
  await run("release", "withdraw", "1.1.0");
  expect(await offered(url, "test")).toEqual([]);
  expect(await readdir(at("service/releases/targets/test/x64"))).toEqual([]);
});

it("refuses what would mislead a device, and says why", async () => {
  await expect(run("release", "list")).rejects.toThrow("release create");
  await run("release", "create");
  await expect(run("release", "create")).rejects.toThrow("bereits ein Repository");
  const file = await archive("1.0.0");
  for (const bad of [
    ["publish", file],
    ["publish", file, "--channel", "nightly"],
    ["publish"],
    ["rotate", "x"],
    [],
  ]) {
    await expect(run("release", ...bad)).rejects.toThrow();
  }
  await expect(run("release", "promote", "1.0.0", "--from", "test", "--to", "stable")).rejects.toThrow(
    "nicht angeboten",
  );
  await run("release", "publish", file, "--channel", "rc");
  const other = at("other.tar.br");
  await packRelease(at("source-1.0.0-x64"), other, { version: "1.0.0", arch: "x64", notes: "anders" });
  await expect(run("release", "publish", other, "--channel", "rc")).rejects.toThrow("neue Version vergeben");
  await writeFile(other, (await readFile(file)).subarray(0, 100));
  await expect(run("release", "publish", other, "--channel", "rc")).rejects.toThrow("die ein Gerät annimmt");
});

it("signs with keys from elsewhere, and the service renews with those that it has", async () => {
  await run("release", "create");
  await mkdir(at("stick"));
  for (const role of ["root.json", "targets.json"])
    await rename(at("service/releases/keys", role), at("stick", role));
  const file = await archive("2.0.0");
  await expect(run("release", "publish", file, "--channel", "stable")).rejects.toThrow("--keys");
  await run("release", "publish", file, "--channel", "stable", "--keys", at("stick"));
  await cp(at("service/releases/current/root.json"), at("service/development-root.json"));
  await run("release", "rotate", "timestamp", "--keys", at("stick"));
  await expect(run("release", "rotate", "timestamp")).rejects.toThrow("--keys");
  await run("key", "create");
  const url = await serve(
    { folder: at("service"), bind: "127.0.0.1", port: 0, development: false, logLevel: "error" },
    scope,
  );
  expect(await offered(url, "stable")).toEqual(["2.0.0"]);
  expect(await run("release", "renew")).toContain("nichts zu erneuern");
});

it("serves the repository's files and no others", async () => {
  const url = `${await start()}/v1/releases`;
  const status = async (name: string) => (await fetch(`${url}/${name}`)).status;
  expect(await status("metadata/timestamp.json")).toBe(200);
  for (const name of [
    "",
    "metadata/",
    "metadata/root.json",
    "keys/root.json",
    "metadata/..%2f..%2fkeys%2froot.json",
    "metadata/%2e%2e/%2e%2e/keys/root.json",
    "targets/stable/x64/..%2f..%2f..%2fkeys%2froot.json",
    "metadata/1.root.json%00",
    "lock.db",
    "current/timestamp.json",
    "metadata/999999999.root.json",
  ]) {
    expect([name, await status(name)]).toEqual([name, 404]);
  }
  const part = await fetch(`${url}/metadata/1.root.json`, { headers: { range: "bytes=0-9" } });
  expect([part.status, (await part.text()).length]).toEqual([206, 10]);
  const beyond = await fetch(`${url}/metadata/1.root.json`, { headers: { range: "bytes=999999-" } });
  expect(beyond.status).toBe(416);
});
