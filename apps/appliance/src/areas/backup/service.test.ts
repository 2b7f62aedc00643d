import type { Job } from "@hubwart/contract";
import { ConflictError, createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { defineSetting, openStore, type Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import type { BackupJob } from "./jobs.ts";
import { BackupService } from "./service.ts";
import { BackupSettings } from "./settings.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-11-21T12:00:00Z");
const at = (text: string) => Date.parse(text);

const folder = useFolder();
let clock: ManualClock;
let store: Store;
let settings: BackupSettings;
let scope: Scope;
let started: string[];
let busy: boolean;

/** A backup that is done at once; the memory gets what the real one leaves there. */
const job: JobHandle<BackupJob, undefined> = {
  start(data) {
    if (busy) throw new ConflictError("Gerade läuft: Projekt hochladen.");
    started.push(new Date(data.started).toISOString());
    settings.remember({ good: clock.now() });
    const ended = Promise.resolve(data);
    return { id: started.length, ended, passed: () => ended };
  },
  run: (data) => Promise.resolve(data),
};

let newest: Job | undefined;
const jobs = { find: () => newest };

beforeEach(() => {
  newest = undefined;
  clock = new ManualClock(START);
  const now = () => clock.now();
  store = openStore({ file: `${folder()}/state.db`, credentialFile: `${folder()}/credential.json`, now });
  settings = new BackupSettings(store, now);
  const { backup, pwd, target, ...schedule } = settings.config();
  settings.save({ ...schedule, use: true, mode: 1, time: [2, 0], backup, pwd, target });
  started = [];
  busy = false;
});
afterEach(async () => {
  await scope.end();
  store.close();
});

async function boot(): Promise<BackupService> {
  scope = new Scope();
  const log = createLogger("system", "backup", new MemoryLogSink());
  const facts = { zone: () => Promise.resolve("UTC") };
  const service = new BackupService({ settings, job, jobs, facts, clock, scope, log });
  if (settings.memory().due === null) await service.plan();
  return service;
}

/** One look of the service after the other. */
async function pass(ms: number, step = 20_000): Promise<void> {
  for (let gone = 0; gone < ms; gone += step) {
    clock.advance(step);
    await new Promise(setImmediate);
  }
}

describe("the choice of recorded values", () => {
  const older = defineSetting({ name: "backup.config", schema: z.any(), fallback: {} });
  it("is off in settings that lack it, and stays as it is where nobody names it", async () => {
    await boot();
    const { recorded: _, ...backup } = settings.config().backup;
    store.settings.write(older, { ...settings.config(), backup }, clock.now());
    expect(settings.config()).toMatchObject({ use: true, backup: { recorded: { use: false } } });
    const { pwd, target, ...schedule } = settings.config();
    settings.save({ ...schedule, backup: { ...backup, recorded: { use: true } }, pwd, target });
    settings.save({ ...schedule, backup, pwd, target });
    expect(settings.config().backup.recorded).toEqual({ use: true });
  });
});

describe("backups by schedule", () => {
  it("run once when they are due", async () => {
    await boot();
    await pass(DAY, 600_000);
    expect(started).toEqual(["2026-11-22T02:00:00.000Z"]);
    expect(settings.memory().due).toBe(at("2026-11-23T02:00:00Z"));
  });

  it("make up for missed ones once, after a jump and after a time without power", async () => {
    await boot();
    clock.jump(5 * DAY + HOUR);
    await pass(2 * HOUR, 600_000);
    expect(started).toHaveLength(1);
    expect(settings.memory().due).toBe(at("2026-11-27T02:00:00Z"));
    await scope.end();
    clock.jump(3 * DAY);
    await boot();
    await pass(HOUR, 600_000);
    expect(started).toHaveLength(2);
    expect(settings.memory().due).toBe(at("2026-11-30T02:00:00Z"));
  });

  it.each([HOUR, 3 * DAY, 4_000 * DAY])(
    "wait no longer than one interval after a clock set back by %d ms",
    async (back) => {
      await boot();
      clock.jump(-back);
      await pass(20_000);
      const wait = (settings.memory().due ?? 0) - clock.now();
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(DAY);
      await pass(DAY, 600_000);
      expect(started).toHaveLength(1);
    },
  );

  it("tell of a backup too old, also when the last one was made while the clock was years ahead", async () => {
    const service = await boot();
    clock.jump(4_000 * DAY);
    await pass(20_000);
    expect(started).toHaveLength(1);
    clock.jump(-4_000 * DAY);
    await pass(20_000);
    expect(service.findings()).toEqual([]);
    busy = true;
    await pass(2 * DAY + HOUR, 600_000);
    expect(service.findings().map(({ code }) => code)).toEqual(["backup_old"]);
  });

  it("are told of as running, or as failed with the reason, also when a power cut came in between", async () => {
    const service = await boot();
    settings.remember({
      last: { start: 1, end: 5, success: true, left: [], ftp: { active: false, success: false } },
    });
    const shown = { id: 1, kind: "backup.create", started: 10, ended: 0, message: "" };
    newest = { ...shown, state: "undoing" } as Job;
    expect([service.running, service.last?.success]).toEqual([true, true]);
    newest = { ...shown, state: "failed", ended: 20, message: "Ein Neustart." } as Job;
    expect([service.running, service.last?.error]).toEqual([false, "Ein Neustart."]);
    expect(service.findings().map(({ code }) => code)).toEqual(["backup_failed"]);
    newest = { ...newest, ended: 4 };
    expect(service.last?.success).toBe(true);
  });

  it("tell of a schedule that never made a good backup, as soon as it should have, also after a restart", async () => {
    busy = true;
    const first = await boot();
    await pass(DAY, 600_000);
    expect(first.findings()).toEqual([]);
    await scope.end();
    const service = await boot();
    await pass(DAY + HOUR, 600_000);
    expect(service.findings().map(({ code }) => code)).toEqual(["backup_never"]);
    settings.remember({ good: clock.now() });
    expect(service.findings()).toEqual([]);
  });

  it("wait for what runs in the way", async () => {
    await boot();
    busy = true;
    await pass(15 * HOUR, 600_000);
    expect(started).toEqual([]);
    busy = false;
    await pass(60_000);
    expect(started).toHaveLength(1);
  });
});
