/**
 * Sequence numbers of Data Secure and the timer of secure routing, over restarts.
 *
 * Invariants: numbers for sending are reserved in the store before the first of them is used, so that a restart, however it comes,
 * begins above every used one. They also follow the time since 2018, as those of ETS do, so that a device which knew an earlier
 * installation of this pod accepts them.
 * While the store takes nothing (a full or dead disk) a number is used only if the time alone is above it, which a restart will be, too;
 * so the plant goes on.
 */
import type { Clock } from "@hubwart/core";

/** Where the pod's runtime keeps a small object for it. */
export interface StateStore {
  read(): Promise<unknown>;
  write(state: SequenceState): Promise<void>;
}

export interface SequenceState {
  /** The lowest number that was never used. */
  next: number;
  /** Highest number taken from each sender, by individual address. */
  seen: Record<string, number>;
  /** The lowest value of the routing timer that was never used, ms. */
  timer: number;
}

const RESERVE = 2_000;
const EPOCH = Date.UTC(2018, 0, 5);
const HIGHEST = 0xffff_ffff_ffff;
const SAVE_EVERY = 5_000;
/** How far the stored timer is ahead of the real one. */
const TIMER_AHEAD = 60_000;

export class SequenceStore {
  readonly #store: StateStore;
  readonly #clock: Clock;
  readonly #tell: (error: unknown) => void;
  readonly #seen = new Map<number, number>();
  #failing = false;
  #next = 0;
  #reserved = 0;
  /** Numbers below are reserved on disk. */
  #stored = 0;
  #timer = 0;
  #work: Promise<Error | undefined> = Promise.resolve(undefined);
  #cancel: (() => void) | undefined;

  /** @param failed told once why nothing can be stored, until it can */
  constructor(store: StateStore, clock: Clock, failed: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#tell = failed;
  }

  /** @param senders known senders with the numbers that the keyring gives */
  async load(senders: ReadonlyMap<number, number>): Promise<void> {
    const state = stateOf(await this.#store.read());
    for (const [sender, number] of senders) this.#seen.set(sender, Math.max(number, state.seen[sender] ?? 0));
    this.#next = Math.max(state.next, this.#clock.now() - EPOCH, 1);
    this.#reserved = this.#next;
    this.#timer = state.timer;
  }

  /** A number for sending, reserved on disk. @throws what the store failed with */
  async next(): Promise<number> {
    const number = this.#next;
    if (number > HIGHEST) throw new RangeError("sequence numbers are used up");
    this.#next += 1;
    if (number >= this.#reserved) {
      this.#reserved = number + RESERVE;
      void this.#save();
    }
    const error = await this.#work;
    if (number < this.#stored) return number;
    // The next one reserves anew.
    this.#reserved = Math.min(this.#reserved, number + 1);
    if (error !== undefined && number >= this.#clock.now() - EPOCH) throw error;
    return number;
  }

  /** Undefined for a sender that is not known. */
  last(sender: number): number | undefined {
    return this.#seen.get(sender);
  }

  seen(sender: number, number: number): void {
    this.#seen.set(sender, number);
    this.#cancel ??= this.#clock.after(SAVE_EVERY, () => void this.#save());
  }

  /** Where the routing timer begins, ms. */
  get timerFloor(): number {
    return this.#timer;
  }

  keepTimer(now: number): void {
    if (now + TIMER_AHEAD / 2 <= this.#timer) return;
    this.#timer = now + TIMER_AHEAD;
    void this.#save();
  }

  /** Resolves when all is stored, or could not be. */
  async save(): Promise<void> {
    await this.#save();
  }

  /** @returns what the store failed with */
  #save(): Promise<Error | undefined> {
    this.#cancel?.();
    this.#cancel = undefined;
    const state: SequenceState = {
      next: this.#reserved,
      seen: Object.fromEntries(this.#seen),
      timer: this.#timer,
    };
    this.#work = this.#work.then(() => this.#write(state));
    return this.#work;
  }

  async #write(state: SequenceState): Promise<Error | undefined> {
    try {
      await this.#store.write(state);
      this.#failing = false;
      this.#stored = Math.max(this.#stored, state.next);
      return undefined;
    } catch (error) {
      if (!this.#failing) this.#tell(error);
      this.#failing = true;
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** What was stored, as far as it makes sense. */
function stateOf(stored: unknown): SequenceState {
  const given = typeof stored === "object" && stored !== null ? (stored as Partial<SequenceState>) : {};
  const seen: Record<string, number> = {};
  for (const [sender, number] of Object.entries(given.seen ?? {})) {
    if (Number.isSafeInteger(number)) seen[sender] = number;
  }
  const whole = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0);
  return { next: whole(given.next), seen, timer: whole(given.timer) };
}
