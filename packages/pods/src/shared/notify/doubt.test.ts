/** A service that fails for one recipient or one message, and serves the others. */
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Delivery, type Letter, Outbound } from "./outbound.ts";
import { MessageQueue } from "./queue.ts";

const HOUR = 3_600_000;
const FAILS: Delivery = { t: "away", reached: true, reason: "gestört" };
const GONE: Delivery = { t: "away", reason: "nicht da" };

let clock: ManualClock;
let scope: Scope;
beforeEach(() => {
  clock = new ManualClock();
  scope = new Scope();
});
afterEach(() => scope.end());

async function start(answer: (letter: Letter) => Delivery, perHour = 1_000) {
  const log = createLogger("t", "t", new MemoryLogSink());
  const queue = await MessageQueue.open(undefined, 1_000, log);
  const tried: Letter[] = [];
  const got: string[] = [];
  const states: (boolean | undefined)[] = [];
  const context = { clock, scope, log } as unknown as PodContext;
  const outbound = new Outbound({
    iface: "main",
    perHour,
    maxAge: 48 * HOUR,
    queue,
    context,
    deliver(letter) {
      tried.push(letter);
      const delivery = answer(letter);
      if (delivery.t === "sent") got.push(`${letter.to}${letter.text}`);
      return Promise.resolve(delivery);
    },
    idle: () => undefined,
    settled: () => undefined,
    putOff: () => undefined,
    report: (change) => states.push(change?.state),
  });
  const add = async (to: string, ...texts: string[]) => {
    for (const text of texts)
      await queue.add({ ts: clock.now(), iface: "main", to, chan: "c", subject: "s", text });
  };
  const tries = (to: string) => tried.filter((letter) => letter.to === to).length;
  return { add, got, outbound, queue, states, tried, tries };
}

/** In steps that no pause is shorter than. */
async function pass(ms: number, step = 500): Promise<void> {
  for (let gone = 0; gone < ms; gone += step) {
    clock.advance(step);
    for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a recipient for whom the service fails", () => {
  it.each([["bad"], ["bad", "worse", "worst"]])(
    "%s %s %s: holds up nobody else, and is tried by a growing pause",
    async (...bad) => {
      let healed = false;
      const run = await start(({ to }) => (bad.includes(to) && !healed ? FAILS : { t: "sent" }));
      for (const to of bad) await run.add(to, "1", "2");
      await run.add("good", "1", "2");
      run.outbound.start();
      await pass(2_000);
      expect(run.got).toEqual(["good1", "good2"]);
      expect(run.states.at(-1)).toBe(true);
      await pass(HOUR, 5_000);
      // At most one attempt in two and a half minutes, and some to begin with.
      for (const to of bad) expect(run.tries(to)).toBeLessThan(24 + 12);
      await run.add("good", "3");
      run.outbound.wake();
      await pass(0.1);
      expect(run.got).toEqual(["good1", "good2", "good3"]);
      expect(run.states.at(-1)).toBe(true);
      healed = true;
      await pass(300_000, 5_000);
      const all = ["good", ...bad].flatMap((to) => [`${to}1`, `${to}2`]);
      expect([...run.got].sort()).toEqual([...all, "good3"].sort());
    },
  );

  it("keeps no alarm of another one waiting, though nothing else was sent before", async () => {
    const run = await start(({ to }) => (to === "good" ? { t: "sent" } : FAILS));
    for (const to of ["a", "b", "c"]) await run.add(to, "1");
    run.outbound.start();
    await pass(HOUR, 5_000);
    expect(run.states.at(-1)).toBe(false);
    await run.add("good", "1");
    run.outbound.wake();
    await pass(0.1);
    expect(run.got).toEqual(["good1"]);
    expect(run.states.at(-1)).toBe(true);
  });
});

it("one message that the service fails for holds up none behind it, and arrives once it is taken", async () => {
  let healed = false;
  const run = await start(({ text }) => (text === "2" && !healed ? FAILS : { t: "sent" }));
  await run.add("a", "1", "2", "3", "4", "5");
  run.outbound.start();
  await pass(120_000);
  expect(run.got).toEqual(["a1"]);
  await pass(HOUR / 2, 5_000);
  expect(run.got).toEqual(["a1", "a3", "a4", "a5"]);
  expect(run.states.at(-1)).toBe(true);
  await run.add("a", "6");
  run.outbound.wake();
  await pass(0.1);
  expect(run.got.at(-1)).toBe("a6");
  healed = true;
  await pass(300_000, 5_000);
  expect(run.got).toEqual(["a1", "a3", "a4", "a5", "a6", "a2"]);
  expect(run.queue.size).toBe(0);
});

it("one message holds up none behind it in digests either, and no digest is taken for another one", async () => {
  const run = await start(({ text }) => (text.includes("x") ? FAILS : { t: "sent" }), 3);
  await run.add("a", "x", "1", "2", "3", "4");
  run.outbound.start();
  await pass(2 * HOUR, 5_000);
  await run.add("a", "5", "6", "7");
  run.outbound.wake();
  await pass(10 * HOUR, 20_000);
  const texts = new Map<string, string>();
  for (const { key, text } of run.tried) {
    expect(texts.get(key) ?? text).toBe(text);
    texts.set(key, text);
  }
  for (let n = 1; n <= 7; n += 1)
    expect(run.got.filter((text) => new RegExp(`\\b${n}\\n|^a${n}$`).test(text)).length).toBe(1);
  expect(run.queue.waiting().map(({ text }) => text)).toEqual(["x"]);
});

describe("a service that fails for everybody", () => {
  it.each([
    ["reached", FAILS],
    ["not reached", GONE],
  ])(
    "%s: is not asked more often for many recipients or new messages, and then gets all in order",
    async (_how, failure) => {
      let there = false;
      const run = await start(() => (there ? { t: "sent" } : failure));
      const all = Array.from({ length: 20 }, (_, n) => `r${n}-`);
      for (const to of all) await run.add(to, "1", "2");
      run.outbound.start();
      for (let minute = 0; minute < 60; minute += 1) {
        await pass(60_000, 5_000);
        for (const to of all.slice(0, 3)) await run.add(to, `${minute + 3}`);
        run.outbound.wake();
      }
      expect(run.states.at(-1)).toBe(false);
      // Each once, and then one in two and a half minutes, and some to begin with.
      expect(run.tried.length).toBeLessThan(20 + 24 + 12);
      there = true;
      await pass(600_000, 5_000);
      expect(run.queue.size).toBe(0);
      for (const to of all) {
        const numbers = run.got
          .filter((each) => each.startsWith(to))
          .map((each) => Number(each.slice(to.length)));
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      }
      expect(run.got.length).toBe(40 + 180);
    },
  );

  it("a short failure puts nobody off for long, however many recipients there are", async () => {
    let there = false;
    const run = await start(() => (there ? { t: "sent" } : FAILS));
    const all = Array.from({ length: 20 }, (_, n) => `r${n}-`);
    for (const to of all) await run.add(to, "1");
    run.outbound.start();
    await pass(500);
    there = true;
    await pass(2_000);
    expect(run.got.length).toBe(20);
  });
});

describe("what sending tells of the service", () => {
  it("is nothing any more once all that waited is given up", async () => {
    const run = await start(() => GONE);
    await run.add("a", "1");
    run.outbound.start();
    await pass(HOUR, 60_000);
    expect(run.states.at(-1)).toBe(false);
    expect(run.outbound.silentSince).toBe(Number.POSITIVE_INFINITY);
    await pass(48 * HOUR, 600_000);
    expect(run.queue.size).toBe(0);
    expect(run.states.at(-1)).toBeUndefined();
    expect(run.outbound.silentSince).toBeLessThan(clock.monotonic());
  });

  it("is nothing either while it is reached but fails for one that it has failed for before", async () => {
    let answer: (letter: Letter) => Delivery = ({ to }) => (to === "bad" ? FAILS : { t: "sent" });
    const run = await start((letter) => answer(letter));
    await run.add("bad", "1");
    await run.add("good", "1");
    run.outbound.start();
    await pass(2_000);
    expect(run.states.at(-1)).toBe(true);
    answer = () => GONE;
    await pass(300_000, 5_000);
    expect(run.states.at(-1)).toBe(false);
    answer = () => FAILS;
    await pass(600_000, 5_000);
    expect(run.states.at(-1)).toBeUndefined();
    expect(run.outbound.silentSince).toBeLessThan(clock.monotonic());
  });
});
