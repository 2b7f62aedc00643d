import { describe, expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import { Scope } from "./lifecycle.ts";
import { Pulse } from "./pulse.ts";

function setup() {
  const clock = new ManualClock();
  const machine = { slept: 0, used: 0 };
  const pulse = new Pulse({
    clock,
    scope: new Scope(),
    sinceBoot: () => clock.monotonic() + machine.slept,
    used: () => machine.used,
  });
  const stood: number[] = [];
  pulse.onStood((ms) => stood.push(ms));
  return { clock, machine, pulse, stood };
}

describe("the pulse of a process", () => {
  it("counts the time in which it runs", () => {
    const { clock, pulse, stood } = setup();
    clock.advance(60_000);
    expect([pulse.awake, stood]).toEqual([60_000, []]);
  });

  it("says how long it stood still, and does not count that as time in which it could have heard others", () => {
    const { clock, pulse, stood } = setup();
    clock.advance(5_000);
    clock.freeze(75_000);
    clock.advance(1_000);
    expect(stood).toEqual([75_000]);
    expect(pulse.awake).toBe(8_000);
  });

  it("takes a short pause for a busy machine", () => {
    const { clock, stood } = setup();
    clock.freeze(9_000);
    expect(stood).toEqual([]);
  });

  it("takes a long task of its own for no standstill, and hears nobody meanwhile all the same", () => {
    const { clock, machine, pulse, stood } = setup();
    machine.used = 40_000;
    clock.freeze(60_000);
    expect([stood, pulse.awake]).toEqual([[], 2_000]);
  });

  it("notices that the machine slept, for which the monotonic clock stood still", () => {
    const { clock, machine, pulse, stood } = setup();
    machine.slept = 3_600_000;
    clock.advance(1_000);
    expect([stood, pulse.awake]).toEqual([[3_601_000], 1_000]);
  });

  it("ticks until its scope ends", async () => {
    const clock = new ManualClock();
    const scope = new Scope();
    const pulse = new Pulse({ clock, scope });
    let ticks = 0;
    const end = pulse.onTick(() => {
      ticks += 1;
    });
    clock.advance(2_000);
    end();
    clock.advance(2_000);
    expect([ticks, pulse.awake]).toEqual([2, 4_000]);
    await scope.end();
    clock.advance(2_000);
    expect(pulse.awake).toBe(4_000);
  });
});
