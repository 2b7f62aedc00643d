import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import type { Target } from "./measurement.ts";
import { MOST_AT_ONCE, Rounds } from "./rounds.ts";

function targets(count: number, interval: number): Target[] {
  return Array.from({ length: count }, (_, i) => ({
    host: `h${i}`,
    port: 80,
    interval,
    timeout: 1000,
    count: 1,
    channels: [],
  }));
}

const never = () => false;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("Rounds", () => {
  it("spreads the first round and keeps each target's beat", async () => {
    const clock = new ManualClock();
    const seen: [host: string, at: number][] = [];
    const rounds = new Rounds(
      targets(4, 10_000),
      clock,
      async ({ host }) => {
        seen.push([host, clock.monotonic()]);
      },
      never,
    );
    rounds.start();
    for (let i = 0; i < 120; i += 1) {
      clock.advance(100);
      await settled();
    }
    expect(seen).toEqual([
      ["h0", 0],
      ["h1", 500],
      ["h2", 1000],
      ["h3", 1500],
      ["h0", 10_000],
      ["h1", 10_500],
      ["h2", 11_000],
      ["h3", 11_500],
    ]);
    await rounds.end();
  });

  it.each([-3 * 86_400_000, -7_200_000, 7_200_000, 3 * 86_400_000])(
    "keeps the beat when the clock is set by %d ms",
    async (jump) => {
      const clock = new ManualClock();
      const seen: number[] = [];
      const rounds = new Rounds(
        targets(1, 10_000),
        clock,
        async () => {
          seen.push(clock.monotonic());
        },
        never,
      );
      rounds.start();
      for (let i = 0; i < 350; i += 1) {
        if (i === 150) clock.jump(jump);
        clock.advance(100);
        await settled();
      }
      expect(seen).toEqual([0, 10_000, 20_000, 30_000]);
      await rounds.end();
    },
  );

  it("bounds how many run at once and lets the others wait their turn", async () => {
    const clock = new ManualClock();
    const finish: (() => void)[] = [];
    let most = 0;
    let now = 0;
    let started = 0;
    const rounds = new Rounds(
      targets(40, 500),
      clock,
      async () => {
        started += 1;
        now += 1;
        most = Math.max(most, now);
        await new Promise<void>((resolve) => finish.push(resolve));
        now -= 1;
      },
      never,
    );
    rounds.start();
    clock.advance(500);
    expect(started).toBe(MOST_AT_ONCE);
    for (let done = 0; done < 40; done += 1) {
      finish[done]?.();
      await settled();
    }
    expect(started).toBe(40);
    expect(most).toBe(MOST_AT_ONCE);
    await rounds.end();
  });

  it("leaves places to targets that answer, however many are silent", async () => {
    const clock = new ManualClock();
    const seen: string[] = [];
    const all = targets(100, 500);
    const rounds = new Rounds(
      all,
      clock,
      async (target) => {
        seen.push(target.host);
        if (target !== all.at(-1)) await new Promise(() => undefined);
      },
      (target) => target !== all.at(-1),
    );
    rounds.start();
    for (let i = 0; i < 20; i += 1) {
      clock.advance(100);
      await settled();
    }
    expect(seen.filter((host) => host !== "h99")).toHaveLength(12);
    expect(seen.filter((host) => host === "h99").length).toBeGreaterThan(2);
  });

  it("ends only when nothing runs any more, and starts nothing afterwards", async () => {
    const clock = new ManualClock();
    let finish: () => void = () => undefined;
    let started = 0;
    const rounds = new Rounds(
      targets(1, 500),
      clock,
      () => {
        started += 1;
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
      never,
    );
    rounds.start();
    clock.advance(0);
    let over = false;
    const ending = rounds.end().then(() => {
      over = true;
    });
    await settled();
    expect(over).toBe(false);
    finish();
    await ending;
    clock.advance(10_000);
    expect(started).toBe(1);
  });
});
