import { ManualClock } from "@hubwart/core";
import { dataType } from "@hubwart/knx/dpt/types";
import { describe, expect, it } from "vitest";
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
    responds: false,
    priority: 3,
  };
}
const payload = (value: number) => ({ data: Buffer.from([value]), short: false });

function text(job: Job): string {
  if (job.kind === "write") return `${job.point.index}=${job.payload.data[0]}`;
  return job.kind === "answer" ? `answer ${job.point.index}` : `${job.kind} ${job.address}`;
}

function outbox() {
  const coalesced: number[] = [];
  const clock = new ManualClock();
  const report = {
    written: () => undefined,
    refused: () => undefined,
    coalesced: (index: number) => void coalesced.push(index),
  };
  const box = new Outbox(clock, report);
  box.connected();
  const write = (to: Point, value: number) =>
    box.write(to, payload(value), { index: to.index, value, ts: 0, seq: value });
  const drain = (bad?: number) => {
    const jobs: string[] = [];
    for (let job = box.take(); job; job = box.take()) {
      jobs.push(text(job));
      if (addressOf(job) === bad) {
        box.settle({ t: "vain" });
        box.disconnected();
        box.connected();
        break;
      }
      box.settle({ t: "written" });
    }
    return jobs;
  };
  return { box, clock, coalesced, drain, write };
}

describe("outbox of an interface", () => {
  it("sends every value in order while connected", () => {
    const { coalesced, drain, write } = outbox();
    const one = point(1);
    for (const value of [1, 2, 3]) write(one, value);
    expect(drain()).toEqual(["1=1", "1=2", "1=3"]);
    expect(coalesced).toEqual([]);
  });

  it("keeps the newest of each channel over an outage, in the order of the newest", () => {
    const { box, coalesced, drain, write } = outbox();
    const [one, two] = [point(1), point(2)];
    write(one, 1);
    write(two, 1);
    box.disconnected();
    write(one, 2);
    box.connected();
    expect(drain()).toEqual(["2=1", "1=2"]);
    expect(coalesced).toEqual([1]);
  });

  it("never lets a kept value follow a newer one", () => {
    const { box, coalesced, drain, write } = outbox();
    const one = point(1);
    box.disconnected();
    write(one, 1);
    box.connected();
    write(one, 2);
    expect(drain()).toEqual(["1=2"]);
    expect(coalesced).toEqual([1]);
  });

  it("sends again what was lost on the way, unless there is something newer", () => {
    const { box, coalesced, drain, write } = outbox();
    const one = point(1);
    write(one, 1);
    box.take();
    box.settle({ t: "vain" });
    expect(drain()).toEqual(["1=1"]);
    write(one, 2);
    box.take();
    write(one, 3);
    box.settle({ t: "vain" });
    expect(drain()).toEqual(["1=3"]);
    expect(coalesced).toEqual([1]);
  });

  it("answers first, asks once, and lets readings through between many values", () => {
    const { box, drain, write } = outbox();
    const one = point(1);
    for (let value = 1; value <= 6; value += 1) write(one, value);
    box.read(7);
    box.read(7);
    box.answer(one);
    box.answer(one);
    expect(drain()).toEqual(["answer 1", "1=1", "1=2", "1=3", "1=4", "read 7", "1=5", "1=6"]);
  });

  it("resolves a flush when everything is sent or kept", async () => {
    const { box, write } = outbox();
    const one = point(1);
    write(one, 1);
    let flushed = false;
    const done = box.flush().then(() => {
      flushed = true;
    });
    box.take();
    await Promise.resolve();
    expect(flushed).toBe(false);
    box.settle({ t: "vain" });
    await done;
    await box.flush();
  });
});

describe("an address over which the link ends", () => {
  const [bad, good] = [point(1), point(2)];

  it("is tried after everything else, later arrivals included, and keeps its newest value", () => {
    const { box, coalesced, drain, write } = outbox();
    write(bad, 1);
    write(good, 1);
    expect(drain(1)).toEqual(["1=1"]);
    write(bad, 2);
    write(good, 2);
    box.read(1);
    box.read(3);
    expect(drain(1)).toEqual(["2=2", "read 3", "1=2"]);
    expect(coalesced).toEqual([1, 2]);
    // What a person asks does not wait.
    box.ask({ kind: "ask", service: "read", address: 1, payload: undefined, settle: () => undefined });
    expect(drain()).toEqual(["ask 1", "1=2"]);
  });

  it("pauses from the third end in a row on, longer each time, until it gets through", () => {
    const { box, clock, drain, write } = outbox();
    write(bad, 1);
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
    write(bad, 2);
    write(good, 2);
    expect(drain()).toEqual(["1=2", "2=2"]);
  });

  it("is held for nothing when the link ended before it was sent", () => {
    const { box, drain, write } = outbox();
    for (let end = 0; end < 5; end += 1) {
      write(bad, end);
      box.connected();
      box.take();
      expect(box.settle({ t: "unsent" })).toBe(0);
      box.disconnected();
    }
    write(good, 1);
    box.connected();
    expect(drain()).toEqual(["1=4", "2=1"]);
  });
});
