/** A job as it is stored, and as it is shown. */
import { type CallName, type CallSpec, calls, type Job, job, type Level, who } from "@hubwart/contract";
import type { StoredJob } from "@hubwart/core/store";
import * as z from "zod/mini";
import type { Lane } from "./kind.ts";

const recordSchema = z.object({
  kind: z.string(),
  title: z.string(),
  lane: z.string().check(z.regex(/^(device$|addon:)/)),
  excludesAddons: z.boolean(),
  state: job.shape.state,
  started: z.number(),
  ended: z.number(),
  address: z.string(),
  /** Absent without a caller, and in what older releases stored. */
  who: z.optional(who),
  steps: job.shape.steps,
  progress: job.shape.progress,
  /** Absent in what older releases stored. */
  covers: z.optional(job.shape.covers),
  code: z.number(),
  message: z.string(),
  data: z.unknown(),
  /** For the change log; empty without a caller. */
  call: z.string(),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  /** How many starts have found it open. */
  takeovers: z.number(),
});
type Stored = z.output<typeof recordSchema>;
export type JobRecord = Omit<Stored, "lane"> & { lane: Lane };

/** Undefined for what this release cannot read. */
export function readRecord({ body }: StoredJob): JobRecord | undefined {
  try {
    return recordSchema.parse(JSON.parse(body)) as JobRecord;
  } catch {
    return undefined;
  }
}

export function shown(id: number, record: JobRecord, cancellable: boolean): Job {
  const { kind, title, lane, state, started, ended, address, steps, progress, code, message } = record;
  return {
    id,
    kind,
    title,
    lane,
    state,
    started,
    ended,
    address,
    steps: steps.map((step) => ({ ...step })),
    progress,
    covers: record.covers ?? null,
    needs: needsToStop(record.call),
    cancellable,
    code,
    message,
  };
}

/** Who may begin it may stop it; what the device does by itself is the administrator's. */
function needsToStop(call: string): Level {
  const spec: CallSpec | undefined = Object.hasOwn(calls, call) ? calls[call as CallName] : undefined;
  return spec?.needs ?? "admin";
}
