import { ManualClock } from "@hubwart/core";
import type { PodLoad, RefusalReport } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { MOST_REFUSALS, Refusals } from "./refusals.ts";

type Direction = PodLoad["channels"][number]["dir"];

function setUp(...dirs: Direction[]) {
  const clock = new ManualClock();
  const told: RefusalReport[][] = [];
  const troubles: (string | undefined)[] = [];
  const channels = dirs.map((dir, at) => ({
    chan: `t.p.${at}`,
    iface: "main",
    type: "json" as const,
    dir,
    config: {},
  }));
  const refusals = new Refusals(clock, channels, {
    told: (list) => told.push(list),
    trouble: (_, text) => troubles.push(text),
  });
  const after = (ms = 1_000) => {
    clock.advance(ms);
    return told.splice(0).flat();
  };
  return { after, clock, refusals, troubles, told };
}

describe("refusals of channels", () => {
  it("say the last text, since when and how often, once a second at most, and when they are over", () => {
    const { after, clock, refusals, told } = setUp("in");
    const began = clock.now();
    refusals.refused(0, "503 Service Unavailable");
    for (let at = 0; at < 36; at += 1) refusals.refused(0, "404 Not Found");
    expect(told).toEqual([]);
    expect(after()).toEqual([
      { n: 0, refusal: { text: "404 Not Found", since: began, last: began, count: 37 } },
    ]);
    refusals.refused(0, "404 Not Found");
    expect(after(999)).toEqual([]);
    expect(after(1)).toMatchObject([{ refusal: { since: began, last: began + 1_000, count: 38 } }]);
    refusals.succeeded(0, "read");
    refusals.succeeded(0, "read");
    expect(after()).toEqual([{ n: 0 }]);
    expect(after()).toEqual([]);
  });

  it("of writing stand while reading succeeds, and the other way round", () => {
    const { after, refusals, troubles } = setUp("inout");
    refusals.succeeded(0, "read");
    refusals.refused(0, "Register schreibgeschützt", "write");
    refusals.succeeded(0, "read");
    refusals.refused(0, "Register schreibgeschützt", "write");
    refusals.succeeded(0, "read");
    expect(after()).toMatchObject([{ refusal: { count: 2 } }]);
    expect(troubles).toEqual([]);
    refusals.succeeded(0, "write");
    expect(after()).toEqual([{ n: 0 }]);
  });

  it("of an output stand until it is written", () => {
    const { after, refusals } = setUp("out");
    refusals.refused(0, "550 No such user");
    refusals.succeeded(0, "read");
    expect(after()).toMatchObject([{ refusal: { text: "550 No such user" } }]);
    refusals.succeeded(0, "write");
    expect(after()).toEqual([{ n: 0 }]);
  });

  it("are told in bundles", () => {
    const { clock, refusals, told } = setUp(...Array.from({ length: 1_500 }, () => "in" as const));
    for (let index = 0; index < 1_500; index += 1) refusals.refused(index, "404");
    clock.advance(1_000);
    expect(told.map(({ length }) => length)).toEqual([MOST_REFUSALS, 500]);
  });

  it("are the connection's where nothing of it works, from the second one on", () => {
    const { refusals, troubles } = setUp("in", "in");
    refusals.refused(0, "404 Not Found");
    expect(troubles).toEqual([]);
    refusals.refused(0, "404 Not Found");
    refusals.refused(1, "403 Forbidden");
    refusals.refused(1, "403 Forbidden");
    expect(troubles).toEqual(["Kein Channel funktioniert: 404 Not Found"]);
    refusals.succeeded(1, "read");
    expect(troubles).toEqual(["Kein Channel funktioniert: 404 Not Found", undefined]);
    refusals.refused(0, "404 Not Found");
    expect(troubles).toHaveLength(2);
  });
});
