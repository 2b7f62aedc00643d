import { ManualClock, Scope } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Replies } from "./replies.ts";
import type { Sent } from "./service.ts";

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.end());

const settled = async () => {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

function setUp(...answers: Sent[]) {
  const clock = new ManualClock();
  const sent: string[] = [];
  const lost: string[] = [];
  const replies = new Replies({
    service: {
      send: async ({ text }) => {
        sent.push(text);
        return answers.shift() ?? { t: "sent" };
      },
    },
    clock,
    scope,
    lost: (reason) => lost.push(reason),
  });
  const offer = (text: string) => replies.offer({ key: text, to: "r", subject: "", ts: 0, text });
  return { clock, lost, offer, sent };
}

it("sends an answer again when the service lets it, before the next one", async () => {
  const { clock, lost, offer, sent } = setUp({ t: "later", reason: "429", ms: 5_000 });
  offer("a");
  offer("b");
  await settled();
  clock.advance(4_999);
  await settled();
  expect(sent).toEqual(["a"]);
  clock.advance(1);
  await settled();
  expect([sent, lost]).toEqual([["a", "a", "b"], []]);
});

it("gives up what is refused, or would come when nobody waits any more", async () => {
  const { lost, offer, sent } = setUp(
    { t: "refused", reason: "400" },
    { t: "later", reason: "429", ms: 300_001 },
  );
  for (const text of ["a", "b", "c"]) offer(text);
  await settled();
  expect([sent, lost]).toEqual([
    ["a", "b", "c"],
    ["400", "429"],
  ]);
});

it("keeps so many and no more", async () => {
  const { lost, offer } = setUp({ t: "away", reason: "weg" });
  for (let at = 0; at < 40; at += 1) offer(String(at));
  await settled();
  expect(lost.length).toBe(9);
});
