/** A job runner over a real store in a folder; several in one folder are as several starts. */
import { type Clock, createLogger, MemoryLogSink, type Scope } from "@hubwart/core";
import { JobRunner } from "../platform/jobs/runner.ts";
import { openTestStore } from "./test-store.ts";

export function testJobs(folder: string, clock: Clock, scope: Scope): JobRunner {
  const store = openTestStore(folder, clock);
  scope.add(() => store.close());
  const log = createLogger("system", "job", new MemoryLogSink());
  return new JobRunner({ store, audit: { record: () => undefined }, clock, log, scope });
}
