import { writeFileSync } from "node:fs";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { type Posting, QUARTER } from "./spread.ts";
import { emptyChange, type SeriesRow, Store } from "./store.ts";

const folder = useFolder();

const row: SeriesRow = { nr: 1, id: "z", base: "kWh", begun: 5, data: { of: "x", open: [] } };
const posting = (slot: number, amount: number) => ({ slot, amount, known: QUARTER, estimated: 0 });

it("has after a new start what was committed, and adds to days that are there", () => {
  const store = Store.open(folder(), 0);
  const event = { nr: 1, at: 7, what: "break" as const, data: { from: { t: 1, v: 9 }, to: { t: 2, v: 1 } } };
  store.commit({
    ...emptyChange(),
    series: new Map([[1, row]]),
    days: new Map([[1, [posting(95, 4), posting(96, 5)]]]),
    events: [event],
  });
  store.commit({
    ...emptyChange(),
    days: new Map([[1, [posting(95, 1)]]]),
    rates: [
      { name: "c", since: 1, value: 2 },
      { name: "d", since: 9, value: 7 },
      { name: "c", since: 5, value: 9 },
      { name: "c", since: 3, value: 0.5 },
    ],
  });
  store.close();
  const again = Store.open(folder(), 0);
  expect(again.series()).toEqual([row]);
  expect([...again.days(1, 0, 1)].map(([day, { amounts }]) => [day, amounts[95], amounts[0]])).toEqual([
    [0, 5, 0],
    [1, 0, 5],
  ]);
  expect([...again.days(1, 1, 9)]).toHaveLength(1);
  expect(again.rates("c")).toEqual([
    { since: 1, value: 2 },
    { since: 3, value: 0.5 },
  ]);
  const [kept] = again.events(1, 5);
  expect(kept).toEqual({ ...event, seq: 1 });
  again.commit({ ...emptyChange(), changed: new Map([[1, { ...event.data, settled: true }]]) });
  expect(again.events(1, 5)[0]?.data.settled).toBe(true);
  const events = ["exchange", "slip", "lapsed"].map((what) => ({ ...event, what: what as "exchange" }));
  again.commit({ ...emptyChange(), events: [...events, { ...event, nr: 2, what: "exchange" }] });
  expect(again.exchanges(1).map(({ seq, what }) => [seq, what])).toEqual([
    [4, "lapsed"],
    [2, "exchange"],
  ]);
  again.close();
});

it("sums up what is beyond whole numbers, and more", () => {
  const store = Store.open(folder(), 0);
  // A 32-bit counter that says 0xffffffff for a while, again and again.
  const days = Array.from({ length: 3_000 }, (_, day) => posting(day * 96, 4_294_967_295_000_000));
  store.commit({ ...emptyChange(), days: new Map([[1, days]]) });
  expect(store.totals(1, 0, 1).amount).toBe(8_589_934_590_000_000);
  expect(store.totals(1, 0, 2_999).amount).toBe(3_000 * 4_294_967_295_000_000);
  store.close();
});

it("leaves a day out that is damaged, begins it anew, and writes all others", () => {
  const store = Store.open(folder(), 0);
  const days = (...postings: Posting[]) => ({ ...emptyChange(), days: new Map([[1, postings]]) });
  store.commit(days(posting(1, 4), posting(97, 5)));
  store.close();
  const db = new DatabaseSync(path.join(folder(), "energy.db"));
  db.exec("UPDATE day SET data = x'0900' WHERE day = 0");
  db.close();
  const again = Store.open(folder(), 0);
  expect([...again.days(1, 0, 9)].map(([day]) => day)).toEqual([1]);
  again.commit(days(posting(2, 6), posting(98, 7)));
  expect([...again.days(1, 0, 9)].map(([, { amounts }]) => Array.from(amounts.slice(0, 3)))).toEqual([
    [0, 0, 6],
    [0, 5, 7],
  ]);
  again.close();
});

it("writes all or nothing", () => {
  const store = Store.open(folder(), 0);
  const bad = { name: "c", since: 1, value: "x" as unknown as number };
  expect(() => store.commit({ ...emptyChange(), series: new Map([[1, row]]), rates: [bad] })).toThrow();
  expect(store.series()).toEqual([]);
  store.commit({ ...emptyChange(), series: new Map([[1, row]]) });
  expect(store.series()).toEqual([row]);
  store.close();
});

it("keeps a damaged file aside and begins anew", () => {
  writeFileSync(
    path.join(folder(), "energy.db"),
    "no database at all, but long enough to be looked at".repeat(40),
  );
  const store = Store.open(folder(), 0);
  expect(store.aside).toContain("damaged.db");
  expect(store.series()).toEqual([]);
  store.close();
});
