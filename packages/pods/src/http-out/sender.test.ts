import { ManualClock, Scope } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { expect, it } from "vitest";
import type { Answer } from "../shared/http/request.ts";
import { Sender } from "./sender.ts";
import type { Ask, TargetServer } from "./server.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** One POST of a value, to a server that gives these answers. */
function bench(answers: Partial<Answer>[]) {
  const clock = new ManualClock();
  const written: unknown[] = [];
  const refused: string[] = [];
  const asks: Ask[] = [];
  const server = {
    ask: (ask: Ask) => {
      asks.push(ask);
      return Promise.resolve({ statusText: "", text: "", open: false, ...answers.shift() });
    },
  } as unknown as TargetServer;
  const context = {
    clock,
    scope: new Scope(),
    failed: () => undefined,
    written: (write: unknown) => void written.push(write),
    refused: (_: unknown, why: string) => void refused.push(why),
  } as unknown as PodContext;
  const sender = new Sender(0, server, () => ({ method: "POST", path: "/" }), context);
  const write = { index: 0, value: 1, ts: 0, seq: 1 };
  sender.offer(write);
  return { asks, clock, refused, write, written };
}

it("sends a value again when the server lets it, and not before", async () => {
  const { asks, clock, write, written } = bench([{ status: 429, retryAfter: 30_000 }, { status: 200 }]);
  await settled();
  clock.advance(29_999);
  await settled();
  expect([asks.length, written]).toEqual([1, []]);
  clock.advance(1);
  await settled();
  expect([asks.length, written]).toEqual([2, [write]]);
});

it("asks for no more than the status", async () => {
  const { asks } = bench([{ status: 200 }]);
  await settled();
  expect(asks).toEqual([{ method: "POST", path: "/", statusOnly: true }]);
});

it("tells no value as written whose request lost it on the way", async () => {
  const { asks, refused, written } = bench([{ status: 200, open: true, bodyLostBy: 302 }]);
  await settled();
  expect([asks.length, written]).toEqual([1, []]);
  expect(refused).toEqual([
    "Der Server antwortet mit 302; ob der Wert angekommen ist, ist nicht bekannt, deshalb wird er nicht noch einmal gesendet",
  ]);
});
