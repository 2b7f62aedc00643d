/**
 * Network settings on trial: applied as soon as the start is answered, and taken back byte for byte unless they are confirmed in time.
 *
 * What is needed to take them back is on the disk before anything changes, so the way back survives the death of this
 * process (`resume`) and of the device (`revertAtBoot`). The end is measured in seconds since the boot, which go on
 * meanwhile and know no jumps of the clock. The states are drawn in docs/states/network-trial.md.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { NetworkAdapter } from "@hubwart/contract";
import { type Clock, ConflictError, errorText, NotFoundError, type Scope } from "@hubwart/core";
import type { EndedTrial, Trial } from "../host.ts";
import { texts } from "../texts.ts";
import type { NetworkDriver } from "./network.ts";
import { type NetworkFiles, renderNetwork, writeOwnFiles } from "./network-files.ts";
import type { SystemPaths } from "./paths.ts";
import type { State, StateFile, TrialState } from "./state.ts";

export interface TrialsOptions {
  state: StateFile;
  network: NetworkDriver;
  paths: SystemPaths;
  clock: Clock;
  scope: Scope;
  log: (message: string) => void;
  /** Runs one change after the other. */
  queue: { run<T>(task: () => Promise<T>): Promise<T> };
}

/** Before the next attempt to tell the network service that the old files are back. */
const RETRY_MS = 5_000;
/** Whoever starts or cancels a trial may have come by an address that goes away with that: the answer gets out before. */
const ANSWER_MS = 1_000;

export class Trials {
  readonly #o: TrialsOptions;
  #cancelTimer: () => void = () => undefined;

  constructor(options: TrialsOptions) {
    this.#o = options;
    options.scope.add(() => this.#cancelTimer());
  }

  /** After a start of the service: what is tried goes on, or is taken back if that is due. */
  async resume(): Promise<void> {
    const trial = this.#o.state.current.trial;
    if (!trial) return;
    if (trial.ending) return this.#revert(trial, trial.ending);
    if (trial.bootId !== (await this.#bootId())) return this.#revert(trial, "rebooted");
    if (!trial.applied) return this.#revert(trial, "failed");
    await this.#arm(trial);
  }

  async start(interfaces: NetworkAdapter[], seconds: number): Promise<Trial> {
    const { state, network, paths, clock } = this.#o;
    if (state.current.trial) throw new ConflictError(texts.trialRuns);
    if (state.current.pending) throw new ConflictError(texts.stillJudged);
    const before = await network.ownFiles();
    const trial: TrialState = {
      id: randomBytes(18).toString("base64url"),
      interfaces,
      seconds,
      bootId: await this.#bootId(),
      deadline: (await this.#uptime()) + seconds,
      applied: false,
      before: Object.fromEntries([...before].map(([name, content]) => [name, content.toString("base64")])),
    };
    await state.update({ trial });
    try {
      await writeOwnFiles(paths.networkFolder, filesOf(trial));
    } catch (error) {
      await this.#revert(trial, "failed");
      throw error;
    }
    this.#cancelTimer();
    this.#cancelTimer = clock.after(ANSWER_MS, () => void this.#onAnswered(trial.id));
    return this.#shown(trial);
  }

  async current(): Promise<Trial | undefined> {
    const trial = this.#o.state.current.trial;
    return trial && this.#shown(trial);
  }

  last(): EndedTrial | undefined {
    return this.#o.state.current.lastTrial;
  }

  async confirm(id: string): Promise<void> {
    const trial = this.#running(id);
    // Late by a moment: the timer has not come to its turn yet, but the time is over all the same.
    if (trial.deadline <= (await this.#uptime())) {
      await this.#revert(trial, trial.ending ?? "expired");
      throw new NotFoundError(texts.trialOver);
    }
    if (!trial.applied) await this.#apply(trial);
    const settings = { use: true, interfaces: trial.interfaces };
    await this.#o.state.update({
      network: settings,
      applied: settings,
      lastGood: settings,
      answered: undefined,
      ...this.#ended(trial, "confirmed"),
    });
    // What could not be noted is not confirmed: its time goes on.
    this.#cancelTimer();
  }

  /** It goes back for certain, as soon as this is answered. */
  async cancel(id: string): Promise<void> {
    const trial = this.#running(id);
    if (trial.ending) throw new NotFoundError(texts.trialOver);
    await this.#o.state.update({ trial: { ...trial, deadline: 0, ending: "cancelled" } });
    this.#cancelTimer();
    this.#cancelTimer = this.#o.clock.after(ANSWER_MS, () => void this.#onTimer(trial.id));
  }

  #running(id: string): TrialState {
    const trial = this.#o.state.current.trial;
    if (trial?.id !== id) throw new NotFoundError(texts.trialOver);
    return trial;
  }

  #onAnswered(id: string): Promise<void> {
    return this.#o.queue.run(async () => {
      const trial = this.#o.state.current.trial;
      if (trial?.id !== id || trial.applied || this.#o.scope.ended) return;
      await this.#apply(trial).catch((error: unknown) => this.#o.log(`network trial: ${errorText(error)}`));
    });
  }

  async #apply(trial: TrialState): Promise<void> {
    const applied = { ...trial, applied: true };
    try {
      await this.#o.network.applyLive(filesOf(trial));
      await this.#o.state.update({ trial: applied });
    } catch (error) {
      await this.#revert(trial, "failed");
      throw error;
    }
    await this.#arm(applied);
  }

  async #arm(trial: TrialState): Promise<void> {
    this.#cancelTimer();
    const left = Math.max(0, trial.deadline - (await this.#uptime()));
    if (this.#o.scope.ended) return;
    this.#cancelTimer = this.#o.clock.after(left * 1000, () => void this.#onTimer(trial.id));
  }

  #onTimer(id: string): Promise<void> {
    return this.#o.queue.run(async () => {
      const trial = this.#o.state.current.trial;
      if (trial?.id !== id || this.#o.scope.ended) return;
      try {
        if (trial.deadline > (await this.#uptime())) await this.#arm(trial);
        else await this.#revert(trial, trial.ending ?? "expired");
      } catch (error) {
        this.#o.log(`network trial: ${errorText(error)}`);
      }
    });
  }

  /** The trial is over only when the old files are back and the network service knows it. */
  async #revert(trial: TrialState, outcome: EndedTrial["outcome"]): Promise<void> {
    this.#cancelTimer();
    try {
      await this.#o.network.applyLive(filesBefore(trial));
      await this.#o.state.update(this.#ended(trial, outcome));
    } catch (error) {
      // Nothing may keep the way back from being tried again.
      this.#cancelTimer = this.#o.clock.after(RETRY_MS, () => void this.#onTimer(trial.id));
      await this.#o.state.update({ trial: { ...trial, deadline: 0, ending: outcome } });
      throw error;
    }
  }

  #ended(trial: TrialState, outcome: EndedTrial["outcome"]): Partial<State> {
    return endedTrial(trial, outcome, this.#o.clock.now());
  }

  async #shown({ id, interfaces, seconds, deadline }: TrialState): Promise<Trial> {
    return { id, interfaces, seconds, remaining: Math.max(0, deadline - (await this.#uptime())) };
  }

  async #bootId(): Promise<string> {
    return (await readFile(this.#o.paths.bootId, "utf8")).trim();
  }

  async #uptime(): Promise<number> {
    return Number((await readFile(this.#o.paths.uptime, "utf8")).split(" ", 1)[0]);
  }
}

const filesOf = ({ interfaces }: TrialState): NetworkFiles => renderNetwork({ use: true, interfaces });

function filesBefore(trial: TrialState): NetworkFiles {
  return new Map(
    Object.entries(trial.before).map(([name, content]) => [name, Buffer.from(content, "base64")]),
  );
}

function endedTrial(trial: TrialState, outcome: EndedTrial["outcome"], now: number): Partial<State> {
  return { trial: undefined, lastTrial: { id: trial.id, outcome, at: Math.floor(now / 1000) } };
}

/** A trial ends with the device: before the network comes up, the files are as they were. */
export async function revertAtBoot(state: StateFile, networkFolder: string, now: number): Promise<void> {
  const trial = state.current.trial;
  if (!trial) return;
  await writeOwnFiles(networkFolder, filesBefore(trial));
  await state.update(endedTrial(trial, "rebooted", now));
}
