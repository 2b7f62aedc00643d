import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import {
  type Changeover,
  createLogger,
  dataLayout,
  ManualClock,
  MemoryLogSink,
  Scope,
  UnavailableError,
} from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppContext } from "../../context.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { testJobs } from "../../testing/test-jobs.ts";
import type { UpdateJob } from "./job-data.ts";
import { defineUpdate } from "./jobs.ts";

const JOB: UpdateJob = { channel: "stable", version: "1.1.0", from: "1.0.0", size: 10, unpacked: 30 };
const PLANT = { hub: "running", up: ["a"] };

const root = useFolder();
let clock: ManualClock;
let scope: Scope;
let jobs: JobRunner;
let update: ReturnType<typeof defineUpdate>;
let installed: Set<string>;
let told: string[];
let launcherGone: boolean;
let offered: boolean;
let silent: boolean;

/** A start of this release; the store is that of the one before. */
function start(version: string): void {
  scope = new Scope();
  jobs = testJobs(root(), clock, scope);
  const hub = new ScriptedHub();
  hub.say({ pid: 7, state: "running" });
  const app = {
    jobs,
    hub,
    clock,
    layout: dataLayout(root()),
    log: createLogger("system", "test", new MemoryLogSink()),
    config: { updateGate: 300_000, updateTrial: 0 },
    store: { keepCopy: () => undefined },
    launcher: {
      changeover: (_id: string, say: string, reason?: string) => {
        if (launcherGone) throw new UnavailableError("Kein Startprozess.");
        told.push(reason === undefined ? say : `${say}: ${reason}`);
        if (say === "good") record({ state: "done" });
      },
    },
  } as unknown as AppContext;
  update = defineUpdate({
    app,
    version,
    settings: { remember: () => undefined } as never,
    service: {
      licensed: () => undefined,
      newer: (releases: unknown[]) => releases[0],
      repository: async () => ({
        releases: () => (offered ? [{ ...JOB, arch: "x64", notes: "", published: 1 }] : []),
        download: async (_release: unknown, file: string) => writeFileSync(file, "archive"),
      }),
    } as never,
    installer: {
      versions: async () => [...installed],
      install: async (archive, release) => {
        expect(readFileSync(archive, "utf8")).toBe("archive");
        installed.add(release.version);
      },
      remove: async (gone) => void installed.delete(gone),
    },
    mark: async () => "",
    gate: {
      clock,
      now: () => (silent ? { hub: "", up: [] } : PLANT),
      console: async () => undefined,
      device: async () => undefined,
    },
  });
  jobs.takeUp();
}
const file = () => path.join(root(), "changeover.json");
function record(change: Partial<Changeover>): void {
  writeFileSync(file(), JSON.stringify({ ...JSON.parse(readFileSync(file(), "utf8")), ...change }));
}
/** Lets files be read and time pass. */
async function passes(seconds: number): Promise<void> {
  for (let at = 0; at < seconds * 4; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    clock.advance(250);
  }
}
async function until(what: () => boolean): Promise<void> {
  for (let at = 0; at < 2_000 && !what(); at += 1) await passes(0.25);
  expect(what()).toBe(true);
}
const last = () => jobs.list()[0];
const stepOf = (id: string) => last()?.steps.find((step) => step.id === id)?.state;

beforeEach(() => {
  mkdirSync(path.join(root(), "logs"));
  clock = new ManualClock();
  installed = new Set(["0.9.0", "1.0.0"]);
  told = [];
  launcherGone = false;
  offered = true;
  silent = false;
  start("1.0.0");
});
afterEach(() => scope.end());

describe("an update", () => {
  async function switched(): Promise<void> {
    update.start(JOB);
    await until(() => told.includes("begin"));
    expect(installed.has("1.1.0")).toBe(true);
    expect(last()).toMatchObject({ covers: "updating", cancellable: false });
    await scope.end();
  }

  it("covers the console only from the switch on, and can be cancelled until then", async () => {
    update.start(JOB);
    expect(last()).toMatchObject({ covers: null, cancellable: true });
    jobs.cancel(last()?.id ?? 0);
    await until(() => last()?.state === "cancelled");
    expect(installed.has("1.1.0")).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  it("is called good by the new release when all is as before, which then keeps two releases", async () => {
    await switched();
    record({ state: "trial" });
    start("1.1.0");
    await until(() => last()?.state === "done");
    expect(told).toEqual(["begin", "good"]);
    expect([...installed]).toEqual(["1.0.0", "1.1.0"]);
  });

  it("is called bad by the new release when something is lacking, with the reason", async () => {
    await switched();
    record({ state: "trial" });
    silent = true;
    start("1.1.0");
    await until(() => told.length > 1);
    expect(told[1]).toBe("bad: Der Hub meldet sich nicht.");
  });

  it("is called bad when another release runs than should", async () => {
    await switched();
    record({ state: "trial" });
    start("1.0.5");
    await until(() => told.length > 1);
    expect(told[1]).toBe("bad: Es läuft Version 1.0.5 statt 1.1.0.");
  });

  it("is ended by the old release when it was put back, with the reason and the log", async () => {
    await switched();
    record({ state: "back", reason: "Der Hub läuft nicht" });
    start("1.0.0");
    await until(() => last()?.state === "failed");
    expect(last()).toMatchObject({
      code: CODES.updatePutBack,
      message: "Der Hub läuft nicht. Es läuft wieder Version 1.0.0 mit den Einstellungen von davor.",
    });
    expect([...installed]).toEqual(["0.9.0", "1.0.0"]);
    expect(readFileSync(path.join(root(), "updates", "failed.log"), "utf8")).toContain(
      "Grund: Der Hub läuft nicht",
    );
  });

  it("asks again if the appliance fell before the launcher had begun", async () => {
    await switched();
    start("1.0.0");
    await until(() => told.length > 1);
    expect(told).toEqual(["begin", "begin"]);
    expect(stepOf("switch")).toBe("running");
  });

  it("is undone without a launcher, and nothing is left that the next one would carry out", async () => {
    launcherGone = true;
    update.start(JOB);
    await until(() => last()?.state === "failed");
    expect(last()?.message).toContain("Kein Startprozess.");
    expect(existsSync(file())).toBe(false);
    expect(installed.has("1.1.0")).toBe(false);
    expect(existsSync(path.join(root(), "updates", "1.1.0.archive"))).toBe(false);
  });

  it("ends before anything is loaded if the version was withdrawn", async () => {
    offered = false;
    update.start(JOB);
    await until(() => last()?.state === "failed");
    expect(last()).toMatchObject({ code: CODES.updateLocal });
    expect(stepOf("download")).toBe("waiting");
  });
});
