/**
 * Keeps one child process running.
 *
 *     const supervisor = new Supervisor({ start: () => fork(…), clock, scope, onChange });
 *     supervisor.start();
 *     await supervisor.restart();      // on request: at once, no back-off
 *     await supervisor.stop(5_000);    // SIGTERM, SIGKILL after the grace time
 *
 * Invariants: at most one process at a time; after an unasked end it is started again after a delay that
 * doubles with jitter up to the cap, for ever; the delay starts small again once a process has lived for
 * `stableMs`; after `stop` nothing is started any more until `start`.
 */
import type { ChildProcess } from "node:child_process";
import { Backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import type { Scope } from "./lifecycle.ts";

export interface ChildExit {
  code: number | null;
  signal: string | null;
  /** ms since the epoch. */
  at: number;
}

export interface SupervisorOptions {
  /** Makes the process. A throw counts as a crash. */
  start: () => ChildProcess;
  clock: Clock;
  /** Stops the child when it ends. */
  scope: Scope;
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

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #backoff: Backoff;
  #child: ChildProcess | undefined;
  #wanted = false;
  #cancelDelay: (() => void) | undefined;
  #asked = false;
  #crashTimes: number[] = [];
  #startedMono = 0;
  /** Starts since this supervisor was made. */
  starts = 0;
  /** ms since the epoch of the last start; 0 before. */
  started = 0;
  /** How it last ended without being asked to. */
  exit: ChildExit | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#backoff = options.backoff ?? new Backoff();
    options.scope.add(() => this.stop());
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
  async restart(graceMs?: number): Promise<void> {
    await this.stop(graceMs);
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
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
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
    // "error" comes instead of "close" when the process could not be made at all.
    child.once("error", () => {
      if (child.pid === undefined) this.#ended(null, null);
    });
    child.once("close", (code, signal) => this.#ended(code, signal));
    this.#options.onChange?.();
  }

  #ended(code: number | null, signal: string | null): void {
    const { clock } = this.#options;
    this.#child = undefined;
    if (!this.#asked) {
      this.exit = { code, signal, at: clock.now() };
      this.#crashTimes.push(clock.monotonic());
    }
    if (clock.monotonic() - this.#startedMono >= (this.#options.stableMs ?? STABLE)) this.#backoff.reset();
    if (this.#wanted) this.#cancelDelay = clock.after(this.#backoff.next(), () => this.#spawn());
    this.#options.onChange?.();
  }
}
