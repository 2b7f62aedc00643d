/**
 * A meter was exchanged: somebody tells where the old one ended and the new one began. Three cases, in this order: a break that this explains; readings
 * that do not fit yet; a jump upwards that was counted as consumption. Otherwise it is announced, and explains the reading that comes. Each exchange counts
 * once, however often it is told.
 */
import { InvalidInputError } from "@hubwart/core";
import { between, type CounterState, type Reading } from "./counter.ts";
import { type Posting, QUARTER, slotOf } from "./spread.ts";
import type { MeterEvent } from "./store.ts";
import { texts } from "./texts.ts";

export interface Exchange {
  /** ms since the epoch */
  at: number;
  /** Last reading of the old meter and first one of the new, millionths of the base unit. */
  end: number;
  start: number;
}

export interface ExchangeFacts {
  state: CounterState;
  /** Breaks that nobody explained. */
  breaks: readonly { seq: number; from: Reading; to: Reading }[];
  /** What a quarter has. */
  amountAt: (slot: number) => number;
  now: number;
  /** A reading as people know it. */
  shown: (amount: number) => string;
}

export interface Settled {
  postings: Posting[];
  /** The break that is explained now. */
  seq?: number;
  announced: boolean;
}

/** A time that people remember is off by no more than this. */
const ABOUT = 24 * 3_600_000;

/** @throws InvalidInputError where the readings contradict those that were seen */
export function settle(exchange: Exchange, facts: ExchangeFacts): Settled {
  const { at, end, start } = exchange;
  const { breaks, now, state } = facts;
  if (at > now) throw new InvalidInputError([{ field: "at", message: texts.exchangeToCome }]);
  const near = breaks
    .filter(({ from, to }) => at >= from.t - ABOUT && at <= to.t + ABOUT)
    .sort((a, b) => distance(at, a) - distance(at, b));
  const [found] = near;
  if (found) {
    return { postings: explained(found, exchange, facts), seq: found.seq, announced: false };
  }
  const { last, odd } = state;
  if (last && odd) {
    const postings = explained({ from: last, to: odd.first }, exchange, facts);
    postings.push(...between(odd.first, odd.latest, odd.latest.v - odd.first.v, false));
    state.last = odd.latest;
    delete state.odd;
    delete state.before;
    delete state.announced;
    return { postings, announced: false };
  }
  if (last && start > end && at < last.t) return { postings: jumpBack(exchange, facts), announced: false };
  if (last && last.t - at > ABOUT)
    throw new InvalidInputError([{ field: "at", message: texts.noExchangeThen }]);
  if (last && end < last.v && at >= last.t)
    throw new InvalidInputError([{ field: "end_reading", message: texts.endBelow(facts.shown(last.v)) }]);
  state.announced = { at, end, start };
  return { postings: [], announced: true };
}

/**
 * Whether this exchange was told before and stands: with the same readings, and a time that is the same as far as people remember it.
 * @param events exchanges of the meter and those that lapsed, newest first
 * @throws InvalidInputError where it stands with other readings
 */
export function stands(
  exchange: Exchange,
  events: readonly Pick<MeterEvent, "data" | "what">[],
  { shown, state }: Pick<ExchangeFacts, "shown" | "state">,
): boolean {
  const gone: Exchange[] = [];
  const standing: Exchange[] = [];
  for (const { data, what } of events) {
    const told = { at: data.from.t, end: data.from.v, start: data.to.v };
    if (what === "lapsed") gone.push(told);
    else {
      const lapsed = gone.findIndex((one) => one.at === told.at && same(one, told));
      if (lapsed < 0) standing.push(told);
      else gone.splice(lapsed, 1);
    }
  }
  const near = standing.filter(({ at }) => Math.abs(at - exchange.at) <= ABOUT);
  if (near.some((told) => same(told, exchange))) return true;
  const other = near.find((told) => told.at === exchange.at || isOfOld(exchange, told, state));
  if (!other) return false;
  const message = texts.otherExchange(shown(other.end), shown(other.start));
  throw new InvalidInputError([{ field: "at", message }]);
}

const same = (a: Exchange, b: Exchange): boolean => a.end === b.end && a.start === b.start;

/** Its meter is rather the one that was taken away by then than the one that is read now. An announced exchange may be told anew. */
const isOfOld = ({ end }: Exchange, told: Exchange, { announced, last }: CounterState): boolean =>
  last !== undefined &&
  !(announced && same(announced, told)) &&
  Math.abs(end - told.end) < Math.abs(end - last.v);

const distance = (at: number, { from, to }: { from: Reading; to: Reading }): number =>
  at < from.t ? from.t - at : at > to.t ? at - to.t : 0;

/** What both meters counted between the readings that were seen. */
function explained(
  { from, to }: { from: Reading; to: Reading },
  { at, end, start }: Exchange,
  { shown }: ExchangeFacts,
): Posting[] {
  if (end < from.v)
    throw new InvalidInputError([{ field: "end_reading", message: texts.endBelow(shown(from.v)) }]);
  if (start > to.v)
    throw new InvalidInputError([{ field: "start_reading", message: texts.startAbove(shown(to.v)) }]);
  const middle = Math.max(from.t, Math.min(to.t, at));
  return [
    ...between(from, { t: middle, v: end }, end - from.v, to.t - from.t > QUARTER),
    ...between({ t: middle, v: start }, to, to.v - start, to.t - from.t > QUARTER),
  ];
}

/**
 * The new meter is higher: the step was counted, over the time between the two readings, and is too much by the difference of the two. It is looked for in
 * the shortest time that has so much, near the one that was told.
 */
function jumpBack({ at, end, start }: Exchange, { amountAt, state }: ExchangeFacts): Posting[] {
  const around = ABOUT / QUARTER;
  const first = slotOf(at) - around;
  const amounts = Array.from({ length: 2 * around + 1 }, (_, off) => Math.max(0, amountAt(first + off)));
  const tooMuch = start - end;
  // One that reads less than the new meter began with has not jumped.
  const found = (state.last?.v ?? 0) < start ? undefined : shortest(amounts, tooMuch);
  if (!found) throw new InvalidInputError([{ field: "at", message: texts.noExchangeThen }]);
  let { sum: rest } = found;
  let left = tooMuch;
  return amounts.slice(found.from, found.from + found.length).map((amount, off) => {
    const share = Math.min(left, amount, Math.round(left * (amount / rest)));
    rest -= amount;
    left -= share;
    return { slot: first + found.from + off, amount: -share, known: 0, estimated: 0 };
  });
}

/** The shortest run of them that has so much, the one nearest to the middle first. */
function shortest(
  amounts: readonly number[],
  least: number,
): { from: number; length: number; sum: number } | undefined {
  const half = (amounts.length - 1) / 2;
  for (let length = 1; length <= half + 1; length += 1) {
    const last = amounts.length - length;
    const middle = half - Math.floor(length / 2);
    for (let off = 0; off <= half; off += 1) {
      for (const from of [middle + off, middle - off]) {
        if (from < 0 || from > last) continue;
        const sum = amounts.slice(from, from + length).reduce((all, amount) => all + amount, 0);
        if (sum >= least) return { from, length, sum };
      }
    }
  }
  return undefined;
}
