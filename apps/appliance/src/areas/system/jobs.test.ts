import { CODES } from "@hubwart/contract";
import { ManualClock, Scope, UnavailableError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { testJobs } from "../../testing/test-jobs.ts";
import { defineRestarts, type RestartJobs } from "./jobs.ts";

const folder = useFolder();
let clock: ManualClock;
let scope: Scope;
let hub: ScriptedHub;
let jobs: JobRunner;
let restarts: RestartJobs;
let asked: string[];
let booted = 1_000;
let launcherGone = false;

/** A start of the appliance; the store is that of the one before. */
function start(hostName: "systemd" | "embedded" = "systemd"): void {
  scope = new Scope();
  jobs = testJobs(folder(), clock, scope);
  const restart = (what: string) => {
    if (launcherGone) throw new UnavailableError("Kein Startprozess.");
    asked.push(what);
  };
  const app = {
    jobs,
    hub,
    clock,
    launcher: { restart },
    host: {
      name: hostName,
      power: { reboot: async () => restart("device") },
      facts: { started: async () => booted },
    },
  } as unknown as AppContext;
  restarts = defineRestarts(app);
  jobs.takeUp();
}
const settled = async () => {
  for (let i = 0; i < 30; i += 1) await Promise.resolve();
};
beforeEach(() => {
  clock = new ManualClock();
  hub = new ScriptedHub();
  hub.say({ pid: 7, state: "running" });
  asked = [];
  booted = 1_000;
  launcherGone = false;
  start();
});
afterEach(() => scope.end());
/** Past the moment in which every tab is told. */
async function passed(job: { passed(step: string): Promise<unknown> }): Promise<void> {
  const done = job.passed("order");
  await settled();
  clock.advance(300);
  await done;
}
const last = () => jobs.list()[0];

describe("restart of the hub", () => {
  it("is over when another process says what it does", async () => {
    const job = restarts.hub.start({ pid: 7 });
    await job.passed("order");
    expect(asked).toEqual(["hub"]);
    hub.say({ pid: 7, state: "running" });
    hub.say({ pid: 8, state: "init" });
    await settled();
    expect(jobs.busy).toBe("Hub neu starten");
    hub.say({ pid: 8, state: "running" });
    await job.ended;
    expect(last()).toMatchObject({ state: "done", code: 0 });
  });
  it("says when the hub stays away, and when nobody can restart it", async () => {
    const job = restarts.hub.start({ pid: 7 });
    await job.passed("order");
    clock.advance(30_000);
    await expect(job.ended).rejects.toMatchObject({ code: CODES.hubUnreachable });
    launcherGone = true;
    await expect(restarts.hub.start({ pid: 7 }).passed("order")).rejects.toThrow("Kein Startprozess.");
  });
});

describe("restart of the system", () => {
  it("outlives its process, and is done when the next one starts", async () => {
    await passed(restarts.system.start({}));
    await scope.end();
    start();
    await settled();
    expect(asked).toEqual(["system"]);
    expect(last()).toMatchObject({ kind: "system.restart", state: "done" });
  });
  it("fails when nothing ends", async () => {
    const job = restarts.system.start({});
    await passed(job);
    clock.advance(60_000);
    await expect(job.ended).rejects.toMatchObject({ code: CODES.jobTooLong });
  });
  it("does not wait for a hub that is on its way, nor for a network test", async () => {
    await restarts.hub.start({ pid: 7 }).passed("order");
    await passed(restarts.system.start({}));
    expect(asked).toEqual(["hub", "system"]);
    await expect(restarts.hub.run({ pid: 7 })).rejects.toThrow("neu starten");
  });
  it("waits for everything else", () => {
    const other = jobs.define({
      kind: "test.other",
      title: () => "Anderes",
      lane: "device",
      data: z.object({}),
      steps: [{ id: "a", label: "A", run: () => new Promise<void>(() => undefined), afterCrash: "redo" }],
    });
    other.start({});
    expect(() => restarts.system.start({})).toThrow("Anderes");
  });
});

describe("restart of the device", () => {
  it("is done only if the machine was started anew", async () => {
    for (const [later, state] of [
      [1_001, "failed"],
      [5_000, "done"],
    ] as const) {
      booted = 1_000;
      await passed(restarts.device.start({ booted }));
      await scope.end();
      booted = later;
      start();
      await settled();
      expect(last()).toMatchObject({ kind: "system.reboot", state });
    }
  });
  it("is a restart of the processes under npm start", async () => {
    await passed(restarts.device.start({ booted }));
    await scope.end();
    start("embedded");
    await settled();
    expect(last()?.state).toBe("done");
  });
});
