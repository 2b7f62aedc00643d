import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { dataType } from "../dpt/types.ts";
import { addressOf, type Job, Outbox } from "./outbox.ts";
import type { Point } from "./point.ts";

function point(index: number): Point {
  return {
    index,
    type: "int",
    dpt: dataType("5.010"),
    address: index,
    listens: [],
    writes: true,
    readOnStart: false,
    interval: undefined,
    maxAge: undefined,
    responds: false,
    priority: 3,
  };
}
const told = (value: number) => ({ index: 0, value, ts: 0, seq: 0 });
const payload = (value: number) => ({ data: Buffer.from([value]), short: false });

function text(job: Job): string {
  if (job.kind === "write") return `${job.point.index}=${job.payload.data[0]}`;
  return job.kind === "answer" ? `answer ${job.point.index}` : `${job.kind} ${job.address}`;
}

function outbox() {
  const coalesced: number[] = [];
  const clock = new ManualClock();
  const box = new Outbox(clock, ({ index }) => coalesced.push(index));
  const drain = (bad?: number) => {
    const jobs: string[] = [];
    for (let job = box.take(); job; job = box.take()) {
      jobs.push(text(job));
      if (addressOf(job) === bad) {
        box.settle("lost");
        box.disconnected();
        break;
      }
      box.settle("over");
    }
    return jobs;
  };
  return { box, clock, coalesced, drain };
}

describe("outbox of an interface", () => {
  it("sends every value in order while connected", () => {
    const { box, drain, coalesced } = outbox();
    const one = point(1);
    for (const value of [1, 2, 3]) box.write(one, payload(value), told(value), true);
    expect(drain()).toEqual(["1=1", "1=2", "1=3"]);
    expect(coalesced).toEqual([]);
  });

  it("keeps the newest of each channel over an outage, in the order of the newest", () => {
    const { box, drain, coalesced } = outbox();
    const [one, two] = [point(1), point(2)];
    box.write(one, payload(1), told(1), true);
    box.write(two, payload(1), told(1), true);
    box.disconnected();
    box.write(one, payload(2), told(2), false);
    expect(drain()).toEqual(["2=1", "1=2"]);
    expect(coalesced).toEqual([1]);
  });

  it("never lets a kept value follow a newer one", () => {
    const { box, drain, coalesced } = outbox();
    const one = point(1);
    box.write(one, payload(1), told(1), false);
    box.write(one, payload(2), told(2), true);
    expect(drain()).toEqual(["1=2"]);
    expect(coalesced).toEqual([1]);
  });

  it("sends again what was lost on the way, unless there is something newer", () => {
    const { box, drain, coalesced } = outbox();
    const one = point(1);
    box.write(one, payload(1), told(1), true);
    box.take();
    box.settle("lost");
    expect(drain()).toEqual(["1=1"]);
    box.write(one, payload(2), told(2), true);
    box.take();
    box.write(one, payload(3), told(3), true);
    box.settle("lost");
    expect(drain()).toEqual(["1=3"]);
    expect(coalesced).toEqual([1]);
  });

  it("answers first, asks once, and lets readings through between many values", () => {
    const { box, drain } = outbox();
    const one = point(1);
    for (let value = 1; value <= 6; value += 1) box.write(one, payload(value), told(value), true);
    box.read(7);
    box.read(7);
    box.answer(one);
    box.answer(one);
    expect(drain()).toEqual(["answer 1", "1=1", "1=2", "1=3", "1=4", "read 7", "1=5", "1=6"]);
  });

  it("resolves a flush when everything is sent or kept", async () => {
    const { box } = outbox();
    const one = point(1);
    box.write(one, payload(1), told(1), true);
    let flushed = false;
    const done = box.flush().then(() => {
      flushed = true;
    });
    box.take();
    await Promise.resolve();
    expect(flushed).toBe(false);
    box.settle("lost");
    await done;
    await box.flush();
  });
});

describe("an address over which the link ends", () => {
  const [bad, good] = [point(1), point(2)];

  it("is tried after everything else, later arrivals included, and keeps its newest value", () => {
    const { box, drain, coalesced } = outbox();
    box.write(bad, payload(1), told(1), true);
    box.write(good, payload(1), told(1), true);
    expect(drain(1)).toEqual(["1=1"]);
    box.write(bad, payload(2), told(2), true);
    box.write(good, payload(2), told(2), true);
    box.read(1);
    box.read(3);
    expect(drain(1)).toEqual(["2=2", "read 3", "1=2"]);
    expect(coalesced).toEqual([1, 2]);
    // What a person asks does not wait.
    box.ask({ kind: "ask", service: "read", address: 1, payload: undefined, settle: () => undefined });
    expect(drain()).toEqual(["ask 1", "1=2"]);
  });

  it("pauses from the third end in a row on, longer each time, until it gets through", () => {
    const { box, clock, drain } = outbox();
    box.write(bad, payload(1), told(1), true);
    for (let end = 0; end < 3; end += 1) expect(drain(1)).toEqual(["1=1"]);
    for (const longest of [10_000, 20_000, 40_000]) {
      expect(drain(1)).toEqual([]);
      // A pause is drawn between half of its length and the whole.
      const pause = box.pause ?? 0;
      expect(pause).toBeGreaterThanOrEqual(longest / 2);
      expect(pause).toBeLessThanOrEqual(longest);
      clock.advance(pause - 1);
      expect(drain(1)).toEqual([]);
      clock.advance(1);
      expect(drain(1)).toEqual(["1=1"]);
    }
    clock.advance(600_000);
    expect([drain(), box.pause]).toEqual([["1=1"], undefined]);
    box.write(bad, payload(2), told(2), true);
    box.write(good, payload(2), told(2), true);
    expect(drain()).toEqual(["1=2", "2=2"]);
  });

  it("is held for nothing when the link ended before it was sent", () => {
    const { box, drain } = outbox();
    for (let end = 0; end < 5; end += 1) {
      box.write(bad, payload(end), told(end), end === 0);
      box.take();
      expect(box.settle("unsent")).toBe(0);
      box.disconnected();
    }
    box.write(good, payload(1), told(1), true);
    expect(drain()).toEqual(["1=4", "2=1"]);
  });
});
