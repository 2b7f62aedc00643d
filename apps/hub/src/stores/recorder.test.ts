import { createLogger, ManualClock, MemoryLogSink, Pulse, Scope } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { fakeChildren } from "../testing/fake-child.ts";
import { Recorder } from "./recorder.ts";

function setup() {
  const clock = new ManualClock();
  const scope = new Scope();
  const sink = new MemoryLogSink();
  const { children, start } = fakeChildren();
  const recorder = new Recorder({
    start,
    clock,
    pulse: new Pulse({ clock, scope, used: () => 0 }),
    scope,
    log: createLogger("hub", "lake", sink, () => clock.now()),
    changed: () => undefined,
  });
  return { clock, children, recorder, lines: () => sink.entries.map(({ msg }) => msg) };
}

describe("the recorder's process", () => {
  it("is silent, then ended and started again, once it hangs", () => {
    const { children, clock, lines, recorder } = setup();
    recorder.start();
    children[0]?.says({ t: "ready" });
    clock.advance(12_000);
    expect(recorder.trouble).toBe("Der Prozess der Aufzeichnung antwortet nicht.");
    clock.advance(18_000);
    expect(children[0]?.killed).toEqual(["SIGKILL"]);
    children[0]?.emit("exit", null, "SIGKILL");
    clock.advance(200);
    expect([recorder.running, recorder.trouble]).toEqual([false, undefined]);
    expect(lines()).toEqual([
      "Die Aufzeichnung ist unerwartet beendet (antwortete nicht mehr) und wird neu gestartet.",
    ]);
    clock.advance(500);
    expect(recorder.running).toBe(true);
  });

  it("is left alone while it beats", () => {
    const { children, clock, recorder } = setup();
    recorder.start();
    children[0]?.says({ t: "ready" });
    for (let second = 0; second < 120; second += 3) {
      children[0]?.says({ t: "beat" });
      clock.advance(3_000);
    }
    expect([children[0]?.killed, recorder.trouble]).toEqual([[], undefined]);
  });

  it("tells what keeps it from recording, and no longer than that", () => {
    const { children, clock, recorder } = setup();
    expect(recorder.trouble).toBeUndefined();
    recorder.start();
    children[0]?.says({ t: "ready" });
    children[0]?.says({ t: "trouble", text: "Die Platte ist voll." });
    expect(recorder.trouble).toBe("Die Platte ist voll.");
    children[0]?.says({ t: "trouble" });
    expect(recorder.trouble).toBeUndefined();
    for (let value = 0; value <= 100_000; value += 1) recorder.add(0, value, 0);
    const beats = (seconds: number) => {
      for (let second = 0; second < seconds; second += 5) {
        children[0]?.says({ t: "beat" });
        clock.advance(5_000);
      }
    };
    beats(60);
    expect(recorder.trouble).toContain("nicht nachkam");
    beats(600);
    expect(recorder.trouble).toBeUndefined();
  });

  it("tells that it falls again and again", () => {
    const { children, clock, recorder } = setup();
    recorder.start();
    for (let fall = 0; fall < 5; fall += 1) {
      children.at(-1)?.emit("exit", 1, null);
      clock.advance(40_000);
    }
    expect(recorder.trouble).toContain("stürzt immer wieder ab");
  });
});
