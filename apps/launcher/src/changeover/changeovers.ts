/**
 * Carries out changeovers (`packages/core/src/changeover.ts`, `docs/states/changeover.md`).
 *
 * Invariants: everything here runs in one queue with the restarts; files are moved only while no process of the product
 * lives; a state is on disk before anything acts on it; every start finishes what it finds open, with the old state or
 * the new one.
 */
import {
  type Changeover,
  type Clock,
  errorText,
  isDiskFull,
  isOver,
  parseChangeover,
  type Scope,
  startErrorText,
} from "@hubwart/core";
import { type ChangeoverMessage, RESTART_REASONS, type ReleaseTrial, type RestartReason } from "@hubwart/ipc";
import { texts } from "../texts.ts";
import type { Disk } from "./disk.ts";
import type { Releases } from "./releases.ts";
import { putBack, swapIn, tidy, whatIsThere } from "./swap.ts";
import { TrialTime } from "./trial-time.ts";

export interface ChangeoverParts {
  disk: Disk;
  releases: Releases;
  clock: Clock;
  scope: Scope;
  /** One after the other, with everything else that stops or starts processes. */
  queue: (task: () => Promise<void>) => Promise<void>;
  /** Ends every process of the product; none lives when this returns. */
  stop: () => Promise<void>;
  start: () => void;
  /** Instead of `start`, when the launcher has to be started anew for what was switched. */
  anew: () => void;
  /** One line for the terminal. */
  say: (line: string) => void;
  /** It cannot be brought to an end now: the process has to end, and the next one tries again. */
  stuck: (error: unknown) => void;
  /** `onTrial` has begun or ended. */
  changed?: () => void;
}

/** German: what the disk says, or an error of ours. */
const reasonOf = (error: unknown) =>
  error instanceof Error && "syscall" in error ? startErrorText(error) : errorText(error);

const FILE = "changeover.json";
const RESERVE = "reserve";
/** Unasked ends of one process during a trial. */
const MOST_CRASHES = 3;
/** Starts of the launcher that a trial may take, and again once it was called good. */
const MOST_STARTS = 3;

export class Changeovers {
  readonly #parts: ChangeoverParts;
  #record: Changeover | undefined;
  #cancelGate: (() => void) | undefined;
  #crashes = new Map<string, number>();
  #time: TrialTime | undefined;

  constructor(parts: ChangeoverParts) {
    this.#parts = parts;
  }

  /** The one whose new state is being tried. */
  get trial(): string | undefined {
    return this.#record?.state === "trial" ? this.#record.id : undefined;
  }

  /** Why the processes are started: for what was switched or put back last. Undefined where nothing was in this life. */
  get reason(): RestartReason | undefined {
    if (this.#record === undefined) return undefined;
    return this.#record.kind === "restore" ? RESTART_REASONS.storeRestored : RESTART_REASONS.user;
  }

  /** The one that was called good, and may still be put back. */
  get onTrial(): ReleaseTrial | undefined {
    if (this.#time === undefined || this.#record === undefined) return undefined;
    const crashes = [...this.#crashes.values()].reduce((sum, count) => sum + count, 0);
    return { id: this.#record.id, left: this.#time.left, crashes };
  }

  /** Finishes what an earlier launcher left open; before any process is started. */
  async open(): Promise<void> {
    const { disk, releases, say } = this.#parts;
    await releases.open();
    const text = await disk.read(FILE);
    const record = text === undefined ? undefined : parseChangeover(text);
    if (text !== undefined && !record) say(texts.changeoverUnreadable);
    if (!record) return;
    if (record.state === "putting-back") return await this.#back(record, record.reason);
    if (record.state === "trial") return await this.#tryAgain(record);
    if (!isOver(record)) return await this.#forward(record);
    if (record.state === "done") await this.#settle(record);
    await tidy(disk, record);
  }

  #start(): void {
    const { anew, releases, start } = this.#parts;
    if (releases.anew) anew();
    else start();
  }

  /** Whoever else watches over the release is told. Not told in time he puts it back, by himself. */
  async #settle({ release }: Changeover): Promise<void> {
    const { releases, say } = this.#parts;
    if (release === undefined || release === null || !(await releases.unsettled())) return;
    await releases.settle(release).catch((error: unknown) => say(errorText(error)));
  }

  received({ id, say, reason }: ChangeoverMessage): void {
    if (say === "begin") this.#later(() => this.#begin(id));
    else if (say === "good") this.#later(() => this.#good(id));
    else this.#later(() => this.#fail(id, reason ?? texts.useless));
  }

  /** A process ended unasked. */
  crashed(name: string, how: string): void {
    const id = this.trial;
    if (id === undefined) return;
    const crashes = (this.#crashes.get(name) ?? 0) + 1;
    this.#crashes.set(name, crashes);
    if (this.#record?.good) this.#later(() => this.#note({}));
    if (crashes >= MOST_CRASHES) this.#later(() => this.#fail(id, texts.crashed(name, crashes, how)));
  }

  /** The launcher is asked to end: a trial goes on with its next start. */
  async rest(): Promise<void> {
    if (this.#time) await this.#note({ rests: true });
    this.#endTrial();
  }

  #later(task: () => Promise<void>): void {
    this.#parts.queue(task).catch((error: unknown) => this.#parts.stuck(error));
  }

  async #begin(id: string): Promise<void> {
    const text = await this.#parts.disk.read(FILE);
    const record = text === undefined ? undefined : parseChangeover(text);
    if (record?.id !== id || record.state !== "ready") return;
    await this.#parts.stop();
    await this.#forward(record);
    this.#start();
  }

  async #good(id: string): Promise<void> {
    if (this.trial !== id || !this.#record || this.#record.good) return;
    this.#endTrial();
    if (this.#record.trialMs === 0) return await this.#done(this.#record);
    const crashes = Object.fromEntries(this.#crashes);
    const good = await this.#write(this.#record, { good: true, starts: 0, crashes });
    // In this order: what is good is settled by the next start, if this one does not come to it.
    await this.#settle(good);
    this.#stayOnTrial(good);
  }

  async #done(record: Changeover): Promise<void> {
    this.#endTrial();
    const done = await this.#write(record, { state: "done" });
    await this.#settle(done);
    await tidy(this.#parts.disk, done);
  }

  /** What was called good may still be put back, for as long as is left of its trial. */
  #stayOnTrial(record: Changeover): void {
    const { clock, scope, changed } = this.#parts;
    this.#crashes = new Map(Object.entries(record.crashes));
    this.#time = new TrialTime(clock, record, () => {
      this.#later(async () => {
        if (this.#time === undefined || this.#record === undefined) return;
        if (this.#time.left === 0) await this.#done(this.#record);
        else await this.#note({});
      });
    });
    scope.add(() => this.#endTrial());
    changed?.();
  }

  /** How far the trial has come. Without room on the disk it goes on all the same. */
  async #note(change: Partial<Changeover>): Promise<void> {
    const record = this.#record;
    if (!this.#time || record?.state !== "trial") return;
    const next = { tried: this.#time.tried, crashes: Object.fromEntries(this.#crashes), ...change };
    try {
      await this.#parts.disk.write(FILE, JSON.stringify({ ...record, ...next }, null, 2));
      this.#record = { ...record, ...next };
    } catch (error) {
      this.#parts.say(errorText(error));
    }
  }

  async #fail(id: string, reason: string): Promise<void> {
    if (this.trial !== id || !this.#record) return;
    this.#endTrial();
    await this.#parts.stop();
    await this.#back(this.#record, reason);
    this.#start();
  }

  async #forward(ready: Changeover): Promise<void> {
    const { disk, releases } = this.#parts;
    let record = ready;
    try {
      if (record.state === "ready") {
        await this.#tidyOthers(record);
        const had = await whatIsThere(disk, record);
        record = await this.#write(record, { state: "swapping", had, releaseBefore: releases.current });
      }
      await swapIn(disk, record);
      if (record.release !== undefined) await releases.runFrom(record.release);
      record = await this.#write(record, { state: "trial", starts: releases.anew ? 0 : 1 });
    } catch (error) {
      await this.#back(record, reasonOf(error));
      return;
    }
    this.#watch(record);
  }

  async #tryAgain(record: Changeover): Promise<void> {
    if (record.release !== undefined && record.release !== this.#parts.releases.current)
      return await this.#back(record, this.#parts.releases.running.fallback ?? texts.putBackByOthers);
    const starts = record.starts + (record.rests ? 0 : 1);
    if (starts > MOST_STARTS) return await this.#back(record, texts.restartedOften);
    const next = await this.#write(record, { starts, rests: false });
    if (!next.good) return this.#watch(next);
    await this.#settle(next);
    this.#stayOnTrial(next);
  }

  async #back(record: Changeover, reason: string): Promise<void> {
    const { disk, releases, say } = this.#parts;
    const going = await this.#write(record, { state: "putting-back", reason });
    await putBack(disk, going);
    if (going.release !== undefined && going.releaseBefore !== undefined)
      await releases.backFrom(going.release, going.releaseBefore);
    say(texts.beforeAgain(reason));
    await tidy(disk, await this.#write(going, { state: "back" }));
  }

  /** What failed changeovers before this one have left: their logs. */
  async #tidyOthers({ id }: Changeover): Promise<void> {
    const { disk } = this.#parts;
    for (const name of await disk.list("changeover"))
      if (name !== id) await disk.remove(`changeover/${name}`);
  }

  #watch(record: Changeover): void {
    this.#crashes.clear();
    const seconds = Math.ceil(record.gateMs / 1000);
    this.#cancelGate = this.#parts.clock.after(record.gateMs, () =>
      this.#later(() => this.#fail(record.id, texts.notReadyAfter(seconds))),
    );
    this.#parts.scope.add(() => this.#cancelGate?.());
  }

  #endTrial(): void {
    this.#cancelGate?.();
    this.#cancelGate = undefined;
    if (this.#time === undefined) return;
    this.#time.end();
    this.#time = undefined;
    this.#parts.changed?.();
  }

  async #write(record: Changeover, change: Partial<Changeover>): Promise<Changeover> {
    const { disk } = this.#parts;
    const next = { ...record, ...change };
    const text = JSON.stringify(next, null, 2);
    // What gives way on a full disk: the room that the appliance keeps for it, then the release that is being taken
    // back, which may be what filled the disk.
    const expendable = [
      RESERVE,
      ...(next.state === "putting-back" && typeof next.release === "string"
        ? [`releases/${next.release}`]
        : []),
    ];
    for (;;) {
      try {
        await disk.write(FILE, text);
        break;
      } catch (error) {
        const name = expendable.shift();
        if (!isDiskFull(error) || name === undefined) throw error;
        await disk.remove(name);
      }
    }
    this.#record = next;
    return next;
  }
}
