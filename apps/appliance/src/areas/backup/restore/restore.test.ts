import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import {
  FORMAT,
  fingerprintOf,
  LARGEST_MANIFEST,
  type Manifest,
  manifestText,
  parseManifest,
  signManifest,
  writeArchive,
} from "@hubwart/archive";
import { createLogger, ManualClock, MemoryLogSink, NotFoundError } from "@hubwart/core";
import type { HubStatus } from "@hubwart/ipc";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it, vi } from "vitest";
import type { BackupPart } from "../../../backup-part.ts";
import { DeviceKey } from "../../../platform/device-key.ts";
import { judge } from "./judge.ts";
import { originOf, readFirst, refuseNewer, refuseOther } from "./manifest.ts";
import { OpenedBackups } from "./opened.ts";
import { refuseStrange } from "./part-files.ts";
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
const plainConcat = Buffer.concat.bind(Buffer);
const folder = useFolder();

describe("what a backup says about itself", () => {
  it("is read from its beginning", async () => {
    await writeFile(path.join(folder(), "x"), "");
    const about = { ...ABOUT, files: [] };
    await writeArchive(folder(), about, path.join(folder(), "archive"), undefined, signal);
    const bytes = await readFile(path.join(folder(), "archive"));
    expect(await readFirst(Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]))).toEqual(about);
  });
  const said = (text: string) => {
    const header = Buffer.alloc(512);
    header.write("manifest.json", 0);
    header.write(`${Buffer.byteLength(text).toString(8).padStart(11, "0")}\0`, 124);
    return Buffer.concat([header, Buffer.from(text)]);
  };
  it("is joined twice, however short its pieces are", async () => {
    const text = JSON.stringify({ ...ABOUT, left: Array.from({ length: 200 }, () => "x".repeat(5_000)) });
    const bytes = said(text);
    const pieces = Array.from({ length: bytes.length / 64 }, (_, at) =>
      bytes.subarray(at * 64, at * 64 + 64),
    );
    let joined = 0;
    const concat = vi.spyOn(Buffer, "concat").mockImplementation((parts, ...rest) => {
      joined += 1;
      return plainConcat(parts, ...rest);
    });
    await readFirst(Readable.from([...pieces, bytes.subarray(pieces.length * 64)])).finally(() =>
      concat.mockRestore(),
    );
    expect(joined).toBeLessThan(3);
  });
  it.each([
    ["a note without end", { left: ["x".repeat(5_001)] }],
    ["a version without end", { version: "9".repeat(301) }],
    ["a name without end", { files: [{ name: "x".repeat(5_001), size: 1, sha256: "" }] }],
    ["a size below nothing", { files: [{ name: "a/b", size: -1, sha256: "" }] }],
    ["a size that is none", { files: [{ name: "a/b", size: 1.5, sha256: "" }] }],
    ["no time", { created: "gestern" }],
    ["a time before computers", { created: "-000001-01-01T00:00:00.000Z" }],
  ])("is refused with %s", async (_, change) => {
    const bytes = said(JSON.stringify({ ...ABOUT, ...change }));
    await expect(readFirst(Readable.from([bytes]))).rejects.toMatchObject({ code: 1702 });
  });
  it.each([
    ["files", 100_001],
    ["parts", 101],
    ["left", 201],
  ])("is refused with more %s than any device has, before they are looked at", async (name, length) => {
    const bytes = said(JSON.stringify({ ...ABOUT, [name]: Array(length).fill(0) }));
    const cause = { message: `too many ${name}` };
    await expect(readFirst(Readable.from([bytes]))).rejects.toMatchObject({ code: 1702, cause });
  });
  it("is refused by its size, before it is read", async () => {
    const header = said("").fill(`${(LARGEST_MANIFEST + 1).toString(8).padStart(11, "0")}\0`, 124, 136);
    await expect(readFirst(Readable.from([header]))).rejects.toMatchObject({ code: 1702 });
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
  it("of a newer format is refused, and names no version twice", () => {
    expect(() => refuseNewer({ ...ABOUT, format: FORMAT + 1 }, "9.0.0")).toThrow("Aktualisieren");
    expect(() => refuseNewer({ ...ABOUT, format: FORMAT + 1 }, ABOUT.version)).toThrow("neuere Format 2");
  });
  it("of another product is refused", () => {
    expect(() => refuseOther(ABOUT, "Hubwart")).not.toThrow();
    expect(() => refuseOther(ABOUT, "Anderes")).toThrow("„Hubwart“");
  });
});

describe("a signed backup", () => {
  const keyOf = (name: string) =>
    DeviceKey.open(path.join(folder(), name), createLogger("system", "test", new MemoryLogSink()));
  it("tells which device made it, and one that nobody signed tells nothing", async () => {
    const [own, other] = [await keyOf("own"), await keyOf("other")];
    const read = (about: Manifest) => parseManifest(manifestText(about));
    expect(originOf(read(signManifest(ABOUT, own)), own.publicKey).from).toBe("own");
    const origin = originOf(read(signManifest(ABOUT, other)), own.publicKey);
    expect(origin).toEqual({ from: "device", fingerprint: fingerprintOf(other.publicKey) });
    expect(originOf(read(ABOUT), own.publicKey)).toEqual({ from: "unknown", fingerprint: "" });
  });
  it("is refused once a byte of its list is another, or its key", async () => {
    const [own, other] = [await keyOf("own"), await keyOf("other")];
    const text = manifestText(signManifest(ABOUT, own));
    const read = (changed: string) => () => parseManifest(changed);
    expect(read(text)).not.toThrow();
    expect(read(text.replace("keller", "kelleR"))).toThrow("verändert");
    expect(read(text.replace(own.publicKey, other.publicKey))).toThrow("verändert");
    expect(read(text.replace(/"signature": "[^"]*"/, '"signature": ""'))).toThrow("verändert");
  });
});

describe("the parts", () => {
  it("are as large as what lies below them, and no other of the same beginning", () => {
    const files = ["pods/a", "pods/b/c", "podsx/d", "keys/e"].map((name, at) => ({
      name,
      size: 10 ** at,
      sha256: "",
    }));
    const sizes = offeredParts({ ...ABOUT, files }, PARTS).map(({ name, size }) => [name, size]);
    expect(Object.fromEntries(sizes)).toMatchObject({ pods: 11, keys: 1_000, license: 0 });
  });
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

describe("files of a backup", () => {
  const tokens: BackupPart = {
    name: "pods",
    label: "Pods",
    paths: ["/data/pods/tokens", "/data/pods/settings.json"],
    files: [{ name: /^pods\/tokens\/[a-z]+$/, most: 10 }],
  };
  const check = (name: string, size = 1) =>
    refuseStrange({ ...ABOUT, files: [{ name, size, sha256: "" }] }, [tokens], "/data");
  it.each(["pods/pods/tokens/a", "pods/pods/settings.json", "other/what/ever"])("are taken: %s", (name) => {
    expect(() => check(name)).not.toThrow();
  });
  it.each([
    "pods/state.db-journal",
    "pods/pods/settings.json/x",
    "pods/pods/tokens/a/b",
    "pods/pods/tokens/A",
    "pods/pods/own/x",
  ])("are refused by name: %s", (name) => {
    expect(() => check(name)).toThrow(`„${name}“`);
  });
  it("are refused by size", () => {
    expect(() => check("pods/pods/tokens/a", 11)).toThrow("zu groß");
    expect(() => check("pods/pods/settings.json", 2 ** 40)).toThrow("zu groß");
  });
});

describe("an opened backup", () => {
  it("is forgotten after half an hour, or when another one is opened", async () => {
    const clock = new ManualClock();
    const opened = new OpenedBackups(path.join(folder(), "opened"), clock);
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
    const opened = new OpenedBackups(path.join(folder(), "opened"), clock);
    const { id } = await opened.take(Readable.from([Buffer.from("a")]), signal);
    await opened.hold(async () => {
      clock.advance(30 * 60_000);
      expect(opened.find(id).id).toBe(id);
      await expect(opened.take(Readable.from([Buffer.from("b")]), signal)).rejects.toThrow("gerade");
    });
    // Its time is over: nothing holds it any more.
    expect(() => opened.find(id)).toThrow(NotFoundError);
  });
});

describe("the restored state", () => {
  const run = async (
    states: (Partial<HubStatus> | undefined)[],
    { licensed = false, serves = true } = {},
  ) => {
    const clock = new ManualClock();
    let at = 0;
    let verdict: string | null | undefined = null;
    const hub = {
      connected: true,
      status: () => states[Math.min(at, states.length - 1)] as HubStatus | undefined,
    };
    const done = judge({ clock, hub, licensed: () => licensed, serves: () => serves }, signal).then(
      (found) => (verdict = found),
    );
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
  it("is not good with a hub that has not heard of the licence yet, and then stays stopped", async () => {
    const states = [
      { state: "no_license" },
      { state: "no_license" },
      { state: "stopped", error: "Kein Pod." },
    ];
    expect(await run(states as Partial<HubStatus>[], { licensed: true })).toContain("Kein Pod.");
  });
  it("is bad with a hub that stays stopped, with its reason", async () => {
    expect(await run([{ state: "stopped", error: "Kein Pod." }])).toContain("Kein Pod.");
  });
  it("is nothing yet while the console is not served, or the hub only begins", async () => {
    expect(await run([{ state: "running" }], { serves: false })).toBeNull();
    expect(await run([{ state: "init" }])).toBeNull();
  });
});
