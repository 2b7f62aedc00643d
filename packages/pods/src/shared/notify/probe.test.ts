import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { probeService } from "./probe.ts";

const MINUTE = 60_000;

let clock: ManualClock;
let scope: Scope;
let sink: MemoryLogSink;
beforeEach(() => {
  clock = new ManualClock();
  scope = new Scope();
  sink = new MemoryLogSink();
});
afterEach(() => scope.end());

function start(answer: () => Promise<unknown>) {
  const seen = { probes: 0, states: [] as unknown[] };
  const sending = { silentSince: Number.NEGATIVE_INFINITY };
  probeService({
    context: { clock, scope, log: createLogger("t", "t", sink) },
    probe: () => {
      seen.probes += 1;
      return answer();
    },
    sending,
    report: (change) => seen.states.push(change?.error ?? change?.state),
  });
  return { seen, sending };
}

const settle = async () => {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
};
async function pass(ms: number, step = 1_000): Promise<void> {
  for (let gone = 0; gone < ms; gone += step) {
    clock.advance(step);
    await settle();
  }
}

it("asks a service that is there every five minutes, and one that is not sooner", async () => {
  let there = true;
  const { seen } = start(() => (there ? Promise.resolve() : Promise.reject(new Error("weg"))));
  await settle();
  expect(seen).toEqual({ probes: 1, states: [true] });
  await pass(30 * MINUTE);
  expect(seen.probes).toBe(7);
  there = false;
  await pass(5 * MINUTE);
  expect(seen.states.at(-1)).toBe("weg");
  const before = seen.probes;
  await pass(MINUTE);
  expect(seen.probes).toBeGreaterThan(before + 3);
  expect(sink.entries.filter(({ msg }) => msg === "weg").length).toBe(1);
  there = true;
  await pass(5 * MINUTE);
  expect(seen.states.at(-1)).toBe(true);
});

it("asks nothing while messages tell it", async () => {
  const { seen, sending } = start(() => Promise.resolve());
  await settle();
  sending.silentSince = Number.POSITIVE_INFINITY;
  await pass(60 * MINUTE);
  expect(seen.probes).toBe(1);
  sending.silentSince = clock.monotonic();
  await pass(5 * MINUTE - 1_000);
  expect(seen.probes).toBe(1);
  await pass(5 * MINUTE);
  expect(seen.probes).toBe(2);
});

it("says nothing that a message has told better meanwhile", async () => {
  let fail: (error: Error) => void = () => undefined;
  const { seen, sending } = start(() => new Promise((_resolve, reject) => (fail = reject)));
  await pass(10_000);
  sending.silentSince = clock.monotonic();
  fail(new Error("weg"));
  await settle();
  expect(seen).toEqual({ probes: 1, states: [] });
});
