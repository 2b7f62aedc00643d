import { beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import { Scope } from "./lifecycle.ts";
import { Pulse } from "./pulse.ts";
import { BEAT_EVERY, Vigil } from "./vigil.ts";

let clock: ManualClock;
let vigil: Vigil;
let dead: number;
let changes: boolean[];
beforeEach(() => {
  clock = new ManualClock();
  dead = 0;
  changes = [];
  const pulse = new Pulse({ clock, scope: new Scope(), used: () => 0 });
  vigil = new Vigil(pulse, {
    changed: () => changes.push(vigil.silent),
    dead: () => {
      dead += 1;
    },
  });
  vigil.begin(undefined);
});

function beats(ms: number): void {
  for (let at = 0; at < ms; at += BEAT_EVERY) {
    vigil.heard(true);
    clock.advance(BEAT_EVERY);
  }
}

describe("a watch over a process", () => {
  it("is content with one that beats", () => {
    beats(600_000);
    expect([dead, changes]).toEqual([0, []]);
  });

  it("says after 10 s that it is silent, and after 30 s that it hangs", () => {
    vigil.heard(true);
    clock.advance(9_000);
    expect(changes).toEqual([]);
    clock.advance(1_000);
    expect([changes, dead]).toEqual([[true], 0]);
    clock.advance(19_000);
    expect(dead).toBe(0);
    clock.advance(1_000);
    expect([dead, vigil.end()]).toEqual([1, true]);
  });

  it("lets one that was busy for 25 s go on", () => {
    vigil.heard(true);
    clock.advance(25_000);
    vigil.heard(true);
    expect([dead, changes]).toEqual([0, [true, false]]);
  });

  it("does not take its own standstill for the silence of others", () => {
    beats(6_000);
    clock.freeze(75_000);
    clock.advance(BEAT_EVERY);
    vigil.heard(true);
    beats(6_000);
    expect([dead, changes]).toEqual([0, []]);
  });

  it("still misses one that does not come back after a standstill", () => {
    vigil.heard(true);
    clock.freeze(75_000);
    clock.advance(30_000);
    expect(dead).toBeGreaterThan(0);
  });

  it("waits a minute for the first word, and for nothing more from one that never beats", () => {
    clock.advance(59_000);
    expect(dead).toBe(0);
    clock.advance(1_000);
    expect(dead).toBe(1);
    vigil.begin(undefined);
    vigil.heard(false);
    clock.advance(600_000);
    expect(dead).toBe(1);
  });

  it("says nothing of one that has ended", () => {
    vigil.heard(true);
    clock.advance(15_000);
    expect(vigil.end()).toBe(false);
    clock.advance(60_000);
    expect([dead, vigil.silent]).toEqual([0, false]);
  });
});
