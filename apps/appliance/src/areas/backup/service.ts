/** Backups by schedule and on request; what failed is remembered, and what is overdue becomes a finding. */
import { type Clock, ConflictError, errorText, type Logger, type Scope } from "@hubwart/core";
import type { HostFacts } from "@hubwart/host";
import type { JobOrigin } from "../../http/ports.ts";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import type { Finding } from "../../status.ts";
import { BACKUP_KIND, type BackupJob } from "./jobs.ts";
import { longestAge, nextRun } from "./schedule.ts";
import type { BackupMemory, BackupSettings } from "./settings.ts";
import { texts } from "./texts.ts";

export interface BackupParts {
  settings: BackupSettings;
  job: JobHandle<BackupJob, undefined>;
  jobs: Pick<JobRunner, "find">;
  facts: Pick<HostFacts, "zone">;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

const LOOK_EVERY = 20_000;
/** By so much a clock is corrected in everyday life, ms. */
const SKEW = 60_000;

export class BackupService {
  readonly #parts: BackupParts;
  #looking = false;

  constructor(parts: BackupParts) {
    this.#parts = parts;
    parts.scope.add(parts.clock.every(LOOK_EVERY, () => void this.#look()));
  }

  /** Also one that an earlier start began. */
  get running(): boolean {
    const state = this.#newest()?.state;
    return state === "running" || state === "undoing";
  }

  /** How the last one ended; what a power cut ended, only its job knows. */
  get last(): BackupMemory["last"] {
    const { settings } = this.#parts;
    const { last } = settings.memory();
    const job = this.#newest();
    if (job?.state !== "failed" || job.ended <= (last?.end ?? 0)) return last;
    const ftp = { active: settings.config().target.ftp.use, success: false };
    return { start: job.started, end: job.ended, success: false, error: job.message, left: [], ftp };
  }

  #newest() {
    return this.#parts.jobs.find(BACKUP_KIND, () => true);
  }

  /** The settings or the time zone changed: the next time is another. */
  async plan(): Promise<void> {
    const { clock, facts, settings } = this.#parts;
    const config = settings.config();
    const due = config.use ? nextRun(config, await facts.zone(), clock.now()) : null;
    settings.remember({ due });
  }

  /** ConflictError while something else runs that excludes it. */
  start(origin?: JobOrigin): { id: number } {
    const { clock, job, log, settings } = this.#parts;
    const started = clock.now();
    const { ended, id } = job.start({ started }, origin ? { origin } : {});
    ended
      .catch((error: unknown) => {
        const text = errorText(error);
        log.error(`Datensicherung: ${text}`);
        const ftp = { active: settings.config().target.ftp.use, success: false };
        settings.remember({
          last: { start: started, end: clock.now(), success: false, error: text, left: [], ftp },
        });
      })
      // Its job knows as well.
      .catch(() => undefined);
    return { id };
  }

  findings(): Finding[] {
    const { clock, settings } = this.#parts;
    const config = settings.config();
    if (!config.use) return [];
    const { good } = settings.memory();
    const { last } = this;
    const findings: Finding[] = [];
    const finding = (code: Finding["code"], text: string) =>
      findings.push({ level: 2, code, text, route: "/system/backup" });
    if (good !== null && clock.now() - good > longestAge(config)) finding("backup_old", texts.overdue);
    const asked = settings.savedAt();
    if (good === null && asked !== undefined && clock.now() - asked > longestAge(config))
      finding("backup_never", texts.neverDone);
    if (last && !last.success) finding("backup_failed", texts.lastFailed(last.error ?? ""));
    return findings;
  }

  /** Starts what is due; a missed time is made up for once. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      await this.#startIfDue();
    } catch (error) {
      this.#parts.log.error(texts.schedule(errorText(error)));
    } finally {
      this.#looking = false;
    }
  }

  /** Made while the clock was ahead: its age counts from now on, or it would never be too old. */
  #mendGood(): void {
    const { clock, settings } = this.#parts;
    const { good } = settings.memory();
    if (good !== null && good > clock.now() + SKEW) settings.remember({ good: clock.now() });
  }

  async #startIfDue(): Promise<void> {
    const { clock, facts, settings } = this.#parts;
    const config = settings.config();
    const { due } = settings.memory();
    if (!config.use) return;
    this.#mendGood();
    const next = nextRun(config, await facts.zone(), clock.now());
    // Not planned yet, or the clock was set back: the stored time would be too far away.
    if (due === null || due > next) {
      settings.remember({ due: next });
      return;
    }
    if (due > clock.now()) return;
    try {
      this.start();
    } catch (error) {
      // Something else changes the device; a look later it may be over.
      if (error instanceof ConflictError) return;
      throw error;
    }
    settings.remember({ due: next });
  }
}
