import { describe, expect, it } from "vitest";
import { dataType } from "../dpt/types.ts";
import { Outbox } from "./outbox.ts";
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

function outbox() {
  const coalesced: number[] = [];
  const box = new Outbox(({ index }) => coalesced.push(index));
  const drain = () => {
    const jobs: string[] = [];
    for (let job = box.take(); job; job = box.take()) {
      if (job.kind === "read") jobs.push(`read ${job.address}`);
      else if (job.kind === "answer") jobs.push(`answer ${job.point.index}`);
      else if (job.kind === "write") {
        jobs.push(`${job.point.index}=${job.payload.data[0]}`);
        box.settle("over");
      }
    }
    return jobs;
  };
  return { box, coalesced, drain };
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
    box.settle("again");
    expect(drain()).toEqual(["1=1"]);
    box.write(one, payload(2), told(2), true);
    box.take();
    box.write(one, payload(3), told(3), true);
    box.settle("again");
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
    box.settle("again");
    await done;
    await box.flush();
  });
});
