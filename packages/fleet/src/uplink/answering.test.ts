import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import { beforeEach, expect, it } from "vitest";
import { FLEET_LIMITS } from "../limits.ts";
import type { RoutedAnswer } from "../routed.ts";
import { routedRefusal } from "../routed.ts";
import { Answering } from "./answering.ts";

const FINE = routedRefusal(200, 0, "ok");
let clock: ManualClock;
let answering: Answering;
let asked: { signal: AbortSignal; tell: (answer: RoutedAnswer) => void; fail: (error: Error) => void }[];
let told: RoutedAnswer[];
let floods: number;
const sink = new MemoryLogSink();
beforeEach(() => {
  clock = new ManualClock();
  asked = [];
  told = [];
  floods = 0;
  answering = new Answering({
    clock,
    log: createLogger("hub", "uplink", sink),
    answer: (_data, signal) =>
      new Promise((tell, fail) => {
        asked.push({ signal, tell, fail });
      }),
    flooded: () => {
      floods += 1;
    },
  });
});

const respond = (data: Uint8Array) => {
  told.push(JSON.parse(new TextDecoder().decode(data)) as RoutedAnswer);
  return true;
};
const take = (times = 1) => {
  for (let n = 0; n < times; n += 1) answering.take({ data: new Uint8Array(), reply: "inbox", respond });
};
const settled = () => new Promise((resolve) => setImmediate(resolve));
const statuses = () => told.map(({ status }) => status);

it("runs so many at a time, keeps so many, and refuses the others at once", () => {
  take(FLEET_LIMITS.callsAtOnce + FLEET_LIMITS.callsWaiting + 3);
  expect(asked).toHaveLength(FLEET_LIMITS.callsAtOnce);
  expect(statuses()).toEqual([503, 503, 503]);
});

it("goes on with those that wait, and not with those that nobody waits for", async () => {
  take(FLEET_LIMITS.callsAtOnce + 1);
  asked[0]?.tell(FINE);
  await settled();
  expect(asked).toHaveLength(FLEET_LIMITS.callsAtOnce + 1);
  expect(statuses()).toEqual([200]);
  take(1);
  clock.advance(FLEET_LIMITS.answerWithin + 1);
  await settled();
  expect(asked).toHaveLength(FLEET_LIMITS.callsAtOnce + 1);
});

it("ends what takes too long, and says so", async () => {
  take(1);
  clock.advance(FLEET_LIMITS.answerWithin);
  await settled();
  expect([asked[0]?.signal.aborted, statuses()]).toEqual([true, [504]]);
  asked[0]?.tell(FINE);
  await settled();
  expect(told).toHaveLength(1);
});

it("breaks off what is under way, and goes on with what waits", async () => {
  take(FLEET_LIMITS.callsAtOnce + 1);
  answering.breakOff();
  await settled();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([
    ...Array.from({ length: FLEET_LIMITS.callsAtOnce }, () => true),
    false,
  ]);
  expect(statuses()).toEqual(Array.from({ length: FLEET_LIMITS.callsAtOnce }, () => 504));
  asked.at(-1)?.tell(FINE);
  await settled();
  expect(statuses().at(-1)).toBe(200);
});

it("takes so many a minute, however quickly they are answered", async () => {
  const burst = FLEET_LIMITS.callsPerMinute / 10;
  for (let n = 0; n < burst + 5; n += 1) {
    take(1);
    asked.at(-1)?.tell(FINE);
    await settled();
  }
  expect(asked).toHaveLength(burst);
  clock.advance(1_000);
  take(1);
  expect(asked).toHaveLength(burst + 1);
});

it("cuts off who goes on all the same, once", () => {
  const held = FLEET_LIMITS.callsAtOnce + FLEET_LIMITS.callsWaiting;
  take(held + FLEET_LIMITS.callsRefused);
  expect(floods).toBe(0);
  take(10);
  expect(floods).toBe(1);
  expect(told).toHaveLength(FLEET_LIMITS.callsRefused);
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true);
});

it("is silent once it has ended, and to what wants no answer", async () => {
  answering.take({ data: new Uint8Array(), respond });
  expect(asked).toHaveLength(0);
  take(2);
  answering.end();
  asked[0]?.tell(FINE);
  await settled();
  take(1);
  expect([asked.length, told.length, asked[1]?.signal.aborted]).toEqual([2, 0, true]);
});

it("says that an answer was too large, or that something broke", async () => {
  take(2);
  asked[0]?.tell({ v: 1, status: 200, body: "x".repeat(FLEET_LIMITS.message) });
  asked[1]?.fail(new Error("broken inside"));
  await settled();
  expect(statuses()).toEqual([500, 500]);
  expect(told[0]?.body).toContain("zu groß");
  expect(told[1]?.body).not.toContain("broken");
});
