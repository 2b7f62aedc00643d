/**
 * Everything that takes longer than a request, or changes the device as a whole, runs here.
 *
 *     const upload = app.jobs.define<Data, Live>({ kind: "project.upload", lane: "device", … });   // while composing
 *     await upload.run(data, { live, origin: request.origin });
 *     app.jobs.takeUp();       // once all kinds are known: what the last process left open
 *
 * Invariants
 * - One job of the device lane at a time, one of each add-on's lane; beside a job that excludes add-ons none of theirs.
 *   Whoever comes second is refused at once (ConflictError names what runs), never queued.
 * - A job is stored with its first step begun before anything acts. What a process leaves open, the next one finishes
 *   or undoes by the rule of the step that had begun.
 * - The end of a job and its audit entry are one transaction.
 * - When the appliance ends, running jobs stay open in the store, as after a power cut.
 */
import { CODES, type Job, LIMITS } from "@hubwart/contract";
import { type Clock, ConflictError, errorText, type Logger, NotFoundError, type Scope } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import type { AuditTrail, JobOrigin } from "../../http/ports.ts";
import { texts } from "../texts.ts";
import type { JobHandle, JobKind, Lane, StartedJob, StartOptions } from "./kind.ts";
import { type JobRecord, readRecord, shown } from "./record.ts";
import { type AnyKind, JobRun } from "./run.ts";

export interface JobRunnerParts {
  store: Pick<Store, "jobs" | "transaction">;
  audit: AuditTrail;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

/** Progress is passed on this often, ms. */
const TELL_EVERY = 250;
/** Ended ones that are shown beside those that run. */
const SHOWN_ENDED = 10;
/** Between tries to note an end that found no room, ms. */
const NOTED_AGAIN = 5_000;

export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #kinds = new Map<string, AnyKind>();
  readonly #runs = new Map<number, JobRun>();
  /** Over, and not noted yet: what is stored of them says that they run. */
  readonly #unnoted = new Map<number, JobRecord>();
  readonly #listeners = new Set<() => void>();
  #cancelTell: (() => void) | undefined;
  #cancelNote: (() => void) | undefined;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    parts.scope.add(() => {
      for (const run of this.#runs.values()) run.leave();
      this.#runs.clear();
      this.#cancelTell?.();
      this.#cancelNote?.();
      this.#noteEnds();
    });
  }

  /** While the areas are composed. */
  define<D extends object, L = undefined>(kind: JobKind<D, L>): JobHandle<D, L> {
    if (this.#kinds.has(kind.kind)) throw new Error(`two jobs are called "${kind.kind}"`);
    // The handle below is the only way in, and takes just what the kind was written for.
    this.#kinds.set(kind.kind, kind as unknown as AnyKind);
    const start = (data: D, options: StartOptions<L> = {}) =>
      this.#start(kind as unknown as AnyKind, data, options) as unknown as StartedJob<D>;
    return { start, run: async (data, options) => await start(data, options).ended };
  }

  /** Finishes or undoes what the last process left open. Once, when all kinds are defined. */
  takeUp(): void {
    const { store, log } = this.#parts;
    for (const stored of store.jobs.open()) {
      const record = readRecord(stored);
      const kind = record && this.#kinds.get(record.kind);
      const steps = record && kind && matching(record, kind);
      if (!record || !kind || !steps || !kind.data.safeParse(record.data).success) {
        log.error(texts.unknownJob(stored.id, record?.title ?? ""));
        if (record) this.#closeUnknown(stored.id, record);
        else store.jobs.update(stored.id, stored.body, this.#parts.clock.now());
        continue;
      }
      const run = this.#run(stored.id, kind, { ...record, steps }, undefined, undefined);
      run.takeUp().catch((error: unknown) => log.error(`${record.title}: ${errorText(error)}`));
    }
  }

  /** Newest first: those that run, and of the ended ones as many as fit. */
  list(limit: number = LIMITS.jobsKept): Job[] {
    return this.#parts.store.jobs.latest(limit).flatMap((stored) => {
      const run = this.#runs.get(stored.id);
      if (run) return [shown(stored.id, run.record, run.cancellable)];
      const record = this.#unnoted.get(stored.id) ?? readRecord(stored);
      return record ? [shown(stored.id, record, false)] : [];
    });
  }

  /** The newest job of a kind whose stored data fits. */
  find(kind: string, fits: (data: unknown) => boolean): Job | undefined {
    for (const stored of this.#parts.store.jobs.latest(LIMITS.jobsKept)) {
      const record = this.#runs.get(stored.id)?.record ?? this.#unnoted.get(stored.id) ?? readRecord(stored);
      if (record?.kind === kind && fits(record.data)) return shown(stored.id, record, false);
    }
    return undefined;
  }

  /** As the stream tells it. */
  recent(): { jobs: Job[] } {
    return { jobs: this.list(SHOWN_ENDED + this.#runs.size) };
  }

  /** German title of what runs in the device lane. */
  get busy(): string | undefined {
    return this.#find((record) => record.lane === "device" && !this.#apart(record))?.title;
  }

  /** Whether a job of this lane runs. */
  occupied(lane: Lane): boolean {
    return this.#find((record) => record.lane === lane) !== undefined;
  }

  /** Jobs of this kind that run. */
  running(kind: string): number[] {
    return [...this.#runs].filter(([, run]) => run.record.kind === kind).map(([id]) => id);
  }

  cancel(id: number): void {
    const run = this.#runs.get(id);
    if (!run) {
      const known = this.list().some((job) => job.id === id);
      if (known) throw new ConflictError(texts.jobOver);
      throw new NotFoundError(texts.noJob);
    }
    if (!run.cancellable) throw new ConflictError(texts.notCancellable);
    run.cancel();
  }

  /** The returned function ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #start(kind: AnyKind, given: object, { live, origin }: StartOptions<unknown>) {
    const { store, clock, log, scope } = this.#parts;
    if (scope.ended) throw new ConflictError(texts.ending);
    const data = kind.data.parse(given);
    const lane = typeof kind.lane === "function" ? kind.lane(data) : kind.lane;
    const excludesAddons = kind.excludesAddons === true;
    const inTheWay = this.#find(
      (other) =>
        excludes({ lane, excludesAddons }, other) &&
        !this.#yields(other, kind) &&
        (other.kind === kind.kind || !this.#apart(other)),
    );
    if (inTheWay) throw new ConflictError(texts.changeRuns(inTheWay.title));
    const record: JobRecord = {
      kind: kind.kind,
      title: kind.title(data),
      lane,
      excludesAddons,
      state: "running",
      started: clock.now(),
      ended: 0,
      address: origin?.address ?? "",
      who: origin?.who,
      steps: kind.steps.map(({ id, label }, at) => ({ id, label, state: at === 0 ? "running" : "waiting" })),
      progress: null,
      covers: kind.coversFrom === undefined ? (kind.covers ?? null) : null,
      code: CODES.ok,
      message: "",
      data,
      call: origin?.call ?? "",
      ...(origin?.detail() ?? { before: undefined, after: undefined }),
      takeovers: 0,
    };
    const id = store.jobs.insert(JSON.stringify(record), LIMITS.jobsKept);
    origin?.taken();
    // The end is one line for both; until then the job itself says that it runs.
    log.debug(`${record.title}: begonnen`);
    const run = this.#run(id, kind, record, live, origin);
    run.begin();
    this.#tell(true);
    return { id, ended: run.ended, passed: (step: string) => run.passed(step) };
  }

  #run(id: number, kind: AnyKind, record: JobRecord, live: unknown, origin: JobOrigin | undefined): JobRun {
    const { store, clock, log } = this.#parts;
    const run = new JobRun({
      id,
      kind,
      record,
      live,
      clock,
      log,
      store: (changed) => store.jobs.update(id, JSON.stringify(changed), null),
      changed: (now) => this.#tell(now),
      end: (ended) => this.#ended(id, { ...ended, ...origin?.detail() }),
    });
    this.#runs.set(id, run);
    return run;
  }

  #ended(id: number, record: JobRecord): void {
    const { log } = this.#parts;
    this.#runs.delete(id);
    if (record.state === "done" && record.code === CODES.ok)
      log.info(texts.finished(record.title, (record.ended ?? record.started) - record.started));
    else log.warn(`${record.title}: ${record.message}`);
    try {
      this.#close(id, record);
    } catch (error) {
      log.error(texts.endNotNoted(record.title, errorText(error)));
      this.#unnoted.set(id, record);
      this.#noteSoon();
    }
    this.#tell(true);
  }

  #noteSoon(): void {
    const { clock, scope } = this.#parts;
    if (scope.ended) return;
    this.#cancelNote ??= clock.after(NOTED_AGAIN, () => {
      this.#cancelNote = undefined;
      this.#noteEnds();
      if (this.#unnoted.size > 0) this.#noteSoon();
    });
  }

  /** A start that comes before there is room finds them open; their steps bear being done again. */
  #noteEnds(): void {
    for (const [id, record] of this.#unnoted) {
      try {
        this.#close(id, record);
        this.#unnoted.delete(id);
      } catch {
        // It has been told once.
        return;
      }
    }
  }

  #close(id: number, record: JobRecord): void {
    const { store, audit } = this.#parts;
    store.transaction(() => {
      store.jobs.update(id, JSON.stringify(record), record.ended);
      const { call, address, code, before, after, who } = record;
      if (call !== "") audit.record({ call, address, who, code, before, after });
    });
  }

  #closeUnknown(id: number, record: JobRecord): void {
    const ended = this.#parts.clock.now();
    const message = texts.notContinued;
    this.#close(id, { ...record, state: "failed", ended, code: CODES.jobInterrupted, message });
  }

  /** It is at a step that changes nothing of the device. */
  #apart(record: JobRecord): boolean {
    const running = record.steps.find(({ state }) => state === "running")?.id;
    const kind = this.#kinds.get(record.kind);
    return record.state === "running" && kind?.steps.find(({ id }) => id === running)?.apart === true;
  }

  #yields(running: JobRecord, to: AnyKind): boolean {
    return this.#kinds.get(running.kind)?.yieldsTo?.includes(to.kind) === true;
  }

  #find(matches: (record: JobRecord) => boolean): JobRecord | undefined {
    return [...this.#runs.values()].map((run) => run.record).find(matches);
  }

  #tell(now: boolean): void {
    const tell = () => {
      this.#cancelTell?.();
      this.#cancelTell = undefined;
      for (const listener of this.#listeners) listener();
    };
    if (now) tell();
    else this.#cancelTell ??= this.#parts.clock.after(TELL_EVERY, tell);
  }
}

type Claim = Pick<JobRecord, "excludesAddons"> & { lane: Lane };

function excludes(one: Claim, other: Claim): boolean {
  if (one.lane === other.lane) return true;
  return (one.lane === "device" && one.excludesAddons) || (other.lane === "device" && other.excludesAddons);
}

/** The steps of this release with the states that were stored; undefined if one that had begun is gone. */
function matching(record: JobRecord, kind: AnyKind): JobRecord["steps"] | undefined {
  const states = new Map(record.steps.map(({ id, state }) => [id, state]));
  const known = new Set(kind.steps.map(({ id }) => id));
  if (record.steps.some(({ id, state }) => state !== "waiting" && state !== "done" && !known.has(id))) {
    return undefined;
  }
  return kind.steps.map(({ id, label }) => ({ id, label, state: states.get(id) ?? "waiting" }));
}
