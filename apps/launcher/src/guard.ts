/**
 * Watches over the launcher where systemd does not, under `npm start`: one that hangs, or that somebody kills, is started again once
 * nothing of what it had started is left. One that ends by itself said why, and somebody sits there who reads it.
 *
 *     const guard = new Guard({ start: () => fork("launcher.mjs"), clock, scope, say, ended: (code) => process.exit(code) });
 *     guard.start();
 *     guard.pass("SIGTERM");
 */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Clock, Pulse, type Scope, Vigil } from "@hubwart/core";
import { groupGone } from "./process-groups.ts";
import { texts } from "./texts.ts";

export interface GuardOptions {
  /** Makes a launcher that beats over its fork channel. */
  start: () => ChildProcess;
  clock: Clock;
  scope: Scope;
  pulse?: Pulse;
  say: (line: string) => void;
  /** It ended by itself, or was asked to. */
  ended: (code: number) => void;
  /** Leaders of the groups of processes that it started. */
  childrenOf?: (pid: number) => number[];
  /** Resolves when nobody of the group lives. */
  gone?: (group: number, clock: Clock) => Promise<void>;
}

/** After the end of a process by a signal, before the next one, ms. */
const PAUSE = 250;

export class Guard {
  readonly #options: GuardOptions;
  readonly #vigil: Vigil;
  #child: ChildProcess | undefined;
  #groups: number[] = [];
  #asked = false;

  constructor(options: GuardOptions) {
    this.#options = options;
    const { clock, scope } = options;
    const pulse = options.pulse ?? new Pulse({ clock, scope });
    this.#vigil = new Vigil(pulse, { changed: () => undefined, dead: () => this.#child?.kill("SIGKILL") });
    // Of one that is gone nobody could tell any more.
    pulse.onTick(() => this.#look());
  }

  start(): void {
    const child = this.#options.start();
    this.#child = child;
    this.#groups = [];
    this.#vigil.begin(child.pid);
    child.on("message", () => this.#vigil.heard(true));
    child.once("exit", (code, signal) => void this.#ended(code, signal));
  }

  /** The launcher ends in order when it is asked to; one that hangs then is ended as well, and not started again. */
  pass(signal: NodeJS.Signals): void {
    this.#asked = true;
    if (this.#child) this.#child.kill(signal);
    else this.#options.ended(0);
  }

  #look(): void {
    const pid = this.#child?.pid;
    if (pid !== undefined) this.#groups = (this.#options.childrenOf ?? childrenOf)(pid);
  }

  async #ended(code: number | null, signal: string | null): Promise<void> {
    const { clock, ended, gone = groupGone, say } = this.#options;
    const hung = this.#vigil.end();
    this.#child = undefined;
    if (code === null) await Promise.all(this.#groups.map((group) => gone(group, clock)));
    if (code !== null || this.#asked) {
      ended(code ?? 1);
      return;
    }
    say(texts.crashedRestart("launcher", hung ? texts.silent : String(signal)));
    clock.after(PAUSE, () => {
      if (!this.#asked) this.start();
    });
  }
}

/** proc_pid_task_children(5); where there is no such file nobody is waited for. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
