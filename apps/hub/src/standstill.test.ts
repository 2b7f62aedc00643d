import { createLogger, ManualClock, MemoryLogSink, Pulse, Scope } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { Standstill } from "./standstill.ts";

function setup() {
  const clock = new ManualClock();
  const scope = new Scope();
  const sink = new MemoryLogSink();
  let doubts = 0;
  const pulse = new Pulse({ clock, scope, used: () => 0, sinceBoot: () => clock.monotonic() });
  const standstill = new Standstill({
    clock,
    pulse,
    scope,
    log: createLogger("hub", "hub", sink, () => clock.now()),
    doubt: () => {
      doubts += 1;
    },
  });
  return { clock, standstill, lines: () => sink.entries.map(({ msg }) => msg), doubts: () => doubts };
}
const GOES_ON = "still und läuft weiter. Werte gelten bis zum nächsten als unsicher.";

describe("after a standstill", () => {
  it("values are doubted at once, and one line says that the device stood still", () => {
    const { clock, doubts, lines, standstill } = setup();
    clock.freeze(75_000);
    standstill.ofDevice(75_000);
    expect(doubts()).toBe(1);
    clock.advance(60_000);
    expect(lines()).toEqual([`Das Gerät stand 75 s ${GOES_ON}`]);
  });

  it("of the hub alone the line says so", () => {
    const { clock, doubts, lines } = setup();
    clock.freeze(20_000);
    clock.advance(3_000);
    expect([doubts(), lines()]).toEqual([1, [`Der Hub stand 20 s ${GOES_ON}`]]);
  });

  it("of the launcher alone nothing is said, and nothing doubted", () => {
    const { clock, doubts, lines, standstill } = setup();
    standstill.ofDevice(20_000);
    clock.advance(60_000);
    expect([doubts(), lines()]).toEqual([0, []]);
  });
});
