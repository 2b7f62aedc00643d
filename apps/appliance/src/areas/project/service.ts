/**
 * Uploading, checking and restoring projects. No HTTP here; the work is done by jobs (`jobs.ts`).
 *
 * Invariants: one change at a time (a second one is refused, not queued), and it lasts until the hub has been
 * judged, also when the caller got an answer earlier. Until `current.json` is replaced nothing has changed;
 * after it the new version is on trial, and an interrupted trial is taken up again at the next start.
 */
import { CODES, LIMITS } from "@hubwart/contract";
import { type Clock, type DataLayout, type Logger, NotFoundError, type Scope } from "@hubwart/core";
import { RESTART_REASONS, type RestartReason } from "@hubwart/ipc";
import type { JobOrigin } from "../../http/ports.ts";
import type { HubLink } from "../../hub-link.ts";
import type { JobHandle, StartedJob } from "../../platform/jobs/kind.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import type { Upload } from "../../project-upload.ts";
import {
  defineProjectJobs,
  type ProjectJobDeps,
  type ProjectJobs,
  type RestoreLive,
  type UploadLive,
} from "./jobs.ts";
import type { Marks } from "./marks.ts";
import type { PrepareDeps, RunAnswer } from "./prepare.ts";
import { defineRemake, type Remake, type RemakeKind } from "./remake.ts";
import { displayName } from "./staging.ts";
import { texts } from "./texts.ts";
import { type Outcome, Trials } from "./trial.ts";
import { VersionStore } from "./versions.ts";

export interface ProjectDeps extends Omit<PrepareDeps, "now"> {
  layout: DataLayout;
  clock: Clock;
  scope: Scope;
  log: Logger;
  hub: HubLink;
  jobs: JobRunner;
  /** Through the launcher. */
  restartHub: (reason: RestartReason) => void;
  /** ms a new version has to reach running; default 60 s. */
  trialLimit?: number;
}

export class ProjectService {
  readonly versions: VersionStore;
  readonly #deps: ProjectDeps;
  readonly #trials: Trials;
  readonly #jobDeps: ProjectJobDeps;
  readonly #jobs: ProjectJobs;

  private constructor(deps: ProjectDeps, versions: VersionStore) {
    this.#deps = deps;
    this.versions = versions;
    const { hub, clock, log, restartHub } = deps;
    const limit = deps.trialLimit ?? LIMITS.uploadWaitSeconds * 1_000;
    this.#trials = new Trials({ hub, clock, log, restartHub, limit }, versions, deps.scope);
    this.#jobDeps = { ...deps, now: () => clock.now(), versions, trials: this.#trials };
    this.#jobs = defineProjectJobs(this.#jobDeps);
  }

  static async start(deps: ProjectDeps): Promise<ProjectService> {
    return new ProjectService(deps, await VersionStore.open(deps.layout, LIMITS.projectVersions, deps.log));
  }

  /** Once the jobs of the last process are taken up: what none of them speaks of. */
  ready(): void {
    if (this.versions.state.trial === null) this.#reconcile();
    else if (this.busy === undefined) this.#jobs.trial.start({});
  }

  /** German name of the change in progress, if any. */
  get busy(): string | undefined {
    return this.#deps.jobs.busy;
  }

  /** A kind of job that makes the current project anew; to be defined while the areas are composed. */
  defineRemake(kind: RemakeKind): Remake {
    return defineRemake(this.#jobDeps, kind);
  }

  /** Only the check: nothing is kept. */
  check(upload: Upload, origin?: JobOrigin): Promise<RunAnswer> {
    return this.#run(this.#jobs.check, upload, origin);
  }

  upload(upload: Upload, origin?: JobOrigin): Promise<RunAnswer> {
    return this.#run(this.#jobs.upload, upload, origin);
  }

  async #run(
    job: JobHandle<{ filename: string }, UploadLive>,
    upload: Upload,
    origin: JobOrigin | undefined,
  ): Promise<RunAnswer> {
    const data = { filename: displayName(upload.filename) };
    return await answered<RunAnswer, UploadLive>(
      (answerEarly) => ({ upload, answerEarly }),
      (live) => job.start(data, { live, ...(origin ? { origin } : {}) }),
    );
  }

  /** Makes a kept version the current one. */
  async restore(version: string, origin?: JobOrigin): Promise<Outcome & { restart: boolean }> {
    if (!this.versions.find(version)) throw new NotFoundError(texts.noVersion);
    const answer = { code: CODES.ok, restart: false };
    if (this.versions.state.version === version && this.busy === undefined) return answer;
    return await answered<RestoreLive["answer"], RestoreLive>(
      (answerEarly) => ({ answer, answerEarly }),
      (live) => this.#jobs.restore.start({ version }, { live, ...(origin ? { origin } : {}) }),
    );
  }

  /** Notes something about a kept version, or keeps it for good; also while a change is in progress. */
  async mark(version: string, marks: Partial<Marks>): Promise<void> {
    await this.versions.mark(version, marks);
  }

  /** A hub that runs another version than the current one was not told in time: once after the start, it is. */
  #reconcile(): void {
    void this.#trials.firstStatus().then((status) => {
      const { version } = this.versions.state;
      const differs = status?.state === "running" && status.projectVersion !== version;
      if (differs && this.busy === undefined) this.#deps.restartHub(RESTART_REASONS.projectChanged);
    });
  }
}

/** The job's answer, or the one it gives before its end. */
function answered<A, L extends { answer?: A }>(
  make: (answerEarly: (answer: A) => void) => L,
  start: (live: L) => StartedJob<unknown>,
): Promise<A> {
  return new Promise((resolve, reject) => {
    const live = make(resolve);
    start(live).ended.then(() => resolve(live.answer as A), reject);
  });
}
