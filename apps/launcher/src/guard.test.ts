import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { ManualClock, Pulse, Scope } from "@hubwart/core";
import { expect, it } from "vitest";
import { Guard } from "./guard.ts";

class FakeLauncher extends EventEmitter {
  /** Of nobody. */
  readonly pid = 1_000_000_007;
  readonly sent: string[] = [];
  kill(signal: string): boolean {
    this.sent.push(signal);
    return true;
  }
}
const settled = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

function setup() {
  const clock = new ManualClock();
  const scope = new Scope();
  const started: FakeLauncher[] = [];
  const lines: string[] = [];
  const codes: number[] = [];
  /** Groups that are waited for, and what ends the wait. */
  const left = new Map<number, () => void>();
  const guard = new Guard({
    start: () => {
      const launcher = new FakeLauncher();
      started.push(launcher);
      return launcher as unknown as ChildProcess;
    },
    clock,
    scope,
    pulse: new Pulse({ clock, scope, used: () => 0 }),
    say: (line) => lines.push(line),
    ended: (code) => codes.push(code),
    childrenOf: () => [21, 22],
    gone: (group) => new Promise((resolve) => left.set(group, () => resolve())),
  });
  guard.start();
  const beats = (ms: number) => {
    for (let at = 0; at < ms; at += 3_000) {
      started.at(-1)?.emit("message", { t: "beat" });
      clock.advance(3_000);
    }
  };
  const childrenGone = async () => {
    for (const resolve of left.values()) resolve();
    await settled();
  };
  return { beats, childrenGone, clock, codes, guard, left, lines, started };
}

it("leaves a launcher alone that beats, and ends one that hangs", () => {
  const { beats, clock, started } = setup();
  beats(300_000);
  expect(started[0]?.sent).toEqual([]);
  clock.advance(31_000);
  expect(started[0]?.sent.at(0)).toBe("SIGKILL");
});

it("starts the next one once nothing of the last one's children is left", async () => {
  const { beats, childrenGone, clock, codes, left, lines, started } = setup();
  beats(3_000);
  clock.advance(31_000);
  started[0]?.emit("exit", null, "SIGKILL");
  await settled();
  clock.advance(60_000);
  expect([started.length, [...left.keys()]]).toEqual([1, [21, 22]]);
  await childrenGone();
  clock.advance(1_000);
  expect([started.length, codes]).toEqual([2, []]);
  expect(lines).toEqual(["launcher ist unerwartet beendet (antwortete nicht mehr) und wird neu gestartet."]);
});

it("starts one again that was killed", async () => {
  const { beats, childrenGone, clock, lines, started } = setup();
  beats(3_000);
  started[0]?.emit("exit", null, "SIGKILL");
  await settled();
  await childrenGone();
  clock.advance(1_000);
  expect(started).toHaveLength(2);
  expect(lines).toEqual(["launcher ist unerwartet beendet (SIGKILL) und wird neu gestartet."]);
});

it("ends with one that ends by itself", async () => {
  const { clock, codes, started } = setup();
  started[0]?.emit("exit", 1, null);
  await settled();
  clock.advance(60_000);
  expect([codes, started.length]).toEqual([[1], 1]);
});

it("passes on that it is asked to end, and starts nothing more, also if the launcher hangs then", async () => {
  const { beats, childrenGone, clock, codes, guard, started } = setup();
  beats(3_000);
  guard.pass("SIGTERM");
  expect(started[0]?.sent).toEqual(["SIGTERM"]);
  clock.advance(31_000);
  expect(started[0]?.sent.at(1)).toBe("SIGKILL");
  started[0]?.emit("exit", null, "SIGKILL");
  await settled();
  await childrenGone();
  clock.advance(60_000);
  expect([codes, started.length]).toEqual([[1], 1]);
});
