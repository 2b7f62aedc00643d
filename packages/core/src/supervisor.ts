/**
 * Keeps one child process running.
 *
 *     const supervisor = new Supervisor({ start: () => fork(…), clock, scope, onChange });
 *     supervisor.start();
 *     await supervisor.restart();      // on request: at once, no back-off
 *     supervisor.heard();              // whoever owns its channel says that it has said something
 *     await supervisor.stop(5_000);    // SIGTERM, SIGKILL after the grace time
 *
 * Invariants: at most one process at a time; every end of it counts, whoever brought it about; after an unasked end it is started again after a delay that
 * doubles with jitter up to the cap, for ever; the delay starts small again once a process has lived for
 * `stableMs`; one that hangs is ended (see `Vigil`), which is an unasked end; after `stop` nothing is started any more until `start`.
 */
import type { ChildProcess } from "node:child_process";
import { Backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import type { Scope } from "./lifecycle.ts";
import type { Pulse } from "./pulse.ts";
import { Vigil } from "./vigil.ts";

export interface ChildExit {
  code: number | null;
  signal: string | null;
  /** ms since the epoch. */
  at: number;
  /** It had hung, and was ended for that. */
  hung?: true;
}

export interface SupervisorOptions {
  /** Makes the process. A throw counts as a crash. */
  start: () => ChildProcess;
  clock: Clock;
  /** Stops the child when it ends. */
  scope: Scope;
  /** Of this process. With it a process that says nothing any more is ended. */
  pulse?: Pulse;
  /** After every start and every end. */
  onChange?: () => void;
  backoff?: Backoff;
  /** A process that lived so long has proven itself, ms. */
  stableMs?: number;
  /** Asks the process to end, where SIGTERM could overtake what was sent to it. */
  quit?: (child: ChildProcess) => void;
  /** Time between that and SIGKILL, ms. */
  graceMs?: number;
}

/** Crashes are counted over this time, ms. */
export const CRASH_WINDOW = 600_000;
const STABLE = 10_000;
const GRACE = 8_000;
/**
 * What a process said last may still be in its channel when it is gone, ms. Node tells the end of the channel by "close",
 * which never comes where this side closed the channel first, or where somebody else holds a pipe of the process.
 */
const LAST_WORDS = 200;

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #backoff: Backoff;
  #child: ChildProcess | undefined;
  #wanted = false;
  #cancelDelay: (() => void) | undefined;
  #asked = false;
  readonly #vigil: Vigil | undefined;
  #crashTimes: number[] = [];
  #startedMono = 0;
  /** Wait for the end of the process that runs. */
  #awaited: (() => void)[] = [];
  /** Starts since this supervisor was made. */
  starts = 0;
  /** ms since the epoch of the last start; 0 before. */
  started = 0;
  /** How it last ended without being asked to. */
  exit: ChildExit | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#backoff = options.backoff ?? new Backoff();
    this.#vigil =
      options.pulse &&
      new Vigil(options.pulse, {
        changed: () => options.onChange?.(),
        dead: () => this.#child?.kill("SIGKILL"),
      });
    options.scope.add(() => this.stop());
  }

  /** It has not been heard for so long that something is wrong. */
  get silent(): boolean {
    return this.#vigil?.silent ?? false;
  }

  /** The process says something. `beats` false: nothing that it would say again and again. */
  heard(beats = true): void {
    this.#vigil?.heard(beats);
  }

  get child(): ChildProcess | undefined {
    return this.#child;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Unasked ends within the last ten minutes. */
  get crashes(): number {
    const since = this.#options.clock.monotonic() - CRASH_WINDOW;
    this.#crashTimes = this.#crashTimes.filter((at) => at > since);
    return this.#crashTimes.length;
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#spawn();
  }

  /** Ends the process and starts it anew without a delay. */
  async restart(): Promise<void> {
    await this.stop();
    this.#backoff.reset();
    this.start();
  }

  async stop(graceMs = this.#options.graceMs ?? GRACE): Promise<void> {
    this.#wanted = false;
    this.#cancelDelay?.();
    this.#cancelDelay = undefined;
    const child = this.#child;
    if (!child) return;
    this.#asked = true;
    this.#vigil?.end();
    const ended = new Promise<void>((resolve) => this.#awaited.push(resolve));
    if (this.#options.quit) this.#options.quit(child);
    else child.kill("SIGTERM");
    const cancel = this.#options.clock.after(graceMs, () => child.kill("SIGKILL"));
    await ended;
    cancel();
  }

  #spawn(): void {
    this.#cancelDelay = undefined;
    this.#asked = false;
    const { clock } = this.#options;
    let child: ChildProcess;
    try {
      child = this.#options.start();
    } catch {
      this.#ended(null, null);
      return;
    }
    this.#child = child;
    this.starts += 1;
    this.started = clock.now();
    this.#startedMono = clock.monotonic();
    this.#vigil?.begin(child.pid);
    let cancel = () => {};
    const over = (code: number | null, signal: string | null) => {
      if (this.#child !== child) return;
      cancel();
      this.#ended(code, signal);
    };
    // "error" comes alone when the process could not be made at all.
    child.once("error", () => {
      if (child.pid === undefined) over(null, null);
    });
    child.once("exit", (code, signal) => {
      cancel = clock.after(LAST_WORDS, () => over(code, signal));
    });
    child.once("close", over);
    this.#options.onChange?.();
  }

  #ended(code: number | null, signal: string | null): void {
    const { clock } = this.#options;
    this.#child = undefined;
    const hung = this.#vigil?.end() ?? false;
    for (const resolve of this.#awaited.splice(0)) resolve();
    if (!this.#asked) {
      this.exit = { code, signal, at: clock.now(), ...(hung ? { hung } : {}) };
      this.#crashTimes.push(clock.monotonic());
    }
    if (clock.monotonic() - this.#startedMono >= (this.#options.stableMs ?? STABLE)) this.#backoff.reset();
    if (this.#wanted) this.#cancelDelay = clock.after(this.#backoff.next(), () => this.#spawn());
    this.#options.onChange?.();
  }
}
