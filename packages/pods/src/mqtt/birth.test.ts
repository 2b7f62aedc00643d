import { ManualClock } from "@hubwart/core";
import { PacketIds } from "@hubwart/mqtt/packet-ids";
import { reasonText } from "@hubwart/mqtt/reasons";
import { describe, expect, it } from "vitest";
import { Birth } from "./birth.ts";
import { FakeWire, LIMITS } from "./testing/publishing.ts";

const REFUSED = `Der Broker nimmt die Geburtsnachricht unter „st“ nicht an: ${reasonText(0x87)}`;

function birth(qos: 0 | 1) {
  const told: string[] = [];
  const wire = new FakeWire();
  const message = { topic: "st", payload: "online", qos, retain: true };
  const clock = new ManualClock();
  let overs = 0;
  const made = new Birth(4, new PacketIds(), clock, message, {
    refused: (error) => told.push(error),
    over: () => (overs += 1),
  });
  return { made, told, wire, clock, overs: () => overs };
}

describe("the birth message", () => {
  it("is shown when it is refused", () => {
    const { made, told, wire } = birth(1);
    made.attach(wire, LIMITS);
    expect(made.acked(1, 0x87)).toBe(true);
    expect([made.error, told, wire.sent]).toEqual([REFUSED, [REFUSED], ["st=online 1 retain"]]);
    // What comes now is about another message.
    expect(made.acked(1, 0)).toBe(false);
    made.detach();
    made.attach(wire, LIMITS);
    expect(made.error).toBeUndefined();
  });

  it("lets others use the connection once the broker has no open place for it, or leaves it unanswered", () => {
    const { clock, made, overs, wire } = birth(1);
    made.attach(wire, LIMITS);
    expect([made.isOver, overs()]).toEqual([false, 0]);
    made.acked(1, 0);
    expect([made.isOver, overs()]).toEqual([true, 1]);
    made.detach();
    made.attach(wire, LIMITS);
    clock.advance(4_999);
    expect([made.isOver, overs()]).toEqual([false, 1]);
    clock.advance(1);
    expect([made.isOver, overs()]).toEqual([true, 2]);
    made.acked(2, 0x87);
    expect([made.isOver, overs()]).toEqual([true, 2]);
    made.attach(wire, LIMITS);
    made.detach();
    clock.advance(5_000);
    expect(overs()).toBe(2);
    const unanswered = birth(0);
    unanswered.made.attach(unanswered.wire, LIMITS);
    expect(unanswered.overs()).toBe(1);
  });

  it("asks no more than the broker allows", () => {
    const { made, wire } = birth(1);
    made.attach(wire, { ...LIMITS, maximumQos: 0, retain: false });
    expect(wire.sent).toEqual(["st=online"]);
  });
});
