import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BackupSource } from "./backup-source.ts";

const folder = useFolder();
const at = (name: string) => path.join(folder(), name);
const PROGRESS = "central-backups.json";
const [NEW, MID, OLD] = ["3", "2", "1"].map((day) => `hubwart-a-2026010${day}T000000Z.tar.age`) as [
  string,
  string,
  string,
];

let kept: string[];
let password: string;
/** Pieces of files that were read, and more to come. */
let pieces: number;
/** Files that were tried with a password. */
let tried: string[];
let source: BackupSource;
const sink = new MemoryLogSink();
const open = async () => {
  source = await BackupSource.open({
    kept: async () => kept.map((name, index) => ({ name, file: at(name), ts: 100 - index })),
    password: () => password,
    opens: async (file, given) => {
      tried.push(path.basename(file));
      return (await readFile(file, "utf8")).startsWith(given);
    },
    file: at(PROGRESS),
    clock: {
      ...systemClock,
      after: (ms, fn) => {
        if (ms < 1_000) pieces += 1;
        return systemClock.after(ms, fn);
      },
    },
    log: createLogger("system", "central", sink),
  });
};
beforeEach(async () => {
  kept = [NEW, MID, OLD];
  password = "";
  tried = [];
  pieces = 0;
  for (const name of kept) await writeFile(at(name), `gut ${name}`);
  await open();
  source.begun();
});
afterEach(() => source.end());

/** @returns names in the order in which they are sent */
async function sendAll(): Promise<string[]> {
  const names: string[] = [];
  for (let next = await source.next(); next; next = await source.next()) {
    names.push(next.name);
    await source.over(next.name);
  }
  return names;
}

describe("backups on their way to the central", () => {
  it("go the newest first, with size, hash and time", async () => {
    const first = await source.next();
    const sha256 = createHash("sha256").update(`gut ${NEW}`).digest("hex");
    expect(first).toEqual({
      name: NEW,
      file: at(NEW),
      size: 4 + NEW.length,
      sha256,
      about: JSON.stringify({ at: 100, encrypted: true }),
    });
    // As long as the central has no room, it is this one.
    expect((await source.next())?.name).toBe(NEW);
    expect(await sendAll()).toEqual([NEW, MID, OLD]);
    expect(await source.next()).toBeUndefined();
    expect((await stat(at(PROGRESS))).mode & 0o777).toBe(0o600);
  });

  it("are offered again once after each connection, those that the central has not heard of first", async () => {
    await source.next();
    await source.over(NEW);
    expect((await source.next())?.name).toBe(MID);
    await source.end();
    await open();
    source.begun();
    expect(await sendAll()).toEqual([MID, OLD, NEW]);
    source.begun();
    expect(await sendAll()).toEqual([NEW, MID, OLD]);
    expect(await sendAll()).toEqual([]);
  });

  it("are measured once, and again where one is another", async () => {
    await sendAll();
    const before = await readFile(at(PROGRESS), "utf8");
    source.begun();
    await sendAll();
    expect(await readFile(at(PROGRESS), "utf8")).toBe(before);
    await writeFile(at(MID), "anders");
    source.begun();
    await source.next();
    await source.over(NEW);
    expect((await source.next())?.sha256).toBe(createHash("sha256").update("anders").digest("hex"));
    expect(await sendAll()).toEqual([MID, OLD]);
  });

  it("that went are left out and forgotten, and a note that nobody can read is begun anew", async () => {
    await sendAll();
    await rm(at(NEW));
    source.begun();
    expect(await sendAll()).toEqual([MID, OLD]);
    kept = [MID];
    await writeFile(at(MID), "anders");
    source.begun();
    await sendAll();
    expect(JSON.parse(await readFile(at(PROGRESS), "utf8"))).toMatchObject({
      files: { [MID]: { over: true } },
    });
    expect(await readFile(at(PROGRESS), "utf8")).not.toContain(OLD);
    expect(sink.entries.map(({ msg }) => msg)).toEqual([]);
    await source.end();
    await writeFile(at(PROGRESS), "{");
    await open();
    source.begun();
    expect(await sendAll()).toEqual([MID]);
  });

  it("bring the password only where it is left there, and opens them", async () => {
    password = "gut";
    await writeFile(at(OLD), "älteres Passwort");
    const told = async () => {
      source.begun();
      const found: [string, unknown][] = [];
      for (let next = await source.next(); next; next = await source.next()) {
        found.push([next.name, (JSON.parse(next.about ?? "") as { password?: string }).password]);
        await source.over(next.name);
      }
      return found;
    };
    expect(await told()).toEqual([
      [NEW, "gut"],
      [MID, "gut"],
      [OLD, undefined],
    ]);
    await told();
    expect(tried).toEqual([NEW, MID, OLD]);
    expect(await readFile(at(PROGRESS), "utf8")).not.toContain("gut");
    kept = [NEW.replace(".age", "")];
    await writeFile(at(kept[0] ?? ""), "offen");
    expect(await told()).toEqual([[kept[0], undefined]]);
  });

  it("hold up nobody: a large one is measured meanwhile, and its end ends that", async () => {
    await writeFile(at(NEW), Buffer.alloc(200 * 1024 * 1024));
    const began = performance.now();
    expect(await source.next()).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await source.next()).toBeUndefined();
    await rm(at(NEW));
    await source.end();
    expect(pieces).toBeLessThan(200);
    expect(await readdir(folder())).not.toContain(PROGRESS);
    await open();
    source.begun();
    expect((await source.next())?.name).toBe(MID);
  });

  it("are sent when they have been measured", async () => {
    await writeFile(at(NEW), Buffer.alloc(80 * 1024 * 1024));
    expect(await source.next()).toBeUndefined();
    await vi.waitFor(async () => expect((await source.next())?.name).toBe(NEW), {
      timeout: 20_000,
      interval: 100,
    });
  });
});
