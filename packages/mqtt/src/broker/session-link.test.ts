import { ManualClock } from "@hubwart/core";
import { Budget } from "@hubwart/ipc";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GONE_AFTER, LOST_AFTER, MESSAGE_WITHIN, SessionLink } from "./session-link.ts";

type Message = { x: unknown };
type Link = SessionLink<Message, Message>;

/** Two ends and a medium that passes on, loses or repeats each frame as the test says. */
function pair(fate: () => "pass" | "lose" | "repeat" = () => "pass") {
  const clock = new ManualClock();
  const way: { to: () => Link; payload: string }[] = [];
  let up = true;
  const got: { a: unknown[]; b: unknown[] } = { a: [], b: [] };
  const closed: string[] = [];
  const end = (name: "a" | "b", other: () => Link, received: number): Link => {
    const link: Link = new SessionLink({
      clock,
      limit: 1_000_000,
      received,
      publish: (payload) => {
        const what = up ? fate() : "lose";
        if (what === "lose") return;
        way.push({ to: other, payload });
        if (what === "repeat") way.push({ to: other, payload });
      },
    });
    link.onMessage(({ x }) => got[name].push(x));
    link.onClose(() => closed.push(name));
    return link;
  };
  const a: Link = end("a", () => b, 0);
  const b: Link = end("b", () => a, 0);
  const settle = () => {
    for (let next = way.shift(); next; next = way.shift()) next.to().received(next.payload);
  };
  return {
    clock,
    a,
    b,
    got,
    closed,
    settle,
    cutOff: () => {
      up = false;
      way.length = 0;
    },
    restore: () => {
      up = true;
      for (const link of [a, b]) link.connected();
    },
    /** Lets time pass with the medium at work. */
    run: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 50) {
        settle();
        clock.advance(50);
      }
      settle();
    },
  };
}

describe("SessionLink", () => {
  it("takes no more from the other side than its budget allows, and all of it in the end", () => {
    const clock = new ManualClock();
    const got: unknown[] = [];
    const budget = new Budget({ perSecond: 0.02, burst: 0.001, now: () => clock.monotonic() });
    const link = new SessionLink<Message, Message>({ publish: () => undefined, clock, limit: 1_000, budget });
    link.onMessage(({ x }) => got.push(x));
    const send = (n: number) => link.received(`d ${n} 0\n{"x":${n}}`);
    for (let n = 1; n <= 3; n += 1) send(n);
    expect(got).toEqual([1]);
    clock.advance(500);
    for (let n = 2; n <= 3; n += 1) send(n);
    expect(got).toEqual([1, 2]);
    clock.advance(500);
    send(3);
    expect(got).toEqual([1, 2, 3]);
    link.close();
  });

  it("ends, and says why, when the other side takes nothing of very much that is small", async () => {
    const clock = new ManualClock();
    const link = new SessionLink<Message, Message>({ publish: () => undefined, clock, limit: 1_000 });
    const offences: (string | undefined)[] = [];
    link.onClose((offence) => offences.push(offence));
    for (let x = 0; x < 100_000; x += 1) link.send({ x });
    expect(link.busy).toBe(true);
    link.send({ x: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(offences).toEqual(["Er liest nicht, was ihm gesendet wird."]);
  });

  it("takes no million parts that hold nothing, and says why it ends", async () => {
    const clock = new ManualClock();
    const link = new SessionLink<Message, Message>({
      clock,
      limit: 40_960,
      publish: () => undefined,
      received: 1,
    });
    const closed = new Promise<string | undefined>((resolve) => link.onClose(resolve));
    for (let n = 2; n < 1_000; n += 1) link.received(`f ${n} 0\n`);
    expect(await closed).toBe("Er hat eine zu große Nachricht gesendet.");
  });

  it("ends when a message that was begun does not end, although the other side lives", async () => {
    const clock = new ManualClock();
    const link = new SessionLink<Message, Message>({
      clock,
      limit: 40_960,
      publish: () => undefined,
      received: 1,
    });
    const closed = new Promise<string | undefined>((resolve) => link.onClose(resolve));
    link.received('f 2 0\n{"x":');
    for (let passed = 0; passed < MESSAGE_WITHIN; passed += 1_000) {
      clock.advance(1_000);
      link.received("a 0\n");
    }
    expect(await closed).toBe("Er hat eine Nachricht nicht zu Ende gesendet.");
  });

  it("charges for parts that hold nothing", () => {
    const clock = new ManualClock();
    const costs: number[] = [];
    const budget = new Budget({ perSecond: 500, burst: 3_000, now: () => clock.monotonic() });
    budget.spend = (cost) => costs.push(cost) > 0;
    const link = new SessionLink<Message, Message>({
      clock,
      limit: 40_960,
      publish: () => undefined,
      received: 1,
      budget,
    });
    link.received("f 2 0\n");
    link.received('d 3 0\n{"x":1}');
    expect(costs[0]).toBeGreaterThan(0.05);
    expect(costs[1]).toBeLessThan(0.01);
    link.close();
  });

  it("carries messages of any size, in order", () => {
    const run = pair();
    const large = "ä".repeat(300_000);
    run.a.send({ x: 1 });
    run.a.send({ x: large });
    run.b.send({ x: 2 });
    run.settle();
    expect(run.got).toEqual({ a: [2], b: [1, large] });
  });

  it("loses and repeats nothing, whatever the medium does", () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.constantFrom("pass", "pass", "pass", "lose", "repeat")),
        fc.array(fc.constantFrom("a", "b", "wait"), { maxLength: 150 }),
        (fates, steps) => {
          let sound = false;
          const run = pair(() => (sound ? "pass" : (fates.next().value ?? "pass")));
          const sent: { a: number[]; b: number[] } = { a: [], b: [] };
          for (const [i, step] of steps.entries()) {
            if (step === "wait") {
              run.run(200);
            } else {
              sent[step].push(i);
              run[step].send({ x: i });
            }
          }
          sound = true;
          run.run(10_000);
          expect(run.got).toEqual({ a: sent.b, b: sent.a });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("goes on after an outage with what was sent before, meanwhile and after", () => {
    const run = pair();
    run.a.send({ x: 0 });
    run.run(100);
    for (let i = 1; i <= 200; i += 1) run.a.send({ x: i });
    run.cutOff();
    run.run(10_000);
    for (let i = 201; i <= 300; i += 1) run.a.send({ x: i });
    run.restore();
    run.run(1_000);
    expect(run.got.b).toEqual(Array.from({ length: 301 }, (_, i) => i));
  });

  it("stays while both live, and closes when nothing is heard for too long", async () => {
    const run = pair();
    run.a.send({ x: 1 });
    run.run(LOST_AFTER * 3);
    await new Promise(setImmediate);
    expect(run.closed).toEqual([]);
    run.cutOff();
    run.run(LOST_AFTER + 2_000);
    await new Promise(setImmediate);
    expect(run.closed.toSorted()).toEqual(["a", "b"]);
  });

  it("closes soon after a last will, unless the other side shows that it lives", async () => {
    const run = pair();
    run.a.send({ x: 1 });
    run.settle();
    run.b.received("g\n");
    run.run(GONE_AFTER * 2);
    await new Promise(setImmediate);
    expect(run.closed).toEqual([]);
    run.cutOff();
    run.b.received("g\n");
    run.run(GONE_AFTER + 100);
    await new Promise(setImmediate);
    expect(run.closed).toEqual(["b"]);
  });

  it("waits for the broker, not for the pod, when both are away", async () => {
    const run = pair();
    run.a.send({ x: 1 });
    run.settle();
    run.cutOff();
    run.b.received("g\n");
    run.b.disconnected();
    run.run(GONE_AFTER * 3);
    run.restore();
    run.run(1_000);
    await new Promise(setImmediate);
    expect(run.closed).toEqual([]);
  });

  it("tells the other side that it closes, after what it said before", async () => {
    const run = pair();
    run.a.send({ x: 1 });
    run.a.close();
    run.a.send({ x: 2 });
    run.settle();
    await new Promise(setImmediate);
    expect(run.got.b).toEqual([1]);
    expect(run.closed.toSorted()).toEqual(["a", "b"]);
  });

  it.each([
    ["no JSON", ["d 1 0\nnope"]],
    ["nesting", [`d 1 0\n{"x":${"[".repeat(1_000)}${"]".repeat(1_000)}}`]],
    ["too much", ["f 1 0\n".padEnd(600_000, "x"), "f 2 0\n".padEnd(600_000, "x")]],
  ])("closes for %s", async (_what, payloads) => {
    const run = pair();
    for (const payload of payloads) run.a.received(payload);
    await new Promise(setImmediate);
    expect(run.closed).toEqual(["a"]);
    expect(run.got.a).toEqual([]);
  });
});
