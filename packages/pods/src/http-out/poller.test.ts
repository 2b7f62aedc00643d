import { ManualClock, Scope } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { expect, it } from "vitest";
import { type Answer, HttpFailure } from "../shared/http/request.ts";
import { Poller } from "./poller.ts";
import type { TargetServer } from "./server.ts";

const INTERVAL = 1_000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A server whose answers the test gives. */
function bench() {
  const clock = new ManualClock();
  const emitted: unknown[] = [];
  const asked: {
    answer: (text: string) => Promise<unknown>;
    busy: (ms: number) => Promise<unknown>;
    fail: () => Promise<unknown>;
  }[] = [];
  const server: Pick<TargetServer, "ask"> = {
    ask: () =>
      new Promise<Answer>((resolve, reject) => {
        const rest = { status: 200, statusText: "", garbled: false, challenge: undefined, open: false };
        const answer = (text: string) => (resolve({ ...rest, text }), settled());
        const busy = (retryAfter: number) => (
          resolve({ ...rest, status: 429, text: "", retryAfter }), settled()
        );
        const fail = () => (reject(new HttpFailure("weg", true)), settled());
        asked.push({ answer, busy, fail });
      }),
  };
  const context: Pick<PodContext, "clock" | "emit" | "failed" | "scope"> = {
    clock,
    scope: new Scope(),
    emit: (_index, value, quality = 0) => void emitted.push([value, quality]),
    failed: () => undefined,
  };
  const reader = { index: 0, interval: INTERVAL, extract: (text: string) => ({ value: Number(text) }) };
  const poller = new Poller(
    server as TargetServer,
    { method: "GET", path: "" },
    [reader],
    context as PodContext,
  );
  poller.start(0);
  clock.advance(0);
  return { clock, emitted, asked, poller };
}

it("no longer takes a value for good whose next one is not there after three intervals and five seconds", async () => {
  const { asked, clock, emitted } = bench();
  await asked[0]?.answer("1");
  clock.advance(INTERVAL);
  expect(asked).toHaveLength(2);
  clock.advance(4_999);
  expect(emitted).toEqual([[1, 0]]);
  clock.advance(1);
  expect(emitted).toEqual([
    [1, 0],
    [1, 1],
  ]);
  clock.advance(5_000);
  expect(emitted.at(-1)).toEqual([1, 2]);
  await asked[1]?.answer("2");
  expect(emitted.at(-1)).toEqual([2, 0]);
  clock.advance(60_000);
  expect(asked).toHaveLength(3);
});

it("holds on to what was read by hand when a later poll fails", async () => {
  const { asked, clock, emitted, poller } = bench();
  await asked[0]?.answer("1");
  const read = poller.readNow(0);
  await asked[1]?.answer("2");
  expect(await read).toBe(2);
  clock.advance(INTERVAL);
  await asked[2]?.fail();
  expect(emitted).toEqual([
    [1, 0],
    [2, 0],
    [2, 1],
  ]);
});

it("asks again when the server lets it, and not before", async () => {
  const { asked, clock } = bench();
  await asked[0]?.busy(30_000);
  clock.advance(29_999);
  expect(asked).toHaveLength(1);
  clock.advance(1);
  expect(asked).toHaveLength(2);
});
