/** A job runner without a product, over a real store; what its steps did is noted. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Job } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import type { JobOrigin } from "../http/ports.ts";
import { auditTrail } from "../platform/audit/trail.ts";
import type { JobKind, JobStep } from "../platform/jobs/kind.ts";
import { JobRunner } from "../platform/jobs/runner.ts";
import { openTestStore } from "./test-store.ts";

export interface JobData {
  name: string;
  note?: string | undefined;
}
const schema = z.object({ name: z.string(), note: z.optional(z.string()) });
const log = createLogger("system", "job", new MemoryLogSink());

export class JobBench {
  readonly clock = new ManualClock();
  readonly store: Store;
  scope = new Scope();
  /** What the steps did, in order. */
  did: string[] = [];
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), "jobs-"));

  constructor() {
    this.store = openTestStore(this.#folder, this.clock);
  }

  async end(): Promise<void> {
    await this.scope.end();
    this.store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  runner(audit = auditTrail(this.store, this.clock, log)): JobRunner {
    return new JobRunner({ store: this.store, audit, clock: this.clock, log, scope: this.scope });
  }

  /** As a start after `kill -9` finds it: the same store, nothing of the old process. */
  nextProcess(): JobRunner {
    this.scope = new Scope();
    return this.runner();
  }

  step(id: string, more: Partial<JobStep<JobData, string>> = {}): JobStep<JobData, string> {
    return {
      id,
      label: `Schritt ${id}`,
      run: () => void this.did.push(id),
      undo: () => void this.did.push(`-${id}`),
      afterCrash: "redo",
      ...more,
    };
  }
}

export function jobKind(
  steps: JobStep<JobData, string>[],
  more: Partial<JobKind<JobData, string>> = {},
): JobKind<JobData, string> {
  return {
    kind: "test.job",
    title: (data) => `Test ${data.name}`,
    lane: "device",
    data: schema,
    steps,
    ...more,
  };
}

/** Who began the job; `after` may still change while it runs. */
export function jobOrigin(): JobOrigin & { after: unknown } {
  const made = {
    call: "projectRestore",
    address: "192.0.2.1",
    after: { version: "1" } as unknown,
    detail: () => ({ before: { version: "0" }, after: made.after }),
    taken: () => undefined,
  };
  return made;
}

export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
}
export const forever = (): Promise<void> => new Promise<void>(() => undefined);
export const newestJob = (runner: JobRunner): Job => runner.list()[0] as Job;
/** A promise that the test resolves. */
export function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
