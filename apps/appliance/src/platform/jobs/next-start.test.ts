import { CODES, type Job } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  forever,
  gate,
  JobBench,
  type JobData,
  jobKind,
  jobOrigin,
  newestJob,
  settle,
} from "../../testing/job-bench.ts";
import type { CrashRule, JobStep } from "./kind.ts";
import type { JobRunner } from "./runner.ts";

let bench: JobBench;
beforeEach(() => {
  bench = new JobBench();
});
afterEach(() => bench.end());

describe("the change log", () => {
  it("gets one entry when the job ends, with the result and what is known by then", async () => {
    const runner = bench.runner();
    const { promise, resolve } = gate();
    const from = jobOrigin();
    const job = runner
      .define(jobKind([bench.step("a", { run: () => promise })]))
      .start({ name: "x" }, { origin: from });
    expect(bench.store.audit.latest(10)).toEqual([]);
    from.after = { version: "2" };
    resolve();
    await job.ended;
    expect(bench.store.audit.latest(10)).toMatchObject([
      {
        call: "projectRestore",
        address: "192.0.2.1",
        code: 0,
        before: { version: "0" },
        after: { version: "2" },
      },
    ]);
  });
  it("gets it from the next start if the job outlived its process", async () => {
    bench
      .runner()
      .define(jobKind([bench.step("a", { run: forever })]))
      .start({ name: "x" }, { origin: jobOrigin() });
    const runner = bench.nextProcess();
    runner.define(jobKind([bench.step("a")]));
    runner.takeUp();
    await settle();
    expect(bench.store.audit.latest(10)).toMatchObject([
      { call: "projectRestore", code: 0, after: { version: "1" } },
    ]);
  });
  it("gets none of a job that nobody began", async () => {
    await bench
      .runner()
      .define(jobKind([bench.step("a")]))
      .run({ name: "x" });
    expect(bench.store.audit.latest(10)).toEqual([]);
  });
});

describe("the next start", () => {
  /** Leaves the job in step b, then starts anew with that step's rule. */
  async function interrupted(afterCrash: JobStep<JobData, string>["afterCrash"]): Promise<JobRunner> {
    const first = bench
      .runner()
      .define(jobKind([bench.step("a"), bench.step("b", { run: forever }), bench.step("c")]));
    await first.start({ name: "x" }, { live: "geheim" }).passed("a");
    bench.did = [];
    const runner = bench.nextProcess();
    const run: JobStep<JobData, string>["run"] = ({ live }) => void bench.did.push(live ?? "b without live");
    runner.define(jobKind([bench.step("a"), bench.step("b", { run, afterCrash }), bench.step("c")]));
    runner.takeUp();
    await settle();
    return runner;
  }
  it.each<[CrashRule, string[], Partial<Job>]>([
    ["redo", ["b without live", "c"], { state: "done", code: 0 }],
    ["done", ["c"], { state: "done", code: 0 }],
    ["undo", ["-b", "-a"], { state: "failed", code: CODES.jobInterrupted }],
  ])("follows the rule %s", async (rule, expected, shown) => {
    const runner = await interrupted(rule);
    expect(bench.did).toEqual(expected);
    expect(newestJob(runner)).toMatchObject(shown);
    expect(bench.store.jobs.open()).toEqual([]);
  });
  it("asks the step where only it can know, and undoes if it does not", async () => {
    await interrupted(async () => await Promise.resolve("done"));
    expect(bench.did).toEqual(["c"]);
    await interrupted(() => {
      throw new Error("weiß nicht");
    });
    expect(bench.did).toEqual(["-b", "-a"]);
  });
  it("holds the lane from the beginning", async () => {
    bench
      .runner()
      .define(jobKind([bench.step("a", { run: forever })]))
      .start({ name: "x" });
    const runner = bench.nextProcess();
    const job = runner.define(jobKind([bench.step("a", { run: forever })]));
    runner.takeUp();
    expect(() => job.start({ name: "y" })).toThrow("Test x");
  });
  it("goes on with the undoing where it was", async () => {
    const fails = () => Promise.reject(new ResultError(1302, "Kein Server."));
    bench
      .runner()
      .define(jobKind([bench.step("a"), bench.step("b", { undo: forever }), bench.step("c", { run: fails })]))
      .start({ name: "x" });
    await settle();
    expect(bench.did).toEqual(["a", "b", "-c"]);
    bench.did = [];
    const runner = bench.nextProcess();
    runner.define(jobKind([bench.step("a"), bench.step("b"), bench.step("c")]));
    runner.takeUp();
    await settle();
    expect(bench.did).toEqual(["-b", "-a"]);
    expect(newestJob(runner)).toMatchObject({ state: "failed", code: 1302, message: "Kein Server." });
  });
  it("does not try a step for ever that ends the appliance each time", async () => {
    bench
      .runner()
      .define(jobKind([bench.step("a", { run: forever })]))
      .start({ name: "x" });
    for (let start = 1; start <= 3; start += 1) {
      const runner = bench.nextProcess();
      runner.define(jobKind([bench.step("a", { run: forever })]));
      runner.takeUp();
      await settle();
      expect(bench.did).toEqual([]);
    }
    const runner = bench.nextProcess();
    runner.define(jobKind([bench.step("a", { run: forever })]));
    runner.takeUp();
    await settle();
    expect(bench.did).toEqual(["-a"]);
  });
  it("closes what this release does not know, and what it cannot read", async () => {
    bench
      .runner()
      .define(jobKind([bench.step("a", { run: forever })]))
      .start({ name: "x" }, { origin: jobOrigin() });
    bench.store.jobs.insert("{", 200);
    const runner = bench.nextProcess();
    runner.takeUp();
    expect(bench.store.jobs.open()).toEqual([]);
    expect(runner.list()).toMatchObject([{ state: "failed", code: CODES.jobInterrupted }]);
    expect(bench.store.audit.latest(10)).toHaveLength(1);
  });
  it("closes a job whose begun step this release no longer has", async () => {
    bench
      .runner()
      .define(jobKind([bench.step("a", { run: forever })]))
      .start({ name: "x" });
    const runner = bench.nextProcess();
    runner.define(jobKind([bench.step("z")]));
    runner.takeUp();
    await settle();
    expect([bench.did, newestJob(runner).state]).toEqual([[], "failed"]);
  });
  it("finds a job as it was when the appliance ended in good order", async () => {
    const run: JobStep<JobData>["run"] = ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("weg"))));
    bench
      .runner()
      .define(jobKind([bench.step("a", { run })]))
      .start({ name: "x" });
    await bench.scope.end();
    await settle();
    expect(bench.did).toEqual([]);
    const runner = bench.nextProcess();
    runner.define(jobKind([bench.step("a")]));
    runner.takeUp();
    await settle();
    expect([bench.did, newestJob(runner).state]).toEqual([["a"], "done"]);
  });
});
