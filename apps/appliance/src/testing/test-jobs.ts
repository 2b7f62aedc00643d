/** A job runner over a real store in a folder; several in one folder are as several starts. */
import path from "node:path";
import { type Clock, createLogger, MemoryLogSink, type Scope } from "@hubwart/core";
import { openStore } from "@hubwart/core/store";
import { JobRunner } from "../platform/jobs/runner.ts";

export function testJobs(folder: string, clock: Clock, scope: Scope): JobRunner {
  const store = openStore({
    file: path.join(folder, "state.db"),
    credentialFile: path.join(folder, "credential.json"),
    now: () => clock.now(),
  });
  scope.add(() => store.close());
  const log = createLogger("system", "job", new MemoryLogSink());
  return new JobRunner({ store, audit: { record: () => undefined }, clock, log, scope });
}
