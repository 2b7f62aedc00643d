/**
 * One job on its way through its steps.
 *
 * Invariants
 * - The beginning of a step, of an undo and of the end is stored before anything acts on it.
 * - `end` is called exactly once, unless the appliance ends first: then the stored job stays open.
 * - Whatever fails or is cancelled is put back in reverse order, the failed step first.
 */
import { CODES } from "@hubwart/contract";
import { type Clock, errorText, type Logger, ResultError } from "@hubwart/core";
import { toHttp } from "../../http/errors.ts";
import { texts } from "../texts.ts";
import type { CrashRule, JobContext, JobKind, JobStep, StepContext } from "./kind.ts";
import type { JobRecord } from "./record.ts";

/** What of the kind's types is needed to run it; the handle has checked them. */
export type AnyKind = JobKind<Record<string, unknown>, unknown>;
type AnyStep = JobStep<Record<string, unknown>, unknown>;

export interface RunParts {
  id: number;
  kind: AnyKind;
  record: JobRecord;
  live: unknown;
  clock: Clock;
  log: Logger;
  /** Writes the record durably. */
  store: (record: JobRecord) => void;
  /** Something that is shown has changed; `soon` false for progress. */
  changed: (now: boolean) => void;
  /** The job is over. */
  end: (record: JobRecord) => void;
}

const DEFAULT_LIMIT = 15 * 60_000;
/** After its signal a step has this long to stop; then the undoing begins beside it. */
const LONGEST_STOP = 10_000;
const UNDO_TRIES = 3;
const UNDO_WAIT = 1_000;
const MOST_TAKEOVERS = 3;

export class JobRun {
  readonly #parts: RunParts;
  readonly #record: JobRecord;
  readonly #passed = new Map<string, (() => void)[]>();
  #abort = new AbortController();
  #cancelled: Error | undefined;
  #ending = false;
  #settle: { resolve: (data: Record<string, unknown>) => void; reject: (error: Error) => void } | undefined;
  readonly ended: Promise<Record<string, unknown>>;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#record = parts.record;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Whoever started it may not wait for it.
    this.ended.catch(() => undefined);
  }

  get record(): JobRecord {
    return this.#record;
  }

  get cancellable(): boolean {
    return (
      this.#record.state === "running" &&
      this.#cancelled === undefined &&
      this.#kindStep(this.#running())?.cancellable === true
    );
  }

  /** Before this is called the job has been stored with its first step begun. */
  begin(): void {
    void this.#goFrom(0, true);
  }

  /** What a start does with a job it finds open. */
  async takeUp(): Promise<void> {
    const record = this.#record;
    record.takeovers += 1;
    const open = record.steps.findIndex(({ state }) => state !== "done");
    const interrupted = new ResultError(CODES.jobInterrupted, texts.jobInterrupted);
    if (record.state === "undoing") {
      const last = record.steps.findLastIndex(({ state }) => state !== "waiting" && state !== "undone");
      return await this.#undoFrom(last, new ResultError(record.code, record.message));
    }
    if (open < 0) return await this.#goFrom(record.steps.length, false);
    if (record.steps[open]?.state === "waiting") return await this.#goFrom(open, false);
    const rule = await this.#ruleOf(open);
    this.#parts.log.info(texts.resumed(record.title, rule));
    if (rule === "undo") return await this.#undoFrom(open, interrupted);
    if (rule === "redo") return await this.#goFrom(open, false);
    this.#mark(open, "done");
    await this.#goFrom(open + 1, false);
  }

  async #ruleOf(index: number): Promise<CrashRule> {
    const step = this.#step(index);
    const { takeovers } = this.#record;
    try {
      const rule =
        typeof step.afterCrash === "function" ? await step.afterCrash(this.#context()) : step.afterCrash;
      // A step that ends the appliance every time is not tried for ever.
      return rule === "redo" && takeovers > MOST_TAKEOVERS ? "undo" : rule;
    } catch (error) {
      this.#parts.log.error(`${this.#record.title}: ${errorText(error)}`);
      return "undo";
    }
  }

  cancel(): void {
    this.#cancelled = new ResultError(CODES.jobCancelled, texts.jobCancelled);
    this.#abort.abort(this.#cancelled);
    this.#parts.changed(true);
  }

  /** The appliance ends: the job stays as it is stored. */
  leave(): void {
    this.#ending = true;
    this.#abort.abort(new Error("the appliance ends"));
  }

  passed(step: string): Promise<Record<string, unknown>> {
    const done = new Promise<Record<string, unknown>>((resolve) => {
      const known = this.#record.steps.find(({ id }) => id === step);
      if (known?.state === "done") return resolve(this.#data());
      this.#passed.set(step, [...(this.#passed.get(step) ?? []), () => resolve(this.#data())]);
    });
    return Promise.race([done, this.ended]);
  }

  async #goFrom(first: number, begun: boolean): Promise<void> {
    const { steps } = this.#record;
    for (let index = first; index < steps.length; index += 1) {
      try {
        if (!begun || index > first) {
          this.#mark(index, "running");
          this.#save();
          this.#tellPassed(index - 1);
        }
        await this.#bounded(this.#step(index), (signal) =>
          this.#step(index).run(this.#stepContext(index, signal)),
        );
        if (this.#ending) return;
        if (this.#cancelled) throw this.#cancelled;
        this.#mark(index, "done");
      } catch (error) {
        if (this.#ending) return;
        return await this.#undoFrom(index, this.#cancelled ?? asError(error));
      }
    }
    this.#end("done");
    this.#tellPassed(steps.length - 1);
    this.#settle?.resolve(this.#data());
  }

  async #undoFrom(last: number, cause: Error): Promise<void> {
    const { log, changed } = this.#parts;
    const record = this.#record;
    const { body, defect } = toHttp(cause);
    if (defect) log.error(`${record.title}: ${cause.stack ?? cause.message}`);
    Object.assign(record, { state: "undoing", code: body.code, message: body.message, progress: null });
    let left = false;
    for (let index = last; index >= 0; index -= 1) {
      const step = this.#step(index);
      if (!step.undo) {
        this.#mark(index, "undone");
        continue;
      }
      this.#mark(index, "undoing");
      this.#trySave();
      changed(true);
      const undone = await this.#undo(step);
      if (this.#ending) return;
      if (!undone) left = true;
      this.#mark(index, undone ? "undone" : "failed");
    }
    if (left) {
      record.message = texts.notAllUndone(record.message);
    }
    this.#end(cause === this.#cancelled || body.code === CODES.jobCancelled ? "cancelled" : "failed");
    this.#settle?.reject(cause);
  }

  async #undo(step: AnyStep): Promise<boolean> {
    const { clock, log } = this.#parts;
    this.#abort = new AbortController();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#bounded(step, () => step.undo?.(this.#context()));
        return true;
      } catch (error) {
        if (this.#ending) return false;
        log.error(texts.undoing(this.#record.title, step.label, errorText(error)));
        if (attempt === UNDO_TRIES) return false;
      }
      await new Promise<void>((resolve) => void clock.after(UNDO_WAIT, resolve));
    }
  }

  /** Ends within the step's limit, or soon after its signal, whatever it does. */
  async #bounded(step: AnyStep, act: (signal: AbortSignal) => Promise<void> | void): Promise<void> {
    const { clock } = this.#parts;
    const abort = this.#abort;
    const enders: (() => void)[] = [];
    const overdue = new Promise<never>((_resolve, reject) => {
      const stop = () => {
        if (this.#ending) return;
        enders.push(clock.after(LONGEST_STOP, () => reject(asError(abort.signal.reason))));
      };
      if (abort.signal.aborted) stop();
      else abort.signal.addEventListener("abort", stop, { once: true });
      enders.push(() => abort.signal.removeEventListener("abort", stop));
    });
    const tooLong = new ResultError(CODES.jobTooLong, texts.tookTooLong(step.label));
    enders.push(clock.after(step.limit ?? DEFAULT_LIMIT, () => abort.abort(tooLong)));
    try {
      await Promise.race([Promise.resolve(act(abort.signal)), overdue]);
    } catch (error) {
      throw abort.signal.reason === tooLong ? tooLong : error;
    } finally {
      for (const end of enders) end();
    }
  }

  #end(state: "done" | "failed" | "cancelled"): void {
    const record = this.#record;
    Object.assign(record, { state, ended: this.#parts.clock.now(), progress: null });
    this.#parts.end(record);
  }

  #context(): JobContext<Record<string, unknown>> {
    const { id, log } = this.#parts;
    const data = () => this.#data();
    return {
      id,
      log,
      get data() {
        return data();
      },
      keep: (change) => {
        if (this.#ending) throw new Error("the appliance ends");
        this.#record.data = { ...this.#data(), ...change };
        this.#save();
      },
    };
  }

  #stepContext(index: number, signal: AbortSignal): StepContext<Record<string, unknown>, unknown> {
    const running = () => this.#record.steps[index]?.state === "running";
    return Object.defineProperties(this.#context(), {
      live: { value: this.#parts.live },
      signal: { value: signal },
      progress: {
        value: (done: number, total: number, unit: "bytes" | "count" = "bytes") => {
          if (!running()) return;
          this.#record.progress = { done, total, unit };
          this.#parts.changed(false);
        },
      },
      conclude: {
        value: (code: number, message: string) => void Object.assign(this.#record, { code, message }),
      },
    }) as StepContext<Record<string, unknown>, unknown>;
  }

  #mark(index: number, state: JobRecord["steps"][number]["state"]): void {
    const step = this.#record.steps[index];
    if (step) step.state = state;
    if (state !== "running") return;
    this.#record.progress = null;
    const { covers, coversFrom } = this.#parts.kind;
    if (step && step.id === coversFrom) this.#record.covers = covers ?? null;
  }

  #save(): void {
    this.#parts.store(this.#record);
    this.#parts.changed(true);
  }

  /** Putting back goes on also without room to note it. */
  #trySave(): void {
    try {
      this.#parts.store(this.#record);
    } catch (error) {
      this.#parts.log.error(texts.notNoted(this.#record.title, errorText(error)));
    }
  }

  #tellPassed(index: number): void {
    const id = this.#record.steps[index]?.id ?? "";
    for (const tell of this.#passed.get(id) ?? []) tell();
    this.#passed.delete(id);
  }

  #running(): number {
    return this.#record.steps.findIndex(({ state }) => state === "running");
  }

  #kindStep(index: number): AnyStep | undefined {
    return this.#parts.kind.steps[index];
  }

  #step(index: number): AnyStep {
    const step = this.#kindStep(index);
    if (!step) throw new Error(`job ${this.#record.kind} has no step ${index}`);
    return step;
  }

  #data(): Record<string, unknown> {
    return this.#record.data as Record<string, unknown>;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
