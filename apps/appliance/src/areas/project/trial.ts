/** The trial of the current version: it stays, or the one before it comes back. */
import { CODES } from "@hubwart/contract";
import type { Logger, Scope } from "@hubwart/core";
import { RESTART_REASONS } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";
import { type ApplyDeps, type ApplyRequest, applyVersion, type Judgement, judge } from "./apply.ts";
import { texts } from "./texts.ts";
import type { VersionStore } from "./versions.ts";

/** What became of a version that was made current. */
export interface Outcome {
  code: number;
  message?: string;
}

export class Trials {
  readonly #apply: ApplyDeps;
  readonly #versions: VersionStore;
  readonly #scope: Scope;
  readonly #log: Logger;

  constructor(apply: ApplyDeps, versions: VersionStore, scope: Scope) {
    this.#apply = apply;
    this.#versions = versions;
    this.#scope = scope;
    this.#log = apply.log;
  }

  /** `restarted` is known at once, the outcome when the hub was judged. */
  async begin(request: ApplyRequest): Promise<{ restarted: boolean; outcome: Promise<Outcome> }> {
    const { restarted, judgement } = await applyVersion(this.#apply, request);
    return { restarted, outcome: this.#settle(request.version, judgement) };
  }

  /** Goes on with what a sudden end interrupted. */
  async takeUp(): Promise<Outcome> {
    const { version, trial } = this.#versions.state;
    if (version === null || trial === null) return { code: CODES.ok };
    const reason = Object.values(RESTART_REASONS).find((known) => known === trial.reason);
    const status = await this.firstStatus();
    const loaded = status?.projectVersion === version;
    if (!loaded) this.#apply.restartHub(reason ?? RESTART_REASONS.projectChanged);
    return await this.#settle(version, judge(this.#apply, version, loaded ? undefined : status?.pid));
  }

  /** What the hub first says; undefined when it says nothing for a while. */
  firstStatus(): Promise<ReturnType<HubLink["status"]>> {
    const { hub, clock, limit } = this.#apply;
    return new Promise((resolve) => {
      const enders: (() => void)[] = [];
      const finish = () => {
        for (const end of enders) end();
        resolve(hub.status());
      };
      if (hub.connected && hub.status()) return finish();
      enders.push(hub.on("status", finish), clock.after(limit, finish));
      this.#scope.add(finish);
    });
  }

  async #settle(version: string, judged: Promise<Judgement>): Promise<Outcome> {
    const judgement = await judged;
    if (judgement.result !== "failed") {
      await this.#versions.settle();
      return { code: CODES.ok };
    }
    this.#log.error(texts.versionFailed(version, judgement.reason));
    const before = this.#versions.state.trial?.previous;
    if (!(await this.#versions.putBack(judgement.reason))) {
      return { code: CODES.projectNotStarted, message: texts.failed(judgement.reason) };
    }
    this.#log.warn(texts.restored(before ?? ""));
    this.#apply.restartHub(RESTART_REASONS.projectChanged);
    const message = texts.failedAndBack(judgement.reason);
    return { code: CODES.projectPutBack, message };
  }
}
