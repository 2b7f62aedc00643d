/**
 * Consumption from a reading that rises. What was counted is always the difference of two readings, so nothing is lost or counted twice when
 * a reading is missing, late or comes again; between them it is spread by time, and marked as estimated where they are more than a quarter of
 * an hour apart.
 *
 * A reading that does not fit (lower, or higher than can have been consumed) is held back: a late value or a slip is over with the next. Only three
 * of them, over five minutes, that rise among themselves are believed. Then it is a roll-over, a reset, or a break: the counter goes on from there, and
 * what was consumed in between is not known until somebody says it.
 *
 * Invariant: never negative, but for what takes back a slip that was counted before.
 */
import { AMOUNT_MAX } from "./amounts.ts";
import { type Posting, QUARTER, spread } from "./spread.ts";

/** Millionths of the base unit at an instant, ms since the epoch. */
export interface Reading {
  t: number;
  v: number;
}

export interface CounterRules {
  /** Where the counter begins anew, millionths of the base unit. */
  rollover?: number | undefined;
  /** It begins anew by itself. */
  resets?: boolean | undefined;
  /** The most in an hour, millionths of the base unit. */
  max?: number | undefined;
}

export interface CounterState {
  last?: Reading;
  /** The reading before `last`, where both fitted. */
  before?: Reading;
  /** Readings that do not fit, as long as they rise among themselves. */
  odd?: { first: Reading; latest: Reading; count: number };
  /** An exchange that somebody told before a reading of the new meter came; `since`: the first reading by which the old one goes on, ms. */
  announced?: { at: number; end: number; start: number; since?: number };
}

/**
 * What somebody should know: `break`: consumption between is unknown; `reset` and `rollover`: counted by a rule; `slip`: a reading that was none;
 * `lapsed`: an announced exchange, from its end to its start, that explains nothing any more.
 */
export interface CounterEvent {
  what: "break" | "reset" | "rollover" | "slip" | "lapsed";
  from: Reading;
  to: Reading;
}

export interface Counted {
  postings: Posting[];
  events: CounterEvent[];
}

const BELIEVED_COUNT = 3;
/** ms */
const BELIEVED_AFTER = 300_000;
const HOUR = 3_600_000;
/** Between the last reading that fitted and one that may have been a slip, ms. */
const SLIP_WITHIN = HOUR;
/** A counter that rolls over is near its end before and near its beginning afterwards. */
const NEAR = 0.1;
/** So long may the old meter be seen after somebody told of its exchange, ms: late readings, a time that was remembered badly. */
const ANNOUNCED_FOR = 24 * HOUR;
/** After a longer silence nobody knows the course: the amount is booked at its end, ms. */
const SPREAD_MAX = 62 * 24 * HOUR;

export class Counter {
  readonly state: CounterState;
  readonly #rules: CounterRules;

  constructor(state: CounterState, rules: CounterRules) {
    this.state = state;
    this.#rules = rules;
  }

  reading(now: Reading): Counted {
    const { state } = this;
    const { last, odd } = state;
    if (!last) {
      state.last = now;
      return { postings: [], events: [] };
    }
    const { announced } = state;
    if (announced && isOfNew(announced, last, now)) {
      delete state.announced;
      this.#restart(now);
      return {
        postings: between(last, now, announced.end - last.v + now.v - announced.start, false),
        events: [],
      };
    }
    if (this.#fits(last, now)) {
      const slip: CounterEvent[] = odd ? [{ what: "slip", from: odd.first, to: odd.latest }] : [];
      const events = [...slip, ...this.#oldGoesOn(last, now)];
      return { postings: this.#go(last, now, odd !== undefined), events };
    }
    return this.#odd(last, now);
  }

  /** The time was set: readings keep their distance from now. */
  moved(ms: number): void {
    const { announced, before, last, odd } = this.state;
    for (const reading of [before, last, odd?.first, odd?.latest]) if (reading) reading.t += ms;
    if (announced?.since !== undefined) announced.since += ms;
  }

  /** A meter that counts for a day was not taken away. One that stands still says nothing: a gateway may repeat its last reading. */
  #oldGoesOn(last: Reading, now: Reading): CounterEvent[] {
    const { announced } = this.state;
    if (!announced || now.v === last.v) return [];
    announced.since ??= now.t;
    return now.t - announced.since < ANNOUNCED_FOR ? [] : this.#lapse();
  }

  /** What explains nothing any more must not explain a wrong reading of some day: that would add a whole meter. */
  #lapse(): CounterEvent[] {
    const { announced } = this.state;
    if (!announced) return [];
    delete this.state.announced;
    return [lapsed(announced)];
  }

  #fits(from: Reading, to: Reading): boolean {
    return to.v >= from.v && to.v - from.v <= this.#most(from, to);
  }

  /** A counter shows steps: an hour's worth may come at once. */
  #most(from: Reading, to: Reading): number {
    const { max } = this.#rules;
    return max === undefined ? AMOUNT_MAX : (max * (Math.max(0, to.t - from.t) + HOUR)) / HOUR;
  }

  #go(from: Reading, to: Reading, doubtful: boolean): Posting[] {
    this.state.before = from;
    this.state.last = to;
    delete this.state.odd;
    return between(from, to, to.v - from.v, doubtful);
  }

  #odd(last: Reading, now: Reading): Counted {
    const { state } = this;
    const odd =
      state.odd && now.v >= state.odd.latest.v && now.v >= last.v === state.odd.latest.v >= last.v
        ? { ...state.odd, latest: now, count: state.odd.count + 1 }
        : { first: now, latest: now, count: 1 };
    state.odd = odd;
    if (odd.count < BELIEVED_COUNT || now.t - odd.first.t < BELIEVED_AFTER)
      return { postings: [], events: [] };
    return this.#believe(last, odd.first, now);
  }

  #believe(last: Reading, first: Reading, now: Reading): Counted {
    const { before } = this.state;
    const { resets, rollover } = this.#rules;
    const event = (what: CounterEvent["what"]): CounterEvent[] => [
      { what, from: last, to: first },
      ...(what === "slip" ? [] : this.#lapse()),
    ];
    if (before && isSlip(before, last, first)) {
      const back = between(before, last, last.v - before.v, false).map(takenBack);
      return { postings: [...back, ...this.#go(before, now, true)], events: event("slip") };
    }
    if (rollover !== undefined && now.v < last.v && isRollover(last, now, rollover)) {
      this.#restart(now);
      return { postings: between(last, now, rollover - last.v + now.v, false), events: event("rollover") };
    }
    this.#restart(now);
    if (resets && now.v < last.v && now.v >= 0)
      return { postings: between(last, now, now.v, true), events: event("reset") };
    return { postings: between(first, now, now.v - first.v, false), events: event("break") };
  }

  #restart(now: Reading): void {
    this.state.last = now;
    delete this.state.before;
    delete this.state.odd;
  }
}

export const lapsed = ({ at, end, start }: { at: number; end: number; start: number }): CounterEvent => ({
  what: "lapsed",
  from: { t: at, v: end },
  to: { t: at, v: start },
});

/** Over the time between two readings. */
export function between(from: Reading, to: Reading, amount: number, doubtful: boolean): Posting[] {
  const length = to.t - from.t;
  // A counter that stood still consumed nothing, however long nobody looked.
  const estimated = doubtful || (amount !== 0 && length > QUARTER);
  return length > SPREAD_MAX ? spread(to.t, to.t, amount, true) : spread(from.t, to.t, amount, estimated);
}

/** Nearer to where the new meter begins than to where the old one was. */
const isOfNew = ({ end, start }: { end: number; start: number }, last: Reading, now: Reading): boolean =>
  now.v >= start && end >= last.v && now.v - start < Math.abs(now.v - last.v);

/** The last reading alone was higher: those after it go on from the one before. */
function isSlip(before: Reading, last: Reading, first: Reading): boolean {
  return first.v >= before.v && first.v < last.v && first.t - before.t <= SLIP_WITHIN;
}

const isRollover = (last: Reading, now: Reading, end: number): boolean =>
  last.v >= end * (1 - NEAR) && last.v <= end && now.v >= 0 && now.v <= end * NEAR;

/** Its time stays known: what takes its place is spread over the same. */
const takenBack = ({ amount, estimated, known, slot }: Posting): Posting => ({
  slot,
  amount: -amount,
  known: -known,
  estimated: -estimated,
});
