import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { ManualClock, NotFoundError } from "@hubwart/core";
import type { HubStatus } from "@hubwart/ipc";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BackupPart } from "../../../backup-part.ts";
import { FORMAT, type Manifest, writeArchive } from "../archive.ts";
import { judge } from "./judge.ts";
import { readFirst, refuseNewer } from "./manifest.ts";
import { OpenedBackups } from "./opened.ts";
import { offeredParts, replacements } from "./parts.ts";

const ABOUT: Manifest = {
  format: FORMAT,
  product: "Hubwart",
  version: "1.2.3",
  host: "keller",
  created: "2026-11-21T02:00:00.000Z",
  encrypted: true,
  parts: ["pods", "license", "keys", "data-influxdb", "unknown"].map((name) => ({ name, label: name })),
  left: [],
  files: [{ name: "pods/pods/settings.json", size: 5, sha256: "" }],
};
const PARTS: BackupPart[] = [
  { name: "pods", label: "Pods", paths: ["/data/pods/settings.json", "/data/gone"], beside: ["/data/trees"] },
  { name: "license", label: "Lizenz", paths: ["/data/license"], stays: "Gilt nur für ihr Gerät." },
  { name: "keys", label: "Schlüssel", paths: ["/data/tls"], onlyIf: "Nur zum Ersatz." },
  {
    name: "data-influxdb",
    label: "Daten von InfluxDB",
    paths: ["/data/add-ons/influxdb.tar"],
    needs: "settings",
    addOn: { id: "influxdb", save: () => Promise.resolve(undefined) },
  },
];
const signal = new AbortController().signal;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "restore-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("what a backup says about itself", () => {
  it("is read from its beginning", async () => {
    await writeFile(path.join(folder, "x"), "");
    const about = { ...ABOUT, files: [] };
    await writeArchive(folder, about, path.join(folder, "archive"), undefined, signal);
    const bytes = await readFile(path.join(folder, "archive"));
    expect(await readFirst(Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]))).toEqual(about);
  });
  it.each(["", "no tar at all", "x".repeat(2_000)])("is refused for what is none", async (text) => {
    await expect(readFirst(Readable.from([Buffer.from(text)]))).rejects.toMatchObject({ code: 1702 });
  });
  it.each([
    ["1.2.3", "1.2.3", true],
    ["1.2.3", "1.10.0", true],
    ["1.10.0", "1.2.3", false],
    ["2.0.0", "1.9.9", false],
    ["new", "1.2.3", false],
  ])("of version %s is taken by %s: %s", (theirs, ours, taken) => {
    const check = () => refuseNewer({ ...ABOUT, version: theirs }, ours);
    if (taken) expect(check).not.toThrow();
    else expect(check).toThrow(theirs);
  });
  it("of a newer format is refused", () => {
    expect(() => refuseNewer({ ...ABOUT, format: FORMAT + 1 }, "9.0.0")).toThrow("Aktualisieren");
  });
});

describe("the parts", () => {
  it("are offered with what stays, what only by hand, and what nobody knows", () => {
    expect(offeredParts(ABOUT, PARTS).map(({ chosen, moves, note }) => [moves, chosen, note])).toEqual([
      [true, true, ""],
      [false, false, "Gilt nur für ihr Gerät."],
      [true, false, "Nur zum Ersatz."],
      [true, true, expect.stringContaining("Nur zusammen mit den Einstellungen.")],
      [false, false, "Dieser Bestandteil ist auf diesem Gerät nicht bekannt."],
    ]);
  });
  it("replace what they stand for, and remove what was not there", () => {
    const has = (_part: string, name: string) => name === "pods/settings.json";
    expect(replacements(PARTS.slice(0, 1), "/data", "changeover/r/new", has)).toEqual([
      { path: "pods/settings.json", with: "changeover/r/new/pods/pods/settings.json" },
      { path: "gone", with: null },
      { path: "trees", with: null },
    ]);
  });
});

describe("an opened backup", () => {
  it("is forgotten after half an hour, or when another one is opened", async () => {
    const clock = new ManualClock();
    const opened = new OpenedBackups(path.join(folder, "opened"), clock);
    const take = (text: string) => opened.take(Readable.from([Buffer.from(text)]), signal);
    const first = await take("a");
    expect(first.encrypted).toBe(false);
    const second = await take("age-encryption.org/v1\n…");
    expect(second.encrypted).toBe(true);
    expect(() => opened.find(first.id)).toThrow(NotFoundError);
    expect(opened.find(second.id)).toBe(second);
    clock.advance(30 * 60_000);
    expect(() => opened.find(second.id)).toThrow(NotFoundError);
  });
  it("stays while it is restored, and no other one comes in between", async () => {
    const clock = new ManualClock();
    const opened = new OpenedBackups(path.join(folder, "opened"), clock);
    const { id } = await opened.take(Readable.from([Buffer.from("a")]), signal);
    await opened.hold(async () => {
      clock.advance(30 * 60_000);
      expect(opened.find(id).id).toBe(id);
      await expect(opened.take(Readable.from([Buffer.from("b")]), signal)).rejects.toThrow("gerade");
    });
  });
});

describe("the restored state", () => {
  const run = async (states: (Partial<HubStatus> | undefined)[], serves = true) => {
    const clock = new ManualClock();
    let at = 0;
    let verdict: string | null | undefined = null;
    const hub = {
      connected: true,
      status: () => states[Math.min(at, states.length - 1)] as HubStatus | undefined,
    };
    const done = judge({ clock, hub, serves: () => serves }, signal).then((found) => (verdict = found));
    for (let i = 0; i < 100 && verdict === null; i += 1) {
      await Promise.resolve();
      await Promise.resolve();
      clock.advance(200);
      at += 1;
    }
    if (verdict !== null) await done;
    return verdict as string | null | undefined;
  };
  it.each(["running", "no_license", "no_project"] as const)(
    "is good with a hub that is %s",
    async (state) => {
      expect(await run([undefined, { state: "init" }, { state }])).toBeUndefined();
    },
  );
  it("is bad with a hub that stays stopped, with its reason", async () => {
    expect(await run([{ state: "stopped", error: "Kein Pod." }])).toContain("Kein Pod.");
  });
  it("is nothing yet while the console is not served, or the hub only begins", async () => {
    expect(await run([{ state: "running" }], false)).toBeNull();
    expect(await run([{ state: "init" }])).toBeNull();
  });
});
