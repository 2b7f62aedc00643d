/**
 * An exchange that somebody tells, booked once. A click that came twice, two people, and whoever tries again because the answer was late are answered as
 * the first one was, and change nothing.
 */
import { InvalidInputError } from "@hubwart/core";
import type { EnergyRequests } from "@hubwart/ipc";
import { amountOf, inUnits } from "./amounts.ts";
import type { Book, Entry } from "./book.ts";
import { lapsed } from "./counter.ts";
import { settle, stands } from "./exchange.ts";
import { texts } from "./texts.ts";

type Told = Omit<EnergyRequests["energyExchange"][0], "meter">;

export interface TellFacts {
  book: Book;
  entry: Entry;
  /** Of the wall clock, as people told theirs; and of the book. */
  now: number;
  bookedAt: number;
}

/** @throws InvalidInputError where it contradicts readings that were seen, or another exchange */
export function tellExchange(
  { at, by, end_reading: end, start_reading: start }: Told,
  { book, bookedAt, entry, now }: TellFacts,
): EnergyRequests["energyExchange"][1] {
  const { counter, meter, row } = entry;
  if (!counter) throw new InvalidInputError([{ field: "meter", message: texts.noCounter(meter.id) }]);
  const factor = meter.factor ?? 1;
  const [old, fresh] = [amountOf(end, factor, meter.unit), amountOf(start, factor, meter.unit)];
  if (old === undefined) throw new InvalidInputError([{ field: "end_reading", message: texts.tooBig }]);
  if (fresh === undefined) throw new InvalidInputError([{ field: "start_reading", message: texts.tooBig }]);
  const exchange = { at, end: old, start: fresh };
  const shown = (amount: number) => String(inUnits(amount, meter.unit) / factor);
  const { state } = counter;
  const waiting = state.announced;
  if (stands(exchange, book.exchanges(entry), { state, shown })) {
    const announced = waiting?.end === old && waiting.start === fresh;
    return { announced, amount: 0, repeated: true };
  }
  // A break that is not written yet has no number by which it can be explained.
  book.commit();
  const breaks = book
    .events(entry)
    .flatMap(({ data, seq, what }) =>
      what === "break" && !data.settled && seq !== undefined ? [{ seq, from: data.from, to: data.to }] : [],
    );
  const settled = settle(exchange, {
    state,
    breaks,
    amountAt: (slot) => book.amountAt(entry, slot),
    now,
    shown,
  });
  const found = breaks.find(({ seq }) => seq === settled.seq);
  if (found) book.change(found.seq, { from: found.from, to: found.to, settled: true });
  const event = { nr: row.nr, at: bookedAt };
  if (waiting && waiting !== state.announced) {
    const { from, to, what } = lapsed(waiting);
    book.post(entry, [], { ...event, what, data: { from, to } });
  }
  const data = { from: { t: at, v: old }, to: { t: at, v: fresh }, by, end: old, start: fresh };
  book.post(entry, settled.postings, { ...event, what: "exchange", data });
  book.commit();
  const amount = settled.postings.reduce((sum, posting) => sum + posting.amount, 0);
  return { announced: settled.announced, amount: inUnits(amount, meter.unit), repeated: false };
}
