/**
 * Whether this process itself runs: what a supervisor must know before it takes the silence of others for their fault.
 *
 *     const pulse = new Pulse({ clock, scope });
 *     pulse.onTick(() => …);           // every second
 *     pulse.onStood((ms) => …);        // it runs again after it stood still
 *     pulse.awake;                     // ms in which it ran; durations of others' silence are counted in it
 *
 * A process stands still when it is stopped, when its machine is paused or asleep, or when it gets no processor. A long task of
 * its own keeps it from hearing others just as well, and is no standstill.
 */
import { readFileSync } from "node:fs";
import type { Clock } from "./clock.ts";
import type { Scope } from "./lifecycle.ts";

export interface PulseOptions {
  clock: Clock;
  scope: Scope;
  /** ms since the machine was started, times of sleep included; undefined where that is not known. */
  sinceBoot?: () => number | undefined;
  /** Processor time that this process used so far, ms. */
  used?: () => number;
}

const TICK = 1_000;
/** Of a longer pause between two ticks no more than this counts as awake, ms. */
const LONGEST_TICK = 2 * TICK;
/** Shorter pauses happen on a busy machine, ms. */
const STANDSTILL = 10_000;

export class Pulse {
  readonly #options: PulseOptions;
  readonly #ticked = new Set<() => void>();
  readonly #stood = new Set<(ms: number) => void>();
  #awake = 0;
  #last: number;
  #lastSinceBoot: number;
  #lastUsed: number;

  constructor(options: PulseOptions) {
    this.#options = options;
    const { clock, scope } = options;
    this.#last = clock.monotonic();
    this.#lastSinceBoot = this.#sinceBoot();
    this.#lastUsed = this.#used();
    scope.add(clock.every(TICK, () => this.#tick()));
  }

  get awake(): number {
    return this.#awake;
  }

  /** The returned function ends it. */
  onTick(handler: () => void): () => void {
    this.#ticked.add(handler);
    return () => this.#ticked.delete(handler);
  }

  onStood(handler: (ms: number) => void): void {
    this.#stood.add(handler);
  }

  #tick(): void {
    const now = this.#options.clock.monotonic();
    const sinceBoot = this.#sinceBoot();
    const used = this.#used();
    const ran = now - this.#last;
    // The monotonic clock stands still while the machine sleeps; the time since its start does not.
    const passed = Math.max(ran, sinceBoot - this.#lastSinceBoot);
    const own = used - this.#lastUsed;
    this.#last = now;
    this.#lastSinceBoot = sinceBoot;
    this.#lastUsed = used;
    this.#awake += Math.min(ran, LONGEST_TICK);
    if (passed >= STANDSTILL && own < passed / 2) for (const handler of this.#stood) handler(passed);
    for (const handler of this.#ticked) handler();
  }

  #sinceBoot(): number {
    return (this.#options.sinceBoot ?? sinceBoot)() ?? 0;
  }

  #used(): number {
    return (this.#options.used ?? usedByProcess)();
  }
}

/** proc_uptime(5): of all clocks of the kernel it tells the one that runs on in a machine that sleeps. */
function sinceBoot(): number | undefined {
  try {
    return Number(readFileSync("/proc/uptime", "utf8").split(" ", 1)[0]) * 1000;
  } catch {
    return undefined;
  }
}

function usedByProcess(): number {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1000;
}
