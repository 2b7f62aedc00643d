/**
 * Watches over one process that says something every few seconds: tells when it falls silent, and when it has been silent for
 * so long that it hangs.
 *
 * Invariant: silence is counted in the time in which this process itself ran (`Pulse`), so that a standstill of the whole
 * machine, or of the watcher alone, is nobody's fault.
 */
import { readFileSync } from "node:fs";
import type { Pulse } from "./pulse.ts";

/** Of processes that beat, ms. */
export const BEAT_EVERY = 3_000;
/** Three beats left out, ms. */
const SILENT = 10_000;
/** A task of some seconds takes its time on a slow and crowded machine, ms. */
export const HANGS = 30_000;
/** To say anything at all, ms. */
const FIRST_WORD = 60_000;

export interface VigilEvents {
  /** `silent` is another. */
  changed(): void;
  /** It hangs. Told again every second until `end`. */
  dead(): void;
}

export class Vigil {
  readonly #pulse: Pulse;
  readonly #events: VigilEvents;
  #pid = 0;
  #since = 0;
  #said = false;
  #beats = false;
  #hung = false;
  #cancel: (() => void) | undefined;
  silent = false;

  constructor(pulse: Pulse, events: VigilEvents) {
    this.#pulse = pulse;
    this.#events = events;
  }

  begin(pid: number | undefined): void {
    this.end();
    this.#pid = pid ?? 0;
    this.#since = this.#pulse.awake;
    this.#said = false;
    this.#beats = false;
    this.#hung = false;
    this.#cancel = this.#pulse.onTick(() => this.#look());
  }

  /** Only what once said that it `beats` is missed afterwards: a process of an older release does not. */
  heard(beats: boolean): void {
    this.#since = this.#pulse.awake;
    this.#said = true;
    this.#beats ||= beats;
    if (this.silent) this.#set(false);
  }

  /** @returns whether it hung */
  end(): boolean {
    this.#cancel?.();
    this.#cancel = undefined;
    this.silent = false;
    return this.#hung;
  }

  #look(): void {
    if (this.#said && !this.#beats) return;
    const silence = this.#pulse.awake - this.#since;
    if (silence >= (this.#beats ? HANGS : FIRST_WORD) && !waitsForDisk(this.#pid)) {
      this.#hung = true;
      this.#events.dead();
    }
    if (this.#beats && silence >= SILENT && !this.silent) this.#set(true);
  }

  #set(silent: boolean): void {
    this.silent = silent;
    this.#events.changed();
  }
}

/** In a call to the kernel that nothing interrupts (state D, proc_pid_stat(5)): no signal would end it, and no new start help. */
function waitsForDisk(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ", 2)[1]?.startsWith("D") ?? false;
  } catch {
    return false;
  }
}
