import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

function setup() {
  let now = 1_000;
  const pauses: number[] = [];
  const turns = new Turns(new Int32Array(new SharedArrayBuffer(8)), {
    now: () => now,
    sleep: (ms) => {
      pauses.push(now);
      now += ms;
    },
  });
  /** Works for `ms` and would give up the core at every step. */
  const work = (ms: number, step = 0.1) => {
    for (let left = Math.round(ms / step); left > 0; left -= 1) {
      now += step;
      turns.breathe();
    }
  };
  return { turns, work, pauses };
}

it("gives the core up again and again while a call runs, and does not count that as the script's time", () => {
  const { pauses, turns, work } = setup();
  turns.run(() => work(10));
  expect(pauses.length).toBeGreaterThan(15);
  for (const [at, pause] of pauses.entries()) expect(pause - (pauses[at - 1] ?? 1_000)).toBeLessThan(0.7);
  expect(turns.busy).toBeCloseTo(10);
});

it("lets short calls run through", () => {
  const { pauses, turns, work } = setup();
  for (let call = 0; call < 10; call += 1) turns.run(() => work(0.2));
  expect(pauses).toEqual([]);
  expect(turns.busy).toBeCloseTo(2);
});
