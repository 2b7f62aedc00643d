import { CODES } from "@hubwart/contract";
import { createLogger, MemoryLogSink, Scope, SerialQueue } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import { testJobs } from "../../testing/test-jobs.ts";
import type { TrialMemory } from "./memory.ts";
import { NetworkService } from "./network-service.ts";
import { fixed, MemoryDevice, memoryOf } from "./testing.ts";
import { TrialJob } from "./trial-job.ts";
import { TrialService } from "./trial-service.ts";

const OLD = "192.168.1.10";
const NEW = "192.168.1.77";
const ORIGIN = { call: "", address: "", detail: () => ({ before: 1, after: 2 }), taken: () => undefined };

const folder = useFolder();
let device: MemoryDevice;
let memory: TrialMemory;
let scope: Scope;
let jobs: JobRunner;
let trials: TrialService;
let trialJob: TrialJob;

function start(): void {
  scope = new Scope();
  const changes = new SerialQueue();
  const network = new NetworkService({ network: device.host.network, changes, decided: () => undefined });
  jobs = testJobs(folder(), device.clock, scope);
  trials = TrialService.start({
    host: device.host,
    clock: device.clock,
    scope,
    log: createLogger("system", "network", new MemoryLogSink()),
    certificate: { include: async () => undefined },
    httpsPort: 443,
    memory,
    changes,
    complete: (given) => network.with(given),
    decided: () => undefined,
  });
  trialJob = new TrialJob({ jobs, trials, network: device.host.network });
  jobs.takeUp();
}
async function settled(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
}
beforeEach(() => {
  device = new MemoryDevice();
  memory = memoryOf<ReturnType<TrialMemory["read"]>>(null);
  start();
});
afterEach(() => scope.end());

const begin = async (seconds = 60) =>
  (await trialJob.begin([fixed("eth0", NEW)], seconds, OLD, ORIGIN)).run.id;
const last = () => jobs.list()[0];

describe("a network test as a job", () => {
  it("holds the lane of the device until it is confirmed", async () => {
    const id = await begin();
    expect(jobs.busy).toBe("Netzwerktest");
    await expect(begin()).rejects.toThrow("Netzwerktest");
    await trials.confirm(id, NEW);
    await settled();
    expect(last()).toMatchObject({ state: "done", code: 0 });
    expect(device.active.interfaces[0]?.ip).toBe(NEW);
  });
  it("ends with the reason when its time is over, or when it is cancelled", async () => {
    await begin();
    device.clock.advance(70_000);
    await settled();
    expect(last()).toMatchObject({ state: "done", code: CODES.testOver });
    expect(last()?.message).toContain("nicht bestätigt");
    await trials.cancel(await begin());
    await settled();
    expect(last()?.message).toContain("abgebrochen");
    expect(jobs.busy).toBeUndefined();
  });
  it("lets the next one begin as soon as the host has ended the last one, before its time is over here", async () => {
    await begin();
    device.clock.advance(60_000);
    await expect(begin()).resolves.toBeTruthy();
  });
  it("puts everything back when the job is cancelled", async () => {
    await begin();
    jobs.cancel(last()?.id ?? 0);
    await settled();
    expect(device.active.interfaces[0]?.ip).toBe(OLD);
    expect(last()?.state).toBe("cancelled");
  });
  it("is followed by the next start, which learns how it ended meanwhile", async () => {
    const id = await begin();
    await scope.end();
    start();
    expect(jobs.busy).toBe("Netzwerktest");
    await settled();
    await trials.confirm(id, NEW);
    await settled();
    expect(last()).toMatchObject({ state: "done", code: 0 });
    await begin();
    await scope.end();
    device.reboot();
    start();
    await settled();
    expect(last()).toMatchObject({ state: "done", code: CODES.testOver });
    expect(last()?.message).toContain("neu gestartet");
  });
  it("does not touch a test that somebody else began", async () => {
    const foreign = await trials.begin([fixed("eth0", NEW)], 60, OLD);
    await expect(begin()).rejects.toMatchObject({ kind: "conflict" });
    await settled();
    expect((await trials.state()).test?.id).toBe(foreign.run.id);
  });
});
