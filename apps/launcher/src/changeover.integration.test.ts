/**
 * Changeovers with the real launcher on a real disk: its children are small programs of two releases that say what they
 * find. The launcher and all below it are killed at random moments.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Changeover, changeoverFolder, readChangeover, requestChangeover } from "@hubwart/core";
import { repoRoot, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";

const KILLS = 50;
const AT_ONCE = 5;

/** A child of a release: writes what it finds; `behaviour` of the new files says how it goes on. */
const CHILD = (release: string, name: string) => `
import { readFileSync, writeFileSync, existsSync } from "node:fs";
const root = process.env.HUBWART_DATA_DIR;
const at = (file) => root + "/" + file;
const found = existsSync(at("settings")) ? readFileSync(at("settings"), "utf8") : "nothing";
writeFileSync(at("seen-${name}"), "${release} " + found + " " + process.pid);
if (!process.connected) process.exit(0);
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
if ("${name}" === "appliance") {
  let record = { state: "" };
  try { record = JSON.parse(readFileSync(at("changeover.json"), "utf8")); } catch {}
  if (record.state === "trial") {
    writeFileSync(at("settings.migrated"), "by ${release}");
    if (found === "new crash") { console.error("cannot start: broken settings"); process.exit(3); }
    if (found === "new") process.send({ t: "changeover", id: record.id, say: "good" });
    if (found === "new bad") process.send({ t: "changeover", id: record.id, say: "bad", reason: "Unbrauchbar." });
  }
  process.on("message", () => undefined);
  if (existsSync(at("begin"))) process.send({ t: "changeover", id: readFileSync(at("begin"), "utf8"), say: "begin" });
}
setInterval(() => undefined, 1000);
`;

const top = useSharedFolder();

async function device(name: string): Promise<string> {
  const root = path.join(top(), name);
  for (const release of ["1.0", "2.0"]) {
    const files: Record<string, string> = { "server/pod.mjs": "", "console/index.html": "" };
    for (const child of ["appliance", "hub"]) files[`server/${child}.mjs`] = CHILD(release, child);
    await writeRelease(path.join(root, "releases", release), files);
  }
  await symlink("1.0", path.join(root, "releases", "current"));
  await mkdir(path.join(root, "projects"), { mode: 0o700 });
  await writeFile(path.join(root, "settings"), "old");
  await writeFile(path.join(root, "projects", "a"), "old a");
  return root;
}

/** As an update leaves it. */
async function writeRelease(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  const listed = Object.entries(files).map(([name, content]) => ({
    name,
    size: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
  await writeFile(path.join(folder, "manifest.json"), JSON.stringify({ files: listed }));
}

async function stage(root: string, settings: string, gateMs = 20_000): Promise<void> {
  const fresh = path.join(changeoverFolder(root, "r1"), "new");
  await mkdir(path.join(fresh, "projects"), { recursive: true });
  await writeFile(path.join(fresh, "settings"), settings);
  await writeFile(path.join(fresh, "projects", "b"), "new b");
  await requestChangeover(root, {
    id: "r1",
    kind: "update",
    replace: ["settings", "projects"].map((name) => ({ path: name, with: `changeover/r1/new/${name}` })),
    keep: ["settings.migrated"],
    release: "2.0",
    gateMs,
  });
}

function launch(root: string): ChildProcess {
  return spawn(process.execPath, [path.join(repoRoot(), "dist/server/launcher.mjs")], {
    env: {
      PATH: process.env["PATH"],
      HUBWART_DATA_DIR: root,
      HUBWART_EMBEDDED_VENDOR: "off",
      HUBWART_RESTART_DELAY_MAX: "200",
    },
    stdio: "ignore",
  });
}
const gone = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await gone(child);
}
async function reached(root: string, state: Changeover["state"]): Promise<Changeover> {
  let record: Changeover | undefined;
  await waitFor(async () => (record = await readChangeover(root))?.state === state, {
    what: `the changeover to be ${state}`,
    detail: () => JSON.stringify(record),
    timeout: 30_000,
  });
  return record as Changeover;
}
const text = (root: string, name: string) => readFile(path.join(root, name), "utf8").catch(() => "nothing");
async function state(root: string) {
  return {
    settings: await text(root, "settings"),
    a: await text(root, "projects/a"),
    b: await text(root, "projects/b"),
    release: await text(root, "releases/current/server/appliance.mjs").then((code) =>
      code.includes("by 2.0") ? "2.0" : "1.0",
    ),
    migrated: await text(root, "settings.migrated"),
  };
}
const OLD = { settings: "old", a: "old a", b: "nothing", release: "1.0", migrated: "nothing" };
const NEW = { settings: "new", a: "nothing", b: "new b", release: "2.0", migrated: "by 2.0" };

describe("a changeover with real processes", () => {
  it("is carried out when the appliance says so, and stays when it is called good", async () => {
    const root = await device("good");
    const launcher = launch(root);
    await waitFor(async () => (await text(root, "seen-appliance")).startsWith("1.0 old"), {
      what: "the old release",
    });
    await stage(root, "new");
    await writeFile(path.join(root, "begin"), "r1");
    // The next one asks for it.
    process.kill(Number((await text(root, "seen-appliance")).split(" ").at(-1)), "SIGKILL");
    await reached(root, "done");
    expect(await state(root)).toEqual(NEW);
    await waitFor(async () => (await text(root, "seen-hub")).startsWith("2.0 new"), {
      what: "the new release",
    });
    await end(launcher, "SIGTERM");
  });

  it.each([
    ["crashes", "new crash", 20_000, /„appliance“ ist 3 Mal unerwartet beendet/],
    ["never says anything", "new hang", 1_500, /2 Sekunden nach dem Start nicht betriebsbereit/],
    ["says that it is bad", "new bad", 20_000, /^Unbrauchbar\.$/],
  ])("to something that %s is put back, and the old release runs", async (_what, settings, gate, reason) => {
    const root = await device(settings.replace(" ", "-"));
    await stage(root, settings, gate);
    const launcher = launch(root);
    const record = await reached(root, "back");
    expect(record.reason).toMatch(reason);
    expect(await state(root)).toEqual(OLD);
    await waitFor(
      async () =>
        (await text(root, "seen-appliance")).startsWith("1.0 old") &&
        (await text(root, "seen-hub")).startsWith("1.0 old"),
      { what: "the old release" },
    );
    if (settings === "new crash")
      expect(await text(root, "changeover/r1/trial.log")).toContain("cannot start: broken settings");
    await end(launcher, "SIGTERM");
  });

  it(`killed at ${KILLS} random moments ends in the old or the new state`, async () => {
    const ends: string[] = [];
    const one = async (index: number) => {
      const root = await device(`kill-${index}`);
      const good = index % 3 !== 0;
      await stage(root, good ? "new" : "new bad");
      for (let kill = 0; kill < 2; kill += 1) {
        const launcher = launch(root);
        await new Promise((resolve) => setTimeout(resolve, 60 + Math.random() * 400));
        await end(launcher, "SIGKILL");
      }
      const launcher = launch(root);
      const { state: how, reason } = await reached(root, good ? "done" : "back").catch(() =>
        reached(root, "back"),
      );
      await end(launcher, "SIGTERM");
      const found = await state(root);
      expect(found, `${index}: ${how} ${reason}`).toEqual(how === "done" ? NEW : OLD);
      ends.push(how);
    };
    for (let next = 0; next < KILLS / 2; next += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => one(next + at)));
    expect(ends).toHaveLength(KILLS / 2);
    expect(new Set(ends)).toEqual(new Set(["done", "back"]));
  });
});
