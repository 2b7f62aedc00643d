import { ManualClock, Scope } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { expect, it } from "vitest";
import type { Answer } from "../shared/http/request.ts";
import { Sender } from "./sender.ts";
import type { TargetServer } from "./server.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("sends a value again when the server lets it, and not before", async () => {
  const clock = new ManualClock();
  const written: unknown[] = [];
  const answers: Partial<Answer>[] = [{ status: 429, retryAfter: 30_000 }, { status: 200 }];
  let asked = 0;
  const server = {
    ask: () => {
      asked += 1;
      return Promise.resolve({ statusText: "", text: "", open: false, ...answers.shift() });
    },
  } as unknown as TargetServer;
  const context = {
    clock,
    scope: new Scope(),
    failed: () => undefined,
    written: (write: unknown) => void written.push(write),
  } as unknown as PodContext;
  const sender = new Sender(0, server, () => ({ method: "POST", path: "/" }), context);
  const write = { index: 0, value: 1, ts: 0, seq: 1 };
  sender.offer(write);
  await settled();
  clock.advance(29_999);
  await settled();
  expect([asked, written]).toEqual([1, []]);
  clock.advance(1);
  await settled();
  expect([asked, written]).toEqual([2, [write]]);
});
