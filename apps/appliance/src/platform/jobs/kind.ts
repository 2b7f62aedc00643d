/**
 * What a kind of job declares. How to write one: `docs/how-to/add-a-job.md`; its states: `docs/states/job.md`.
 */
import type { JOB_COVERS } from "@hubwart/contract";
import type { Logger } from "@hubwart/core";
import type * as z from "zod/mini";
import type { JobOrigin } from "../../http/ports.ts";

/** `device`: one at a time over everything. `addon:…`: one at a time of that add-on. */
export type Lane = "device" | `addon:${string}`;

/**
 * What becomes of a step that had begun when the appliance ended: it may have happened wholly, partly or not at all.
 * `redo`: run it again, then go on. `undo`: put back it and all before it. `done`: it has happened, go on.
 */
export type CrashRule = "redo" | "undo" | "done";

/** Kinds that end this process; a job that names them (`yieldsTo`) is interrupted, and taken up by the next start. */
export const RESTART_KINDS = ["system.restart", "system.reboot"] as const;

/** What every part of a job gets. */
export interface JobContext<D> {
  readonly id: number;
  /** As started, with what was kept since. */
  readonly data: Readonly<D>;
  /** Stores it before this returns, for later steps, for `undo` and for the next start. */
  readonly keep: (change: Partial<D>) => void;
  readonly log: Logger;
}

export interface StepContext<D, L> extends JobContext<D> {
  /** What cannot be stored: streams, passwords. Undefined in a job that a later start has taken over. */
  readonly live: L | undefined;
  /** Aborts when the job is cancelled, when the step takes too long, and when the appliance ends. */
  readonly signal: AbortSignal;
  /** `total` 0: unknown. As often as you like; it is passed on a few times a second. */
  readonly progress: (done: number, total: number, unit?: "bytes" | "count") => void;
  /** The job ends well, but with this result. */
  readonly conclude: (code: number, message: string) => void;
}

export interface JobStep<D, L = undefined> {
  id: string;
  /** German; what the step does: "Projekt prüfen". */
  label: string;
  /** Its beginning is stored before it is called. A rejection puts back this step and all before it. */
  run(context: StepContext<D, L>): Promise<void> | void;
  /** Must work for a step that happened wholly, partly or not at all, and when it is called again. */
  undo?(context: JobContext<D>): Promise<void> | void;
  afterCrash: CrashRule | ((context: JobContext<D>) => Promise<CrashRule> | CrashRule);
  /** Changes nothing of the device: while it runs, only another job of the same kind waits for it. */
  apart?: boolean;
  /** While it runs the job may be cancelled. */
  cancellable?: boolean;
  /** ms that run or undo may take; 15 minutes without. */
  limit?: number;
}

export interface JobKind<D, L = undefined> {
  /** `{area}.{what}`; never changes, since stored jobs name it. */
  kind: string;
  /** German; also what a refused caller reads: "Projekt hochladen". */
  title(data: D): string;
  lane: Lane | ((data: D) => Lane);
  /** Of the device lane: neither runs beside jobs of add-ons, nor do they start meanwhile. */
  excludesAddons?: boolean;
  /** Kinds that may begin all the same: a restart of the device ends a network test, it does not wait for it. */
  yieldsTo?: readonly string[];
  /** The console is covered in every tab while it runs (101, 102, 103): nothing else can be done meanwhile. */
  covers?: (typeof JOB_COVERS)[number];
  /** Step that the cover begins with; without it the first. */
  coversFrom?: string;
  /** Shape of what is stored. No secrets. */
  data: z.ZodMiniType<D>;
  steps: readonly JobStep<D, L>[];
}

export interface StartOptions<L> {
  live?: L;
  /** `request.origin`; without it nobody is named, and nothing is written to the change log. */
  origin?: JobOrigin;
}

export interface StartedJob<D> {
  id: number;
  /** Rejects with what a step failed with, or with the cancellation. */
  ended: Promise<Readonly<D>>;
  /** When this step is done; rejects like `ended` if the job fails before. */
  passed(step: string): Promise<Readonly<D>>;
}

export interface JobHandle<D, L> {
  /** ConflictError names what runs in the way; nothing has happened then. */
  start(data: D, options?: StartOptions<L>): StartedJob<D>;
  /** Starts and waits for the end. */
  run(data: D, options?: StartOptions<L>): Promise<Readonly<D>>;
}
