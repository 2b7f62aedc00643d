import { ManualClock, Scope } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { ClockWatch } from "./clock-watch.ts";

function bench() {
  const clock = new ManualClock();
  const seen = { latest: clock.now(), offset: undefined as number | undefined };
  const scope = new Scope();
  const watch = new ClockWatch({
    clock,
    scope,
    latest: (now) => Promise.resolve(Math.max(now, seen.latest)),
    offset: () =>
      Number.isNaN(seen.offset) ? Promise.reject(new Error("silent")) : Promise.resolve(seen.offset),
  });
  const after = async (ms: number) => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
    return watch.findings().map(({ text }) => text);
  };
  return { clock, seen, scope, after };
}
const DAY = 86_400_000;

describe("a clock that is wrong", () => {
  it("is told when it is behind what the device has seen", async () => {
    const { clock, after } = bench();
    expect(await after(60_000)).toEqual([]);
    clock.jump(-2 * DAY - 1);
    expect(await after(60_000)).toEqual(["Die Uhr des Geräts wurde um 1 Tag zurückgestellt oder geht nach."]);
    clock.jump(2 * DAY);
    expect(await after(60_000)).toEqual([]);
  });

  it("is told by a time server, in both directions, until that says otherwise or nothing", async () => {
    const { seen, after } = bench();
    seen.offset = 3 * 60_000;
    expect(await after(60_000)).toEqual([
      "Die Uhr des Geräts geht um 3 Minuten nach, verglichen mit dem Zeitserver.",
    ]);
    seen.offset = -3_600_000;
    expect(await after(15 * 60_000)).toEqual([
      "Die Uhr des Geräts geht um 1 Stunde vor, verglichen mit dem Zeitserver.",
    ]);
    seen.offset = 59_000;
    expect(await after(15 * 60_000)).toEqual([]);
    seen.offset = DAY;
    expect(await after(15 * 60_000)).toHaveLength(1);
    seen.offset = Number.NaN;
    expect(await after(15 * 60_000)).toEqual([]);
  });

  it("is looked at no more once the appliance ends", async () => {
    const { clock, scope, after } = bench();
    await scope.end();
    clock.jump(-DAY);
    expect(await after(DAY)).toEqual([]);
  });
});
