import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CODES, type Job } from "@hubwart/contract";
import { ConflictError, createLogger, ManualClock, MemoryLogSink, ResultError, Scope } from "@hubwart/core";
import { openStore, type Store } from "@hubwart/core/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { JobOrigin } from "../../http/ports.ts";
import { auditTrail } from "../audit/trail.ts";
import type { CrashRule, JobKind, JobStep } from "./kind.ts";
import { JobRunner } from "./runner.ts";

interface Data {
  name: string;
  note?: string | undefined;
}
const schema = z.object({ name: z.string(), note: z.optional(z.string()) });

let folder = "";
let store: Store;
let scope: Scope;
let clock: ManualClock;
let sink: MemoryLogSink;
/** What the steps did, in order. */
let did: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "jobs-"));
  clock = new ManualClock();
  sink = new MemoryLogSink();
  did = [];
  store = openStore({
    file: path.join(folder, "state.db"),
    credentialFile: path.join(folder, "credential.json"),
    now: () => clock.now(),
  });
  scope = new Scope();
});
afterEach(async () => {
  await scope.end();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function newRunner(): JobRunner {
  const log = createLogger("system", "job", sink);
  return new JobRunner({ store, audit: auditTrail(store, clock, log), clock, log, scope });
}
/** As a start after `kill -9` finds it: the same store, nothing of the old process. */
function nextProcess(): JobRunner {
  scope = new Scope();
  return newRunner();
}
const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};
function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
const forever = () => new Promise<void>(() => undefined);

function step(id: string, more: Partial<JobStep<Data, string>> = {}): JobStep<Data, string> {
  return {
    id,
    label: `Schritt ${id}`,
    run: () => void did.push(id),
    undo: () => void did.push(`-${id}`),
    afterCrash: "redo",
    ...more,
  };
}
function kind(
  steps: JobStep<Data, string>[],
  more: Partial<JobKind<Data, string>> = {},
): JobKind<Data, string> {
  return {
    kind: "test.job",
    title: (data) => `Test ${data.name}`,
    lane: "device",
    data: schema,
    steps,
    ...more,
  };
}
function origin(): JobOrigin & { after: unknown } {
  const made = {
    call: "projectRestore",
    address: "192.0.2.1",
    after: { version: "1" } as unknown,
    detail: () => ({ before: { version: "0" }, after: made.after }),
    taken: () => undefined,
  };
  return made;
}
const only = (runner: JobRunner): Job => runner.list()[0] as Job;
const states = (runner: JobRunner) => only(runner).steps.map(({ state }) => state);

describe("a job", () => {
  it("runs its steps in order, keeps data between them and ends with what they made of it", async () => {
    const runner = newRunner();
    const job = runner.define(
      kind([
        step("a", { run: ({ keep }) => keep({ note: "von a" }) }),
        step("b", { run: ({ data }) => void did.push(data.note ?? "") }),
      ]),
    );
    await expect(job.run({ name: "eins" })).resolves.toEqual({ name: "eins", note: "von a" });
    expect(did).toEqual(["von a"]);
    expect(only(runner)).toMatchObject({
      title: "Test eins",
      state: "done",
      code: 0,
      kind: "test.job",
      cancellable: false,
    });
    expect(states(runner)).toEqual(["done", "done"]);
  });

  it("hands over what cannot be stored, and stores nothing of it", async () => {
    const runner = newRunner();
    const job = runner.define(kind([step("a", { run: ({ live }) => void did.push(live ?? "nothing") })]));
    await job.run({ name: "x" }, { live: "geheim" });
    expect(did).toEqual(["geheim"]);
    expect(JSON.stringify(store.jobs.latest(10))).not.toContain("geheim");
  });

  it("has stored the beginning of a step before it acts", async () => {
    const runner = newRunner();
    const seen: string[] = [];
    const look = () =>
      void seen.push(
        ...store.jobs.open().map(({ body }) => (JSON.parse(body) as Job).steps.map((s) => s.state).join()),
      );
    await runner.define(kind([step("a", { run: look }), step("b", { run: look })])).run({ name: "x" });
    expect(seen).toEqual(["running,waiting", "done,running"]);
  });

  it("puts back all that it did, last first, and tells why", async () => {
    const runner = newRunner();
    const fails = () => Promise.reject(new ResultError(1302, "Kein Server."));
    const job = runner.define(kind([step("a"), step("b"), step("c", { run: fails }), step("d")]));
    await expect(job.run({ name: "x" })).rejects.toThrow("Kein Server.");
    expect(did).toEqual(["a", "b", "-c", "-b", "-a"]);
    expect(only(runner)).toMatchObject({ state: "failed", code: 1302, message: "Kein Server." });
    expect(states(runner)).toEqual(["undone", "undone", "undone", "waiting"]);
  });

  it("tries three times to put a step back, then goes on with the others and says so", async () => {
    const runner = newRunner();
    let tries = 0;
    const undo = () => {
      tries += 1;
      throw new Error("klemmt");
    };
    const fails = () => Promise.reject(new ResultError(1302, "Kein Server."));
    const job = runner.define(kind([step("a"), step("b", { run: fails, undo })])).start({ name: "x" });
    for (let i = 0; i < 4; i += 1) {
      await settle();
      clock.advance(1_000);
    }
    await expect(job.ended).rejects.toThrow();
    expect([tries, did]).toEqual([3, ["a", "-a"]]);
    expect(states(runner)).toEqual(["undone", "failed"]);
    expect(only(runner).message).toContain("Nicht alles ließ sich zurücknehmen");
  });

  it("may end well with a result of its own", async () => {
    const runner = newRunner();
    const run: JobStep<Data>["run"] = ({ conclude }) =>
      conclude(CODES.projectPutBack, "Das vorherige läuft.");
    await runner.define(kind([step("a", { run })])).run({ name: "x" });
    expect(only(runner)).toMatchObject({ state: "done", code: 1404, message: "Das vorherige läuft." });
  });

  it("ends what takes too long, also if it does not listen", async () => {
    const runner = newRunner();
    const job = runner.define(kind([step("a", { run: forever, limit: 5_000 })])).start({ name: "x" });
    await settle();
    clock.advance(5_000);
    await settle();
    expect(did).toEqual([]);
    clock.advance(10_000);
    await expect(job.ended).rejects.toThrow("„Schritt a“ dauerte zu lange.");
    expect(did).toEqual(["-a"]);
    expect(only(runner).code).toBe(CODES.jobTooLong);
  });

  it("answers whoever waits for a step only", async () => {
    const runner = newRunner();
    const job = runner.define(kind([step("a"), step("b", { run: forever })])).start({ name: "x" });
    await expect(job.passed("a")).resolves.toEqual({ name: "x" });
    const broken = nextProcess().define(kind([step("a", { run: () => Promise.reject(new Error("nein")) })]));
    await expect(broken.start({ name: "x" }).passed("a")).rejects.toThrow("nein");
  });

  it("passes progress on a few times a second, and forgets it with the step", async () => {
    const runner = newRunner();
    let told = 0;
    const { promise, resolve } = gate();
    const run: JobStep<Data>["run"] = async ({ progress }) => {
      await Promise.resolve();
      for (let i = 1; i <= 1_000; i += 1) progress(i, 1_000);
      await promise;
    };
    const job = runner.define(kind([step("a", { run }), step("b", { run: forever })])).start({ name: "x" });
    runner.onChange(() => (told += 1));
    await settle();
    clock.advance(1_000);
    expect(told).toBe(1);
    expect(only(runner).progress).toEqual({ done: 1_000, total: 1_000, unit: "bytes" });
    resolve();
    await job.passed("a");
    expect(only(runner).progress).toBeNull();
  });

  it("is kept among the last 200", async () => {
    const runner = newRunner();
    const job = runner.define(kind([step("a")]));
    for (let i = 0; i < 205; i += 1) await job.run({ name: String(i) });
    expect(runner.list()).toHaveLength(200);
    expect(only(runner).title).toBe("Test 204");
    expect(store.jobs.latest(1_000)).toHaveLength(200);
  });
});

describe("lanes", () => {
  const waits = (lane: JobKind<Data>["lane"], name: string, more: Partial<JobKind<Data, string>> = {}) =>
    kind([step("a", { run: forever })], { kind: name, lane, ...more });

  it("lets one at a time change the device, and names it", async () => {
    const runner = newRunner();
    runner.define(waits("device", "test.one")).start({ name: "eins" });
    const other = runner.define(waits("device", "test.two"));
    expect(runner.busy).toBe("Test eins");
    expect(() => other.start({ name: "zwei" })).toThrow(
      new ConflictError("Es läuft bereits eine Änderung: Test eins"),
    );
    expect(runner.list()).toHaveLength(1);
  });
  it("lets add-ons go on beside each other and beside most of the device", () => {
    const runner = newRunner();
    runner.define(waits("device", "test.device")).start({ name: "d" });
    const addon = runner.define(waits((data) => `addon:${data.name}`, "test.addon"));
    addon.start({ name: "grafana" });
    addon.start({ name: "ngrok" });
    expect(() => addon.start({ name: "grafana" })).toThrow(ConflictError);
  });
  it("keeps add-ons and what excludes them apart, whichever came first", async () => {
    const runner = newRunner();
    const addon = runner.define(waits((data) => `addon:${data.name}`, "test.addon"));
    const update = runner.define(waits("device", "test.update", { excludesAddons: true }));
    update.start({ name: "u" });
    expect(() => addon.start({ name: "grafana" })).toThrow("Test u");
    const next = new JobRunner({
      store,
      audit: { record: () => undefined },
      clock,
      log: createLogger("system", "job", sink),
      scope,
    });
    next.define(waits((data) => `addon:${data.name}`, "test.addon")).start({ name: "grafana" });
    expect(() =>
      next.define(waits("device", "test.update", { excludesAddons: true })).start({ name: "u" }),
    ).toThrow("Test grafana");
  });
  it("is free again after a failure", async () => {
    const runner = newRunner();
    const job = runner.define(kind([step("a", { run: () => Promise.reject(new Error("nein")) })]));
    await expect(job.run({ name: "x" })).rejects.toThrow("nein");
    await expect(job.run({ name: "y" })).rejects.toThrow("nein");
  });
});

describe("cancelling", () => {
  it("stops the step, puts back, and is refused where it cannot be", async () => {
    const runner = newRunner();
    const run: JobStep<Data>["run"] = ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    const job = runner.define(kind([step("a"), step("b", { run, cancellable: true })])).start({ name: "x" });
    expect(() => runner.cancel(job.id)).toThrow("lässt sich jetzt nicht abbrechen");
    await job.passed("a");
    expect(only(runner).cancellable).toBe(true);
    runner.cancel(job.id);
    await expect(job.ended).rejects.toThrow("abgebrochen");
    expect(did).toEqual(["a", "-b", "-a"]);
    expect(only(runner)).toMatchObject({ state: "cancelled", code: CODES.jobCancelled });
    expect(() => runner.cancel(job.id)).toThrow("schon beendet");
    expect(() => runner.cancel(77)).toThrow("gibt es nicht");
  });
  it("holds also for a step that finishes all the same", async () => {
    const runner = newRunner();
    const { promise, resolve } = gate();
    const job = runner
      .define(kind([step("a", { run: () => promise, cancellable: true })]))
      .start({ name: "x" });
    runner.cancel(job.id);
    resolve();
    await expect(job.ended).rejects.toThrow("abgebrochen");
    expect(did).toEqual(["-a"]);
  });
});

describe("the change log", () => {
  it("gets one entry when the job ends, with the result and what is known by then", async () => {
    const runner = newRunner();
    const { promise, resolve } = gate();
    const from = origin();
    const job = runner
      .define(kind([step("a", { run: () => promise })]))
      .start({ name: "x" }, { origin: from });
    expect(store.audit.latest(10)).toEqual([]);
    from.after = { version: "2" };
    resolve();
    await job.ended;
    expect(store.audit.latest(10)).toMatchObject([
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
    newRunner()
      .define(kind([step("a", { run: forever })]))
      .start({ name: "x" }, { origin: origin() });
    const runner = nextProcess();
    runner.define(kind([step("a")]));
    runner.takeUp();
    await settle();
    expect(store.audit.latest(10)).toMatchObject([
      { call: "projectRestore", code: 0, after: { version: "1" } },
    ]);
  });
  it("gets none of a job that nobody began", async () => {
    await newRunner()
      .define(kind([step("a")]))
      .run({ name: "x" });
    expect(store.audit.latest(10)).toEqual([]);
  });
});

describe("the next start", () => {
  /** Leaves the job in step b, then starts anew with that step's rule. */
  async function interrupted(afterCrash: JobStep<Data, string>["afterCrash"]): Promise<JobRunner> {
    const first = newRunner().define(kind([step("a"), step("b", { run: forever }), step("c")]));
    await first.start({ name: "x" }, { live: "geheim" }).passed("a");
    did = [];
    const runner = nextProcess();
    const run: JobStep<Data, string>["run"] = ({ live }) => void did.push(live ?? "b without live");
    runner.define(kind([step("a"), step("b", { run, afterCrash }), step("c")]));
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
    expect(did).toEqual(expected);
    expect(only(runner)).toMatchObject(shown);
    expect(store.jobs.open()).toEqual([]);
  });
  it("asks the step where only it can know, and undoes if it does not", async () => {
    await interrupted(async () => await Promise.resolve("done"));
    expect(did).toEqual(["c"]);
    await interrupted(() => {
      throw new Error("weiß nicht");
    });
    expect(did).toEqual(["-b", "-a"]);
  });
  it("holds the lane from the beginning", async () => {
    newRunner()
      .define(kind([step("a", { run: forever })]))
      .start({ name: "x" });
    const runner = nextProcess();
    const job = runner.define(kind([step("a", { run: forever })]));
    runner.takeUp();
    expect(() => job.start({ name: "y" })).toThrow("Test x");
  });
  it("goes on with the undoing where it was", async () => {
    const fails = () => Promise.reject(new ResultError(1302, "Kein Server."));
    newRunner()
      .define(kind([step("a"), step("b", { undo: forever }), step("c", { run: fails })]))
      .start({ name: "x" });
    await settle();
    expect(did).toEqual(["a", "b", "-c"]);
    did = [];
    const runner = nextProcess();
    runner.define(kind([step("a"), step("b"), step("c")]));
    runner.takeUp();
    await settle();
    expect(did).toEqual(["-b", "-a"]);
    expect(only(runner)).toMatchObject({ state: "failed", code: 1302, message: "Kein Server." });
  });
  it("does not try a step for ever that ends the appliance each time", async () => {
    newRunner()
      .define(kind([step("a", { run: forever })]))
      .start({ name: "x" });
    for (let start = 1; start <= 3; start += 1) {
      const runner = nextProcess();
      runner.define(kind([step("a", { run: forever })]));
      runner.takeUp();
      await settle();
      expect(did).toEqual([]);
    }
    const runner = nextProcess();
    runner.define(kind([step("a", { run: forever })]));
    runner.takeUp();
    await settle();
    expect(did).toEqual(["-a"]);
  });
  it("closes what this release does not know, and what it cannot read", async () => {
    newRunner()
      .define(kind([step("a", { run: forever })]))
      .start({ name: "x" }, { origin: origin() });
    store.jobs.insert("{", 200);
    const runner = nextProcess();
    runner.takeUp();
    expect(store.jobs.open()).toEqual([]);
    expect(runner.list()).toMatchObject([{ state: "failed", code: CODES.jobInterrupted }]);
    expect(store.audit.latest(10)).toHaveLength(1);
  });
  it("closes a job whose begun step this release no longer has", async () => {
    newRunner()
      .define(kind([step("a", { run: forever })]))
      .start({ name: "x" });
    const runner = nextProcess();
    runner.define(kind([step("z")]));
    runner.takeUp();
    await settle();
    expect([did, only(runner).state]).toEqual([[], "failed"]);
  });
  it("finds a job as it was when the appliance ended in good order", async () => {
    const run: JobStep<Data>["run"] = ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("weg"))));
    newRunner()
      .define(kind([step("a", { run })]))
      .start({ name: "x" });
    await scope.end();
    await settle();
    expect(did).toEqual([]);
    const runner = nextProcess();
    runner.define(kind([step("a")]));
    runner.takeUp();
    await settle();
    expect([did, only(runner).state]).toEqual([["a"], "done"]);
  });
});
