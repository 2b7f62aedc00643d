/** A broker that answers, but never acknowledges what goes to some topics. */
import { describe, expect, it } from "vitest";
import type { OutChannel } from "./publication.ts";
import { channel, FakeWire, LIMITS, offer, publisher } from "./testing/publishing.ts";
import { ACK_MS } from "./window.ts";

const STUCK = "Der Broker bestätigt zu viele Werte nicht";
const UNANSWERED = "Der Broker bestätigt diesen Wert nicht";
const WIDE = { ...LIMITS, receiveMaximum: 100, receiveMaximumQos2: 10 };

/** A publisher that is connected; `late` lets acknowledgements become overdue while the broker shows that it lives. */
function connected(limits = WIDE) {
  const parts = publisher();
  const { clock, made, wire } = parts;
  made.attach(wire, limits);
  const late = () => {
    clock.advance(ACK_MS);
    made.probing();
    made.proven();
  };
  const send = (out: OutChannel, text: string) => {
    offer(made, out, text);
    void made.flush();
  };
  return { ...parts, late, send };
}

describe("a publication that the broker leaves unanswered", () => {
  it("is asked about, told, and keeps one place: the newest value of its channel waits", () => {
    const { made, said, send, wire, clock, late, written } = connected();
    const [a, b] = [channel("a", 1), channel("b", 1)];
    send(a, "1");
    clock.advance(ACK_MS - 1);
    expect(wire.probes).toBe(0);
    clock.advance(1);
    expect([wire.probes, made.errors]).toEqual([1, []]);
    late();
    expect([made.errors, said.splice(0)]).toEqual([
      ["Der Broker bestätigt Werte für „a“ nicht"],
      ["changed"],
    ]);
    for (const text of ["2", "3"]) send(a, text);
    send(b, "4");
    expect([wire.sent, said.splice(0)]).toEqual([["a=1 1", "b=4 2"], ["coalesced 0"]]);
    made.acked("puback", 1, 0);
    expect([wire.sent[2], made.errors, said]).toEqual(["a=3 3", [], ["changed"]]);
    made.acked("puback", 3, 0);
    send(a, "5");
    send(a, "6");
    expect([wire.sent.slice(3), written]).toEqual([
      ["a=5 4", "a=6 5"],
      ["1", "3"],
    ]);
  });

  it("never lets an older value that was queued take the place of a newer one", () => {
    const { made, said, send, late, wire } = connected();
    const [bad, good] = [channel("b", 1), channel("g", 0)];
    send(bad, "1");
    // A full socket keeps what follows in the queue, also while the first is found to be unanswered.
    wire.full = true;
    send(good, "1");
    send(bad, "2");
    late();
    send(bad, "3");
    wire.full = false;
    made.drained();
    made.acked("puback", 1, 0);
    expect(wire.sent.filter((text) => text.startsWith("b="))).toEqual(["b=1 1", "b=3 2"]);
    expect(said).toContain("coalesced 1");
  });

  it("drops an older value that waits when a newer one is queued", () => {
    const { made, said, send, late, wire } = connected({ ...WIDE, receiveMaximum: 1 });
    const [bad, good, other] = [channel("b", 1), channel("g", 0), channel("o", 1)];
    send(bad, "1");
    wire.full = true;
    send(good, "1");
    send(bad, "2");
    send(other, "1");
    send(bad, "3");
    late();
    wire.full = false;
    made.drained();
    for (const id of [1, 2, 3]) made.acked("puback", id, 0);
    expect(wire.sent).toEqual(["b=1 1", "g=1", "o=1 2", "b=3 3"]);
    expect(said).toContain("coalesced 1");
  });

  it("blames nobody for a broker that is slow altogether", () => {
    const { made, clock, send, said } = connected();
    send(channel("a", 1), "1");
    clock.advance(10 * ACK_MS);
    // It was asked, and says nothing: that is for keep-alive to judge.
    expect([made.errors, said]).toEqual([[], []]);
    // The answer to what was asked before the value was overdue proves nothing.
    const { made: other, clock: time, send: put } = connected();
    other.probing();
    put(channel("a", 1), "1");
    time.advance(ACK_MS);
    other.proven();
    expect(other.errors).toEqual([]);
  });

  it("does not fill the window for ever: the connection is made anew, the newest value is tried later", () => {
    const { made, said, send, late, wire, clock } = connected({
      ...WIDE,
      receiveMaximum: 4,
      receiveMaximumQos2: 4,
    });
    const [bad, good] = [channel("b", 1), channel("g", 1)];
    for (const text of ["1", "2", "3", "4"]) send(bad, text);
    send(good, "1");
    expect(wire.sent).toHaveLength(4);
    late();
    expect(said.splice(0)).toEqual(["changed", ...Array<string>(3).fill(`1 ${UNANSWERED}`), STUCK]);
    made.detach();
    const next = new FakeWire();
    made.attach(next, { ...LIMITS, sessionPresent: true });
    expect(next.sent).toEqual(["g=1 5"]);
    send(bad, "5");
    expect([next.sent.length, said.splice(0)]).toEqual([1, []]);
    clock.advance(60_000);
    expect(next.sent.slice(1)).toEqual(["b=5 6"]);
    send(bad, "6");
    expect(next.sent).toHaveLength(2);
  });

  it("pauses longer each time, and shortly again once it was answered", () => {
    const { made, send, late, wire, clock } = connected({
      ...WIDE,
      receiveMaximum: 1,
      receiveMaximumQos2: 1,
    });
    const bad = channel("b", 2);
    send(bad, "1");
    for (const pause of [60_000, 120_000, 240_000]) {
      const sent = wire.sent.length;
      late();
      made.detach();
      made.attach(wire, { ...LIMITS, receiveMaximum: 1, receiveMaximumQos2: 1 });
      clock.advance(pause - 1);
      expect(wire.sent).toHaveLength(sent);
      clock.advance(1);
      expect(wire.sent).toHaveLength(sent + 1);
    }
    const id = Number(wire.sent.at(-1)?.split(" ")[1]);
    made.acked("pubrec", id, 0);
    made.acked("pubcomp", id, 0);
    send(bad, "2");
    late();
    made.detach();
    const next = new FakeWire();
    made.attach(next, LIMITS);
    clock.advance(60_000);
    expect(next.sent).toHaveLength(1);
  });
});
