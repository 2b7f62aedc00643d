import { type CallName, CODES, type calls, type Job, type Level } from "@hubwart/contract";
import { ConflictError, ResultError } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HandlerRequest } from "../../http/handlers.ts";
import type { JobOrigin } from "../../http/ports.ts";
import { ForbiddenError } from "../../http/rights.ts";
import {
  forever,
  gate,
  JobBench,
  type JobData,
  jobKind,
  newestJob,
  settle,
} from "../../testing/job-bench.ts";
import type { JobKind, JobStep } from "./kind.ts";
import { jobHandlers } from "./routes.ts";
import type { JobRunner } from "./runner.ts";

let bench: JobBench;
beforeEach(() => {
  bench = new JobBench();
});
afterEach(() => bench.end());
const states = (runner: JobRunner) => newestJob(runner).steps.map(({ state }) => state);

describe("a job", () => {
  it("runs its steps in order, keeps data between them and ends with what they made of it", async () => {
    const runner = bench.runner();
    const job = runner.define(
      jobKind([
        bench.step("a", { run: ({ keep }) => keep({ note: "von a" }) }),
        bench.step("b", { run: ({ data }) => void bench.did.push(data.note ?? "") }),
      ]),
    );
    await expect(job.run({ name: "eins" })).resolves.toEqual({ name: "eins", note: "von a" });
    expect(bench.did).toEqual(["von a"]);
    expect(newestJob(runner)).toMatchObject({
      title: "Test eins",
      state: "done",
      code: 0,
      kind: "test.job",
      cancellable: false,
    });
    expect(states(runner)).toEqual(["done", "done"]);
  });

  it("hands over what cannot be stored, and stores nothing of it", async () => {
    const runner = bench.runner();
    const job = runner.define(
      jobKind([bench.step("a", { run: ({ live }) => void bench.did.push(live ?? "nothing") })]),
    );
    await job.run({ name: "x" }, { live: "geheim" });
    expect(bench.did).toEqual(["geheim"]);
    expect(JSON.stringify(bench.store.jobs.latest(10))).not.toContain("geheim");
  });

  it("has stored the beginning of a step before it acts", async () => {
    const runner = bench.runner();
    const seen: string[] = [];
    const look = () =>
      void seen.push(
        ...bench.store.jobs
          .open()
          .map(({ body }) => (JSON.parse(body) as Job).steps.map((s) => s.state).join()),
      );
    await runner
      .define(jobKind([bench.step("a", { run: look }), bench.step("b", { run: look })]))
      .run({ name: "x" });
    expect(seen).toEqual(["running,waiting", "done,running"]);
  });

  it("puts back all that it did, last first, and tells why", async () => {
    const runner = bench.runner();
    const fails = () => Promise.reject(new ResultError(1302, "Kein Server."));
    const job = runner.define(
      jobKind([bench.step("a"), bench.step("b"), bench.step("c", { run: fails }), bench.step("d")]),
    );
    await expect(job.run({ name: "x" })).rejects.toThrow("Kein Server.");
    expect(bench.did).toEqual(["a", "b", "-c", "-b", "-a"]);
    expect(newestJob(runner)).toMatchObject({ state: "failed", code: 1302, message: "Kein Server." });
    expect(states(runner)).toEqual(["undone", "undone", "undone", "waiting"]);
  });

  it("tries three times to put a step back, then goes on with the others and says so", async () => {
    const runner = bench.runner();
    let tries = 0;
    const undo = () => {
      tries += 1;
      throw new Error("klemmt");
    };
    const fails = () => Promise.reject(new ResultError(1302, "Kein Server."));
    const job = runner
      .define(jobKind([bench.step("a"), bench.step("b", { run: fails, undo })]))
      .start({ name: "x" });
    for (let i = 0; i < 4; i += 1) {
      await settle();
      bench.clock.advance(1_000);
    }
    await expect(job.ended).rejects.toThrow();
    expect([tries, bench.did]).toEqual([3, ["a", "-a"]]);
    expect(states(runner)).toEqual(["undone", "failed"]);
    expect(newestJob(runner).message).toContain("Nicht alles ließ sich zurücknehmen");
  });

  it("may end well with a result of its own", async () => {
    const runner = bench.runner();
    const run: JobStep<JobData>["run"] = ({ conclude }) =>
      conclude(CODES.projectPutBack, "Das vorherige läuft.");
    await runner.define(jobKind([bench.step("a", { run })])).run({ name: "x" });
    expect(newestJob(runner)).toMatchObject({ state: "done", code: 1404, message: "Das vorherige läuft." });
  });

  it("keeps nobody waiting while it changes nothing of the device, but another of its kind", async () => {
    const runner = bench.runner();
    const held = gate();
    const sends = runner.define(
      jobKind([bench.step("make"), bench.step("send", { apart: true, run: () => held.promise })]),
    );
    const other = runner.define({ ...jobKind([bench.step("other")]), kind: "test.other" });
    const sending = sends.start({ name: "x" });
    expect(() => other.start({ name: "y" })).toThrow(ConflictError);
    await sending.passed("make");
    await settle();
    expect(runner.busy).toBeUndefined();
    await other.run({ name: "y" });
    expect(() => sends.start({ name: "z" })).toThrow(ConflictError);
    held.resolve();
    await sending.ended;
  });

  it("ends what takes too long, also if it does not listen", async () => {
    const runner = bench.runner();
    const job = runner
      .define(jobKind([bench.step("a", { run: forever, limit: 5_000 })]))
      .start({ name: "x" });
    await settle();
    bench.clock.advance(5_000);
    await settle();
    expect(bench.did).toEqual([]);
    bench.clock.advance(10_000);
    await expect(job.ended).rejects.toThrow("„Schritt a“ dauerte zu lange.");
    expect(bench.did).toEqual(["-a"]);
    expect(newestJob(runner).code).toBe(CODES.jobTooLong);
  });

  it("answers whoever waits for a step only", async () => {
    const runner = bench.runner();
    const job = runner
      .define(jobKind([bench.step("a"), bench.step("b", { run: forever })]))
      .start({ name: "x" });
    await expect(job.passed("a")).resolves.toEqual({ name: "x" });
    const broken = bench
      .nextProcess()
      .define(jobKind([bench.step("a", { run: () => Promise.reject(new Error("nein")) })]));
    await expect(broken.start({ name: "x" }).passed("a")).rejects.toThrow("nein");
  });

  it("passes progress on a few times a second, and forgets it with the step", async () => {
    const runner = bench.runner();
    let told = 0;
    const { promise, resolve } = gate();
    const run: JobStep<JobData>["run"] = async ({ progress }) => {
      await Promise.resolve();
      for (let i = 1; i <= 1_000; i += 1) progress(i, 1_000);
      await promise;
    };
    const job = runner
      .define(jobKind([bench.step("a", { run }), bench.step("b", { run: forever })]))
      .start({ name: "x" });
    runner.onChange(() => (told += 1));
    await settle();
    bench.clock.advance(1_000);
    expect(told).toBe(1);
    expect(newestJob(runner).progress).toEqual({ done: 1_000, total: 1_000, unit: "bytes" });
    resolve();
    await job.passed("a");
    expect(newestJob(runner).progress).toBeNull();
  });

  it("is over where there was no room to note its end, which is made up for, and is not done again", async () => {
    const runner = bench.runner();
    const job = runner.define(jobKind([bench.step("a", { afterCrash: "undo" })]));
    const { jobs } = bench.store;
    const update = jobs.update.bind(jobs);
    jobs.update = (id, body, ended) => {
      if (ended !== null) throw Object.assign(new Error("database or disk is full"), { code: "ENOSPC" });
      update(id, body, ended);
    };
    await job.run({ name: "voll" });
    expect(newestJob(runner)).toMatchObject({ state: "done", steps: [{ state: "done" }] });
    expect(runner.find("test.job", () => true)).toMatchObject({ state: "done" });
    bench.clock.advance(60_000);
    expect(bench.store.jobs.open()).toHaveLength(1);
    jobs.update = update;
    bench.clock.advance(60_000);
    expect(bench.store.jobs.open()).toEqual([]);
    const next = bench.nextProcess();
    next.define(jobKind([bench.step("a", { afterCrash: "undo" })]));
    next.takeUp();
    await settle();
    expect(bench.did).toEqual(["a"]);
    expect(newestJob(next)).toMatchObject({ state: "done" });
  });

  it("is kept among the last 200", async () => {
    const runner = bench.runner();
    const job = runner.define(jobKind([bench.step("a")]));
    for (let i = 0; i < 205; i += 1) await job.run({ name: String(i) });
    expect(runner.list()).toHaveLength(200);
    expect(newestJob(runner).title).toBe("Test 204");
    expect(bench.store.jobs.latest(1_000)).toHaveLength(200);
  });
});

describe("lanes", () => {
  const waits = (
    lane: JobKind<JobData>["lane"],
    name: string,
    more: Partial<JobKind<JobData, string>> = {},
  ) => jobKind([bench.step("a", { run: forever })], { kind: name, lane, ...more });

  it("lets one at a time change the device, and names it", async () => {
    const runner = bench.runner();
    runner.define(waits("device", "test.one")).start({ name: "eins" });
    const other = runner.define(waits("device", "test.two"));
    expect(runner.busy).toBe("Test eins");
    expect(() => other.start({ name: "zwei" })).toThrow(
      new ConflictError("Es läuft bereits eine Änderung: Test eins"),
    );
    expect(runner.list()).toHaveLength(1);
  });
  it("lets add-ons go on beside each other and beside most of the device", () => {
    const runner = bench.runner();
    runner.define(waits("device", "test.device")).start({ name: "d" });
    const addon = runner.define(waits((data) => `addon:${data.name}`, "test.addon"));
    addon.start({ name: "grafana" });
    addon.start({ name: "ngrok" });
    expect(() => addon.start({ name: "grafana" })).toThrow(ConflictError);
  });
  it("keeps add-ons and what excludes them apart, whichever came first", async () => {
    const runner = bench.runner();
    const addon = runner.define(waits((data) => `addon:${data.name}`, "test.addon"));
    const update = runner.define(waits("device", "test.update", { excludesAddons: true }));
    update.start({ name: "u" });
    expect(() => addon.start({ name: "grafana" })).toThrow("Test u");
    const next = bench.runner({ record: () => undefined });
    next.define(waits((data) => `addon:${data.name}`, "test.addon")).start({ name: "grafana" });
    expect(() =>
      next.define(waits("device", "test.update", { excludesAddons: true })).start({ name: "u" }),
    ).toThrow("Test grafana");
  });
  it("is free again after a failure", async () => {
    const runner = bench.runner();
    const job = runner.define(jobKind([bench.step("a", { run: () => Promise.reject(new Error("nein")) })]));
    await expect(job.run({ name: "x" })).rejects.toThrow("nein");
    await expect(job.run({ name: "y" })).rejects.toThrow("nein");
  });
});

describe("cancelling", () => {
  it("is for who may begin the same, and of what the device does by itself for the administrator", async () => {
    const runner = bench.runner();
    const run: JobStep<JobData>["run"] = ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    const kind = runner.define(jobKind([bench.step("a", { run, cancellable: true })]));
    const cancel = (id: number, level: Level) =>
      jobHandlers(runner).jobCancel?.({
        query: { id },
        session: { id: "s", level },
        audit: () => undefined,
      } as unknown as HandlerRequest<typeof calls.jobCancel>);
    const begun = async (call: string | undefined, refused: Level, taken: Level) => {
      const origin: JobOrigin | undefined =
        call === undefined
          ? undefined
          : { call, address: "10.0.0.1", detail: () => ({ before: 0, after: 0 }), taken: () => undefined };
      const job = kind.start({ name: "x" }, origin ? { origin } : {});
      await expect(cancel(job.id, refused), call).rejects.toThrow(ForbiddenError);
      await expect(cancel(job.id, taken), call).resolves.toEqual({});
      await expect(job.ended).rejects.toThrow("abgebrochen");
    };
    await begun("projectRun" satisfies CallName, "operate", "engineer");
    await begun("systemRestart" satisfies CallName, "engineer", "admin");
    await begun("toString", "engineer", "admin");
    await begun(undefined, "engineer", "admin");
  });
  it("stops the step, puts back, and is refused where it cannot be", async () => {
    const runner = bench.runner();
    const run: JobStep<JobData>["run"] = ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    const job = runner
      .define(jobKind([bench.step("a"), bench.step("b", { run, cancellable: true })]))
      .start({ name: "x" });
    expect(() => runner.cancel(job.id)).toThrow("lässt sich jetzt nicht abbrechen");
    await job.passed("a");
    expect(newestJob(runner).cancellable).toBe(true);
    runner.cancel(job.id);
    await expect(job.ended).rejects.toThrow("abgebrochen");
    expect(bench.did).toEqual(["a", "-b", "-a"]);
    expect(newestJob(runner)).toMatchObject({ state: "cancelled", code: CODES.jobCancelled });
    expect(() => runner.cancel(job.id)).toThrow("schon beendet");
    expect(() => runner.cancel(77)).toThrow("gibt es nicht");
  });
  it("holds also for a step that finishes all the same", async () => {
    const runner = bench.runner();
    const { promise, resolve } = gate();
    const job = runner
      .define(jobKind([bench.step("a", { run: () => promise, cancellable: true })]))
      .start({ name: "x" });
    runner.cancel(job.id);
    resolve();
    await expect(job.ended).rejects.toThrow("abgebrochen");
    expect(bench.did).toEqual(["-a"]);
  });
});
