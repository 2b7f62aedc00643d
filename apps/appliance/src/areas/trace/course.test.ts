import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { DataRecord, HubRequestName, HubRequests } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { ChannelCourse } from "./course.ts";
import { PointRing } from "./ring.ts";

const MINUTE = 60_000;

/** A hub whose values the test makes. */
class Values {
  watched: readonly string[] = [];
  readonly present = new Map<string, DataRecord>();
  #handler: ((records: DataRecord[]) => void) | undefined;

  request = async <M extends HubRequestName>(_name: M, parameters: HubRequests[M][0]) => {
    const { filter } = parameters as HubRequests["traceData"][0];
    const records = filter.flatMap((chan) => this.present.get(chan) ?? []);
    return { records, total: records.length } as HubRequests[M][1];
  };
  watch = (filter: readonly string[], handler: (records: DataRecord[]) => void): (() => void) => {
    this.watched = filter;
    this.#handler = handler;
    return () => {
      this.watched = [];
      this.#handler = undefined;
    };
  };
  set(chan: string, value: unknown, quality: 0 | 1 | 2 = 0): void {
    const record = { chan, value, quality, last: 1, count: 1 };
    this.present.set(chan, record);
    if (this.watched.includes(chan)) this.#handler?.([record]);
  }
}

function start() {
  const clock = new ManualClock(1_000_000_000_000);
  const hub = new Values();
  const scope = new Scope();
  const log = createLogger("system", "trace", new MemoryLogSink());
  return { clock, hub, scope, course: new ChannelCourse(hub, clock, scope, log) };
}
const values = (answer: { series: { points: [number, number | null][] }[] }) =>
  answer.series.map(({ points }) => points.map(([, value]) => value));

describe("the course of watched channels", () => {
  it("begins with the present value and adds what changes, once a second", async () => {
    const { clock, hub, course } = start();
    hub.set("a", 1);
    hub.set("b", true);
    hub.set("text", "no number");
    const first = await course.read(["a", "b", "text", "unknown"], 0);
    expect(values(first)).toEqual([[1], [1], [], []]);
    for (let i = 0; i < 10; i += 1) {
      clock.advance(500);
      hub.set("a", 10 + i);
    }
    const next = await course.read(["a"], first.until);
    expect(values(next)).toEqual([[10, 12, 14, 16, 18, 19]]);
    expect(values(await course.read(["a"], next.until))).toEqual([[19]]);
  });

  it("marks where a value turned bad", async () => {
    const { clock, hub, course } = start();
    hub.set("a", 1);
    await course.read(["a"], 0);
    clock.advance(2_000);
    hub.set("a", 1, 2);
    expect(values(await course.read(["a"], 0))).toEqual([[1, null]]);
  });

  it("keeps ten minutes, led by the value that held at their beginning", async () => {
    const { clock, hub, course } = start();
    hub.set("a", 7);
    await course.read(["a"], 0);
    clock.advance(9 * MINUTE);
    await course.read(["a"], 0);
    clock.advance(9 * MINUTE);
    hub.set("a", 8);
    const { series } = await course.read(["a"], 0);
    expect(series[0]?.points).toEqual([
      [clock.now() - 10 * MINUTE, 7],
      [clock.now(), 8],
    ]);
  });

  it("forgets what nobody has asked for, and what is too much", async () => {
    const { clock, hub, course, scope } = start();
    for (let i = 0; i < 520; i += 20) {
      await course.read(
        Array.from({ length: 20 }, (_, k) => `c${i + k}`),
        0,
      );
    }
    expect(hub.watched).toHaveLength(500);
    expect(hub.watched).not.toContain("c0");
    clock.advance(6 * MINUTE);
    await course.read(["c519"], 0);
    clock.advance(6 * MINUTE);
    expect(hub.watched).toEqual(["c519"]);
    await scope.end();
    expect(hub.watched).toEqual([]);
  });
});

describe("PointRing", () => {
  it("overwrites the oldest, and begins anew when the clock was put back", () => {
    const ring = new PointRing(3_000);
    for (let i = 1; i <= 6; i += 1) ring.add(i * 1_000, i);
    expect(ring.after(0).map(([, value]) => value)).toEqual([3, 4, 5, 6]);
    expect(ring.from(4_500)).toEqual([
      [4_500, 4],
      [5_000, 5],
      [6_000, 6],
    ]);
    ring.add(1_000, 9);
    expect(ring.after(0)).toEqual([[1_000, 9]]);
  });
});
