/**
 * A kind of job for crash tests: replaces a file by steps that can each be cut anywhere. Every third job fails at its end
 * and puts everything back. Started as a process it does so for ever, until it is killed:
 *
 *     node job-files.mjs FOLDER
 */
import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, isMissing, MemoryLogSink, ResultError, Scope, systemClock } from "@hubwart/core";
import { openStore, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import { auditTrail } from "../platform/audit/trail.ts";
import type { JobHandle } from "../platform/jobs/kind.ts";
import { JobRunner } from "../platform/jobs/runner.ts";

const data = z.object({ number: z.number() });
type Data = z.output<typeof data>;

export const fails = (number: number) => number % 3 === 0;
const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 4));

/** True if there was something to move. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export function fileJobs(folder: string): {
  runner: JobRunner;
  store: Store;
  job: JobHandle<Data, undefined>;
  scope: Scope;
} {
  const file = (name: string) => path.join(folder, name);
  const scope = new Scope();
  const clock = systemClock;
  const store = openStore({
    file: file("state.db"),
    credentialFile: file("credential.json"),
    now: () => clock.now(),
  });
  scope.add(() => store.close());
  const log = createLogger("system", "job", new MemoryLogSink());
  const runner = new JobRunner({ store, audit: auditTrail(store, clock, log), clock, log, scope });
  const job = runner.define<Data>({
    kind: "test.files",
    title: ({ number }) => `Datei ${number}`,
    lane: "device",
    data,
    steps: [
      {
        id: "write",
        label: "Datei schreiben",
        run: async (context) => {
          await writeFile(file("new"), "");
          await pause();
          await writeFile(file("new"), String(context.data.number));
        },
        undo: () => rm(file("new"), { force: true }),
        afterCrash: "undo",
      },
      {
        id: "swap",
        label: "Datei tauschen",
        run: async () => {
          await move(file("current"), file("previous"));
          await pause();
          await move(file("new"), file("current"));
        },
        undo: async () => {
          await pause();
          await move(file("previous"), file("current"));
        },
        afterCrash: "undo",
      },
      {
        id: "tidy",
        label: "Aufräumen",
        run: async (context) => {
          await pause();
          if (fails(context.data.number)) throw new ResultError(1_600, "Diese Datei nicht.");
        },
        afterCrash: "redo",
      },
      {
        id: "end",
        label: "Abschließen",
        run: async () => {
          await rm(file("previous"), { force: true });
          await pause();
        },
        afterCrash: "redo",
      },
    ],
  });
  return { runner, store, job, scope };
}

async function forever(folder: string): Promise<never> {
  const { runner, job, store } = fileJobs(folder);
  runner.takeUp();
  while (runner.busy !== undefined) await pause();
  for (let number = (store.jobs.latest(1)[0]?.id ?? 0) + 1; ; number += 1) {
    const origin = {
      call: "test",
      address: "",
      detail: () => ({ before: undefined, after: { number } }),
      taken: () => undefined,
    };
    const started = job.start({ number }, { origin });
    process.stdout.write(`${started.id}\n`);
    await started.ended.catch(() => undefined);
  }
}

if (process.argv[1] === import.meta.filename) await forever(process.argv[2] ?? "");
