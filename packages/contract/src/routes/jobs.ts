/** What takes longer than a request, or changes the device as a whole: what runs, what ran, and how it ended. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LEVELS } from "../levels.ts";
import { LIMITS } from "../limits.ts";
import { queryInt, unixMillis } from "../shapes.ts";

const jobStep = z.object({
  id: z.string(),
  label: describe(z.string(), "German"),
  state: describe(
    z.enum(["waiting", "running", "done", "undoing", "undone", "failed"]),
    "failed: neither finished nor undone",
  ),
});

export const JOB_COVERS = ["restarting", "updating", "restoring"] as const;

export const job = z.object({
  id: z.int(),
  kind: describe(z.string(), "e.g. project.upload"),
  title: describe(z.string(), "German"),
  lane: describe(
    z.string(),
    "device: one at a time over everything; addon:{name}: one at a time of that add-on",
  ),
  state: describe(
    z.enum(["running", "undoing", "done", "failed", "cancelled"]),
    "undoing: failed or cancelled, and being put back",
  ),
  started: unixMillis(),
  ended: describe(unixMillis(), "0 while it goes on"),
  address: describe(z.string(), "of the caller; empty for what the device does by itself"),
  steps: z.array(jobStep),
  progress: z.nullable(
    z.object({
      done: z.number(),
      total: describe(z.number(), "0 unknown"),
      unit: z.enum(["bytes", "count"]),
    }),
  ),
  covers: describe(
    z.nullable(z.enum(JOB_COVERS)),
    "the console is covered meanwhile, in every tab: loading codes 101, 102 and 103 of the specification",
  ),
  needs: describe(z.enum(LEVELS), "who may stop it: whoever may begin its like"),
  cancellable: describe(z.boolean(), "now; a step may be past that"),
  code: describe(z.int(), "result code; 0 while it goes on"),
  message: describe(z.string(), "German; why it failed"),
});
export type Job = z.output<typeof job>;

export const jobs = call({
  method: "GET",
  path: "/jobs",
  summary: "Jobs that run and the last that ended, newest first.",
  needs: "see",
  channels: "none",
  mutates: false,
  watchesOnly: true,
  query: z.object({
    limit: z.optional(queryInt(1, LIMITS.jobsKept)),
  }),
  answer: answer({ jobs: z.array(job) }),
});

export const jobCancel = call({
  method: "GET",
  path: "/jobs/cancel",
  summary: "Asks a running job to stop; it puts back what it has done so far.",
  needs: "operate",
  channels: "none",
  mutates: true,
  query: z.object({ id: queryInt(1, Number.MAX_SAFE_INTEGER) }),
});
