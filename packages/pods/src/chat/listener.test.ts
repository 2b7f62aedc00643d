import { ManualClock, Scope } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen } from "./listener.ts";
import { type Received, Refused } from "./service.ts";

const MINUTE = 60_000;
const message: Received = { from: "anna", room: "r", text: "x", ts: 0 };

let clock: ManualClock;
let scope: Scope;
beforeEach(() => {
  clock = new ManualClock();
  scope = new Scope();
});
afterEach(() => scope.end());

/** What the service answers to the n-th round. */
function start(receive: (n: number) => Promise<Received[]> | Received[]) {
  const seen = { rounds: 0, heard: 0, reached: 0, lost: [] as string[] };
  listen({
    service: {
      async receive() {
        seen.rounds += 1;
        // A test that asks without a pause must end too.
        if (seen.rounds > 2_000) await new Promise(() => undefined);
        return await receive(seen.rounds);
      },
    },
    clock,
    scope,
    heard() {
      seen.heard += 1;
      return Promise.resolve();
    },
    reached() {
      seen.reached += 1;
    },
    lost: (reason) => seen.lost.push(reason),
  });
  return seen;
}

async function pass(ms: number, step = 500): Promise<void> {
  for (let gone = 0; gone < ms; gone += step) {
    clock.advance(step);
    for (let i = 0; i < 10; i += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    const cancel = clock.after(ms, resolve);
    scope.signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });

describe("a service that does not wait", () => {
  it("is asked less and less often while it has nothing to tell", async () => {
    const seen = start(() => []);
    await pass(10 * MINUTE);
    expect(seen.rounds).toBeGreaterThan(10);
    // Twelve a minute at most, and some to begin with.
    expect(seen.rounds).toBeLessThan(120 + 10);
    expect(seen.reached).toBe(1);
  });

  it("is asked at once again after it told something, and not much later the next time", async () => {
    const seen = start((n) => (n > 8 && n < 20 ? [message] : []));
    await pass(3 * MINUTE);
    expect(seen.heard).toBe(11);
    const { rounds } = seen;
    expect(rounds).toBeGreaterThanOrEqual(22);
  });
});

it("a service that waits is asked again at once, time after time", async () => {
  const seen = start(async () => {
    await wait(25_000);
    return [];
  });
  await pass(10 * MINUTE);
  expect(seen.rounds).toBe(25);
  expect(seen.reached).toBe(1);
});

describe("a service that breaks off", () => {
  it("is left alone for as long as it asks for", async () => {
    const seen = start((n) => {
      if (n === 1) throw new Refused("429", 40_000);
      return [];
    });
    await pass(39_500);
    expect(seen.rounds).toBe(1);
    await pass(1_000);
    expect(seen.rounds).toBeGreaterThan(1);
  });

  it("right after it was reached is dialled less and less often", async () => {
    const seen = start(async (n) => {
      if (n % 2 === 1) return [];
      await wait(700);
      throw new Error("abgebrochen");
    });
    await pass(10 * MINUTE);
    expect(seen.lost.length).toBeGreaterThan(10);
    // Two a minute at most, and some to begin with.
    expect(seen.lost.length).toBeLessThan(20 + 10);
    expect(seen.reached).toBeGreaterThan(10);
  });

  it("after it was there for a while is dialled again soon", async () => {
    const seen = start(async (n) => {
      if (n % 2 === 1) return [];
      await wait(6_000);
      throw new Error("abgebrochen");
    });
    await pass(10 * MINUTE);
    expect(seen.lost.length).toBeGreaterThan(600 / 7.5 - 1);
  });
});
