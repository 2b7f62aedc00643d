import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { Outlets } from "./outlets.ts";

/** Takes what it was given when the test says so. */
class Outlet {
  readonly given: string[] = [];
  #open: (() => void)[] = [];
  slow = false;

  flush(): Promise<void> {
    return this.slow ? new Promise((resolve) => this.#open.push(resolve)) : Promise.resolve();
  }

  async take(): Promise<void> {
    for (const resolve of this.#open.splice(0)) resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function outlets(ifaces = 2) {
  const clock = new ManualClock();
  const coalesced: number[] = [];
  const [fast, slow] = [new Outlet(), new Outlet()];
  slow.slow = true;
  const made = new Outlets<Outlet>({
    clock,
    load: { ifaces: Array.from({ length: ifaces }) },
    coalesced: (index) => void coalesced.push(index),
  });
  const write = async (outlet: Outlet, index: number, value: number) => {
    made.give(outlet, { index, value, ts: 0, seq: 1 }, () => outlet.given.push(`${index}=${value}`));
    let done = false;
    void made.settled().then(() => (done = true));
    await new Promise((resolve) => setImmediate(resolve));
    return () => done;
  };
  return { clock, coalesced, fast, slow, write };
}

it("waits for an interface, but not for long", async () => {
  const { clock, fast, slow, write } = outlets();
  expect((await write(fast, 1, 1))()).toBe(true);
  const done = await write(slow, 2, 1);
  clock.advance(249);
  await slow.take().then(() => undefined);
  expect(done()).toBe(true);
  const late = await write(slow, 2, 2);
  expect(late()).toBe(false);
  clock.advance(250);
  await new Promise((resolve) => setImmediate(resolve));
  expect(late()).toBe(true);
});

it("keeps the newest value per channel for a slow one, while others get theirs", async () => {
  const { clock, coalesced, fast, slow, write } = outlets();
  await write(slow, 1, 1);
  clock.advance(250);
  for (const value of [2, 3]) {
    expect((await write(slow, 1, value))()).toBe(true);
    await write(slow, 2, value);
    await write(slow, 1, value + 10);
    expect((await write(fast, 3, value))()).toBe(true);
  }
  expect([slow.given, fast.given, coalesced]).toEqual([["1=1"], ["3=2", "3=3"], [1, 1, 2, 1]]);
  await slow.take();
  expect(slow.given).toEqual(["1=1", "2=3", "1=13"]);
  await write(slow, 2, 4);
  expect(slow.given).toHaveLength(3);
  await slow.take();
  await slow.take();
  slow.slow = false;
  await write(slow, 2, 5);
  expect(slow.given.slice(3)).toEqual(["2=4", "2=5"]);
});

it("waits for the only interface of a pod until it has taken everything", async () => {
  const { clock, slow, write } = outlets(1);
  const done = await write(slow, 1, 1);
  clock.advance(10_000);
  expect(done()).toBe(false);
  await slow.take();
  expect(done()).toBe(true);
});
