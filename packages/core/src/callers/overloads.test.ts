import { describe, expect, it } from "vitest";
import { ManualClock } from "../clock.ts";
import { OVERLOAD_TOLD_FOR, Overloads, overloadText } from "./overloads.ts";

describe("who asked for more than he may", () => {
  it("is told with the number of his connections that were ended, the worst of several", () => {
    const clock = new ManualClock(1_000);
    const overloads = new Overloads(clock);
    expect(overloads.worst()).toBeUndefined();
    overloads.note("10.0.0.1");
    overloads.note("10.0.0.2");
    overloads.note("10.0.0.2");
    expect(overloads.worst()).toEqual({ address: "10.0.0.2", ended: 2, last: 1_000 });
    expect(overloadText({ address: "10.0.0.2", ended: 2, last: 0 })).toBe(
      "Die Adresse 10.0.0.2 fragt mehr, als sie liest; 2 Verbindungen wurden beendet. Bitte prüfen Sie, was dort läuft.",
    );
  });

  it("is told for ten minutes after the last, by monotonic time, and counted anew then", () => {
    const clock = new ManualClock();
    const overloads = new Overloads(clock);
    overloads.note("10.0.0.1");
    clock.jump(-86_400_000);
    clock.advance(OVERLOAD_TOLD_FOR - 1);
    expect(overloads.worst()?.ended).toBe(1);
    clock.advance(1);
    expect(overloads.worst()).toBeUndefined();
    expect(overloads.note("10.0.0.1").ended).toBe(1);
  });

  it("is forgotten for newer ones when there are very many", () => {
    const clock = new ManualClock();
    const overloads = new Overloads(clock);
    for (let i = 0; i < 3; i += 1) overloads.note("first");
    for (let i = 0; i < 300; i += 1) overloads.note(`${i}`);
    expect(overloads.worst()?.ended).toBe(1);
  });
});
