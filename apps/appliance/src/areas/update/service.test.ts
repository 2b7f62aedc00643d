import { CODES } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { RunningRelease } from "@hubwart/ipc";
import { ReleaseError, type ReleaseFault, type ReleaseInfo } from "@hubwart/releases";
import { afterEach, beforeEach, expect, it } from "vitest";
import { UpdateService } from "./service.ts";
import { UpdateSettings } from "./settings.ts";

const DAY = 86_400_000;
let clock: ManualClock;
let scope: Scope;
let service: UpdateService;
let settings: UpdateSettings;
let offers: ReleaseInfo[];
let fault: ReleaseFault | undefined;
let raised: Error | undefined;
let age: number;
let looks: number;
let slow: Promise<void> | undefined;
let meta: Record<string, string>;
let valid: boolean;
let running: RunningRelease;
let hindrance: string | undefined;
let trial: { id: string; left: number; crashes: number } | undefined;

const release = (version: string): ReleaseInfo => ({
  version,
  arch: "x64",
  channel: "stable",
  size: 10,
  unpacked: 30,
  notes: "Neu",
  published: 1_000_000,
});
const settled = async () => {
  for (let i = 0; i < 30; i += 1) await Promise.resolve();
};
const codeOf = (task: Promise<unknown>) =>
  task.then(
    () => 0,
    (error: { code: number }) => error.code,
  );

beforeEach(() => {
  clock = new ManualClock();
  scope = new Scope();
  offers = [];
  fault = undefined;
  raised = undefined;
  age = 0;
  looks = 0;
  slow = undefined;
  meta = {};
  valid = true;
  hindrance = undefined;
  trial = undefined;
  running = { version: "1.0.0", base: true };
  const stored = new Map<string, unknown>();
  const table = {
    read: (of: { name: string; fallback: unknown }) => stored.get(of.name) ?? of.fallback,
    write: (of: { name: string }, value: unknown) => void stored.set(of.name, value),
  };
  settings = new UpdateSettings({ settings: table } as never, () => clock.now());
  service = new UpdateService({
    settings,
    hindrance: () => hindrance,
    license: () => ({ valid, meta, ...(valid ? {} : { reason: "Sie ist abgelaufen." }) }),
    running: () => running,
    trial: () => trial,
    losses: () => 2,
    clock,
    log: createLogger("system", "test", new MemoryLogSink()),
    scope,
    open: async (channel) => ({
      refresh: async () => {
        looks += 1;
        await slow;
        if (raised !== undefined) throw raised;
        if (fault) throw new ReleaseError(fault, "because");
      },
      releases: () => offers.filter((one) => one.channel === channel),
      get metadataAge() {
        return age;
      },
      signed: () => {
        throw new Error("nothing is downloaded here");
      },
      download: async () => undefined,
    }),
  });
});
afterEach(() => scope.end());
const findings = () => service.findings().map(({ code, level }) => `${code} ${level}`);

it("finds what is newer, and nothing in what is not", async () => {
  offers = [release("1.0.0"), release("0.9.0"), release("1.0.0-rc.1")];
  expect(await service.check()).toBeNull();
  expect(await codeOf(service.wanted())).toBe(CODES.updateUpToDate);
  offers = [release("1.1.0"), release("1.0.0")];
  expect(await service.wanted()).toMatchObject({ version: "1.1.0" });
  expect(service.state()).toMatchObject({
    version: "1.0.0",
    available: { version: "1.1.0", size: 10, published: 1_000, notes: "Neu" },
    error: null,
    checked: Math.floor(clock.now() / 1_000),
  });
  expect(findings()).toEqual(["update_available 1"]);
  running = { version: "1.1.0", base: false };
  expect(service.state().available).toBeNull();
  expect(findings()).toEqual([]);
});

it.each([
  ["that finds something", undefined],
  ["that fails", new Error("gone")],
])("a look at one channel %s counts for none that is set meanwhile", async (_, error) => {
  offers = [{ ...release("2.0.0-rc.1"), channel: "rc" }, release("1.1.0")];
  settings.choose("rc");
  let answer = () => undefined as unknown;
  slow = new Promise((resolve, reject) => {
    answer = () => (error ? reject(error) : resolve());
  });
  const before = service.check();
  await settled();
  settings.choose("stable");
  const wanted = service.wanted();
  slow = undefined;
  answer();
  expect(await wanted).toMatchObject({ version: "1.1.0", channel: "stable" });
  expect(await before).toMatchObject({ channel: "stable" });
  expect(service.state()).toMatchObject({ available: { version: "1.1.0" }, error: null });
  expect(looks).toBe(2);
});

it.each([
  ["unreachable", CODES.updateDownload, []],
  ["expired", CODES.updateUntrusted, ["update_untrusted 2"]],
  ["signature", CODES.updateUntrusted, ["update_untrusted 2"]],
  ["rollback", CODES.updateUntrusted, ["update_untrusted 2"]],
  ["inconsistent", CODES.updateUntrusted, ["update_untrusted 2"]],
] as const)("says what %s means, and keeps what it knew", async (what, code, said) => {
  offers = [release("1.1.0")];
  await service.check();
  fault = what;
  expect(await codeOf(service.wanted())).toBe(code);
  expect(service.state()).toMatchObject({
    available: { version: "1.1.0" },
    error: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(findings()).toEqual([...said, "update_available 1"]);
  fault = undefined;
  await service.check();
  expect(service.state().error).toBeNull();
});

it("notices that the server has had nothing new to say for two weeks", async () => {
  age = 14 * DAY;
  await service.check();
  expect(findings()).toEqual([]);
  age = 15 * DAY;
  await service.check();
  expect(service.findings()).toMatchObject([
    { code: "update_silent", level: 2, text: "Der Update-Server hat seit 15 Tagen nichts Neues gesagt." },
  ]);
});

it("looks by itself after the start and twice a day, sooner after a failure, and one at a time", async () => {
  fault = "unreachable";
  clock.advance(80_000);
  await settled();
  expect(looks).toBe(1);
  clock.advance(150_000);
  await settled();
  expect(looks).toBe(2);
  fault = undefined;
  clock.advance(300_000);
  await settled();
  expect(looks).toBe(3);
  expect(service.state().error).toBeNull();
  looks = 2;
  clock.advance(4_300_000);
  await settled();
  expect(looks).toBe(2);
  clock.advance(12 * 3_600_000);
  await settled();
  expect(looks).toBe(3);
  await Promise.all([service.check(), service.check()]);
  expect(looks).toBe(4);
  hindrance = "Nicht hier.";
  clock.advance(15 * 3_600_000);
  await settled();
  expect(looks).toBe(4);
});

it("begins nothing without a licence, where nothing can be updated, or in a channel that was not bought", async () => {
  offers = [release("1.1.0")];
  valid = false;
  expect(await codeOf(service.wanted())).toBe(CODES.noLicense);
  expect(service.state().hindrance).toBe("Ohne gültige Lizenz ist kein Update möglich. Sie ist abgelaufen.");
  valid = true;
  hindrance = "Nicht hier.";
  expect(await codeOf(service.wanted())).toBe(CODES.updateNotPossible);
  hindrance = undefined;
  settings.choose("dev");
  expect(await codeOf(service.wanted())).toBe(CODES.updateLicense);
  expect(looks).toBe(0);
});

it("offers the channels of the licence, and the one that is set", () => {
  expect(service.channels()).toEqual(["stable"]);
  meta = { "Update-Kanäle": "rc, test,unbekannt" };
  expect(service.channels()).toEqual(["stable", "test", "rc"]);
  settings.choose("rc");
  expect(service.channels()).toEqual(["test", "rc"]);
  expect(() => service.licensed("stable")).toThrow("unterstützt diesen Update-Kanal nicht");
  service.licensed("test");
});

it("says that an update failed until somebody has seen it, and that another release runs than should", () => {
  const last = {
    version: "1.1.0",
    from: "1.0.0",
    started: 1,
    ended: 2,
    code: 1102,
    reason: "Er lief nicht.",
    log: true,
  };
  settings.remember({ last: { ...last, success: false, seen: false } });
  running = { version: "1.0.0", base: true, fallback: "Version 1.1.0 ist nicht vollständig." };
  expect(service.findings().map(({ text }) => text)).toEqual([
    "Version 1.1.0 ist nicht vollständig. Es läuft Version 1.0.0.",
    "Das Update auf Version 1.1.0 ist fehlgeschlagen: Er lief nicht.",
  ]);
  settings.remember({ last: { ...last, success: false, seen: true } });
  running = { version: "1.0.0", base: true };
  expect(findings()).toEqual([]);
});

it("tells of the trial with its figures, and takes no other update meanwhile", async () => {
  offers = [release("1.1.0")];
  trial = { id: "u1", left: 600_000, crashes: 1 };
  const before = { hub: "running", up: ["a", "a/x", "b"] };
  settings.remember({
    trial: { changeover: "u1", version: "1.0.0", from: "0.9.0", before, mark: "" },
    previous: "0.9.0",
    kept: 86_400_000,
  });
  const until = Math.floor((clock.now() + 600_000) / 1_000);
  expect(service.state()).toMatchObject({
    trial: { until, from: "0.9.0", crashes: 1, losses: 2, connections: 3 },
    back: { version: "0.9.0" },
    hindrance: expect.stringContaining("noch auf Probe"),
  });
  expect(await codeOf(service.wanted())).toBe(CODES.updateNotPossible);
  trial = undefined;
  expect(service.state()).toMatchObject({ trial: null, hindrance: null });
});

it("leads back for as long as the release from before is kept", () => {
  settings.remember({ previous: "0.9.0", kept: 1 });
  expect(service.wayBack()).toBe("0.9.0");
  settings.remember({ kept: 0 });
  expect(service.state().back).toBeNull();
  expect(() => service.wayBack()).toThrow("nicht mehr vorhanden");
});

it.each<[string, Error, number, RegExp]>([
  ["a full disk", Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }), CODES.storageFull, /Speicherplatz/],
  [
    "a disk that may not be written",
    Object.assign(new Error("EROFS"), { code: "EROFS", syscall: "open" }),
    CODES.updateNotPossible,
    /schreibgeschützt/,
  ],
  [
    "a server that trickles",
    new DOMException("The operation was aborted due to timeout", "TimeoutError"),
    CODES.updateDownload,
    /zu langsam/,
  ],
  ["a defect", new TypeError("x is undefined"), CODES.updateNotPossible, /unerwarteten Grund/],
])("tells %s as what it is, in German, and distrusts nobody for it", async (_what, error, code, text) => {
  raised = error;
  expect(await codeOf(service.check())).toBe(code);
  expect(service.state().error).toMatch(text);
  expect(service.findings().map((finding) => finding.code)).not.toContain("update_untrusted");
});
