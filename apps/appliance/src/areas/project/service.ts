/**
 * Uploading, checking and restoring projects. No HTTP here.
 *
 * Invariants: one change at a time (a second one is refused, not queued), and it lasts until the hub has been
 * judged, also when the caller got an answer earlier. Until `current.json` is replaced nothing has changed;
 * after it the new version is on trial, and an interrupted trial is taken up again at the next start.
 */
import { CODES, LIMITS } from "@hubwart/contract";
import {
  type Clock,
  type DataLayout,
  ExclusiveRunner,
  errorText,
  type Logger,
  NotFoundError,
  type Scope,
} from "@hubwart/core";
import { RESTART_REASONS, type RestartReason } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";
import { type ApplyDeps, applyVersion, type Judgement, judge } from "./apply.ts";
import { checkUpload, completeVersion, type PrepareDeps, type RunAnswer, type Upload } from "./prepare.ts";
import { displayName, withStagingFolder } from "./staging.ts";
import { VersionStore } from "./versions.ts";

export interface ProjectDeps extends Omit<PrepareDeps, "now"> {
  layout: DataLayout;
  clock: Clock;
  scope: Scope;
  log: Logger;
  hub: HubLink;
  /** Through the launcher. */
  restartHub: (reason: RestartReason) => void;
  /** ms a new version has to reach running; default 60 s. */
  trialLimit?: number;
}

export interface RestoreAnswer {
  code: number;
  restart: boolean;
}

/** What became of a version that was made current. */
interface Outcome {
  code: number;
  message?: string;
}

export class ProjectService {
  readonly versions: VersionStore;
  readonly #deps: ProjectDeps & PrepareDeps;
  readonly #apply: ApplyDeps;
  readonly #changes = new ExclusiveRunner();

  private constructor(deps: ProjectDeps, versions: VersionStore) {
    this.#deps = { ...deps, now: () => deps.clock.now() };
    this.versions = versions;
    const { hub, clock, log, restartHub } = deps;
    this.#apply = { hub, clock, log, restartHub, limit: deps.trialLimit ?? LIMITS.uploadWaitSeconds * 1000 };
  }

  static async start(deps: ProjectDeps): Promise<ProjectService> {
    const versions = await VersionStore.open(deps.layout, LIMITS.projectVersions, deps.log);
    const service = new ProjectService(deps, versions);
    if (versions.state.trial) service.#resume();
    else service.#reconcile();
    return service;
  }

  /** German name of the change in progress, if any. */
  get busy(): string | undefined {
    return this.#changes.current;
  }

  /** Only the check: nothing is kept. */
  check(upload: Upload): Promise<RunAnswer> {
    return this.#changes.run("Projekt prüfen", () =>
      this.#staged(async (folder) => (await checkUpload(this.#deps, upload, folder, this.#current())).answer),
    );
  }

  upload(upload: Upload): Promise<RunAnswer> {
    return this.#change("Projekt hochladen", async (answerEarly) => {
      const reason = RESTART_REASONS.projectUploaded;
      const { answer, version, linkOnly } = await this.#staged(async (folder) => {
        const current = this.#current();
        const checked = await checkUpload(this.#deps, upload, folder, current);
        const meta = await completeVersion(this.#deps, checked, current);
        return {
          answer: checked.answer,
          linkOnly: checked.result.changes?.linkOnly === true || !differs(checked.answer),
          version: meta && (await this.versions.add(checked.version, meta, reason)),
        };
      });
      if (version === undefined) return answer;
      this.#deps.log.info(`Projektversion ${version} übernommen: ${displayName(upload.filename)}`);
      const { restarted, judgement } = await applyVersion(this.#apply, { version, reason, linkOnly });
      const early = this.#after(upload.wait, () => answerEarly({ ...answer, restart: restarted }));
      const outcome = await this.#settle(version, judgement).finally(early);
      return { ...answer, restart: restarted, ...outcome };
    });
  }

  /** Makes a kept version the current one. */
  restore(version: string): Promise<RestoreAnswer & Outcome> {
    return this.#change("Projekt zurückholen", async (answerEarly) => {
      if (!this.versions.find(version)) throw new NotFoundError("Diese Projektversion gibt es nicht mehr.");
      if (this.versions.state.version === version) return { code: CODES.ok, restart: false };
      const reason = RESTART_REASONS.projectChanged;
      await this.versions.restore(version, reason);
      this.#deps.log.info(`Projektversion ${version} zurückgeholt`);
      const { judgement } = await applyVersion(this.#apply, { version, reason, linkOnly: false });
      const seconds = LIMITS.uploadWaitSeconds;
      const early = this.#after(seconds, () => answerEarly({ code: CODES.ok, restart: true }));
      return { restart: true, ...(await this.#settle(version, judgement).finally(early)) };
    });
  }

  #current() {
    const current = this.versions.current();
    return (
      current && {
        hash: current.meta.hash,
        compiledFile: this.versions.file(current.version, "compiled.json"),
        stored: current.meta.stored,
        storedFile: this.versions.file(
          current.version,
          current.meta.stored === "encrypted" ? "upload.enc" : "upload",
        ),
      }
    );
  }

  #staged<T>(task: (folder: string) => Promise<T>): Promise<T> {
    return withStagingFolder(this.#deps.layout.staging, task);
  }

  /** Runs a change to its end. `answerEarly` answers the caller before that; the change still holds its place. */
  #change<T>(name: string, task: (answerEarly: (answer: T) => void) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#changes
        .run(name, () => task(resolve))
        .then(resolve, (error: unknown) => {
          // After an early answer the rejection has no effect; the log then is the only place.
          this.#deps.log.warn(`${name}: ${errorText(error)}`);
          reject(error instanceof Error ? error : new Error(String(error)));
        });
    });
  }

  /** Ends the trial of the current version: it stays, or the one before it comes back. */
  async #settle(version: string, judged: Promise<Judgement>): Promise<Outcome> {
    const judgement = await judged;
    if (judgement.result !== "failed") {
      await this.versions.settle();
      return { code: CODES.ok };
    }
    this.#deps.log.error(`Projektversion ${version} läuft nicht: ${judgement.reason}`);
    const before = this.versions.state.trial?.previous;
    if (!(await this.versions.putBack(judgement.reason))) {
      return { code: CODES.projectNotStarted, message: `Das Projekt läuft nicht: ${judgement.reason}` };
    }
    this.#deps.log.warn(`Projektversion ${before ?? ""} wieder eingesetzt`);
    this.#deps.restartHub(RESTART_REASONS.projectChanged);
    const message = `Das neue Projekt lief nicht, das vorherige wurde wieder eingesetzt. ${judgement.reason}`;
    return { code: CODES.projectPutBack, message };
  }

  #after(seconds: number, act: () => void): () => void {
    return this.#deps.clock.after(seconds * 1000, act);
  }

  /** Takes up the trial that a sudden end interrupted. */
  #resume(): void {
    const { version, trial } = this.versions.state;
    if (version === null || trial === null) return;
    const reason = Object.values(RESTART_REASONS).find((known) => known === trial.reason);
    const resumed = this.#change("Projekt übernehmen", async () => {
      const status = await this.#firstStatus();
      const loaded = status?.projectVersion === version;
      if (!loaded) this.#deps.restartHub(reason ?? RESTART_REASONS.projectChanged);
      return await this.#settle(version, judge(this.#apply, version, loaded ? undefined : status?.pid));
    });
    // A failure is in the log; there is nobody to answer.
    resumed.catch(() => undefined);
  }

  /** A hub that runs another version than the current one was not told in time: once after the start, it is. */
  #reconcile(): void {
    void this.#firstStatus().then((status) => {
      const { version } = this.versions.state;
      const differs = status?.state === "running" && status.projectVersion !== version;
      if (differs && this.busy === undefined) this.#deps.restartHub(RESTART_REASONS.projectChanged);
    });
  }

  /** What the hub first says; undefined when it says nothing for a while. */
  #firstStatus() {
    const { hub, clock, scope } = this.#deps;
    return new Promise<ReturnType<HubLink["status"]>>((resolve) => {
      const enders: (() => void)[] = [];
      const finish = () => {
        for (const end of enders) end();
        resolve(hub.status());
      };
      if (hub.connected && hub.status()) return finish();
      enders.push(hub.on("status", finish), clock.after(this.#apply.limit, finish));
      scope.add(finish);
    });
  }
}

const differs = ({ old_hash: before, new_hash: after }: RunAnswer): boolean => before !== after;
