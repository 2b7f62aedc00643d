import { PacketIds } from "@hubwart/mqtt/packet-ids";
import { describe, expect, it } from "vitest";
import { channel, FakeWire, LIMITS, offer, publisher } from "./testing/publishing.ts";

/** Whether a promise is settled already. */
async function settled(promise: Promise<void>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), new Promise<boolean>((r) => setImmediate(r, false))]);
}

describe("Publisher", () => {
  it("sends at once while the broker is there, in one write a flush", async () => {
    const [a, b] = [channel("a", 0, true), channel("b", 1)];
    const { made, wire } = publisher();
    made.attach(wire, LIMITS);
    offer(made, a, "1");
    offer(made, b, "2");
    offer(made, a, "3");
    expect(wire.sent).toEqual([]);
    await made.flush();
    expect(wire.sent).toEqual(["a=1 retain", "b=2 1", "a=3 retain"]);
  });

  it("keeps the newest value per channel while the broker is away", async () => {
    const [a, b] = [channel("a", 0), channel("b", 1)];
    const { made, said, wire } = publisher();
    for (const text of ["1", "2"]) {
      offer(made, a, text);
      offer(made, b, text);
    }
    offer(made, a, "3");
    await made.flush();
    made.attach(wire, LIMITS);
    expect(wire.sent).toEqual(["b=2 1", "a=3"]);
    expect(said).toEqual(["coalesced 0", "coalesced 1", "coalesced 0"]);
  });

  it("holds back at the broker's window and at a full socket, and keeps the order", async () => {
    const [a, b] = [channel("a", 1), channel("b", 0)];
    const { made, wire } = publisher();
    made.attach(wire, LIMITS);
    for (const text of ["1", "2", "3", "4"]) offer(made, a, text);
    offer(made, b, "5");
    const flushed = made.flush();
    expect(await settled(flushed)).toBe(false);
    expect(wire.sent).toEqual(["a=1 1", "a=2 2", "a=3 3"]);
    made.acked("puback", 1, 0);
    expect(await settled(flushed)).toBe(true);
    expect(wire.sent.slice(3)).toEqual(["a=4 4", "b=5"]);

    wire.full = true;
    offer(made, b, "6");
    const stuck = made.flush();
    offer(made, b, "7");
    expect(await settled(stuck)).toBe(false);
    wire.full = false;
    made.drained();
    expect(await settled(stuck)).toBe(true);
    expect(wire.sent.slice(5)).toEqual(["b=6", "b=7"]);
  });

  it("sends unacknowledged publications again: marked in a kept session, anew otherwise", () => {
    for (const sessionPresent of [true, false]) {
      const a = channel("a", 1);
      const { made, wire } = publisher();
      made.attach(wire, LIMITS);
      offer(made, a, "1");
      offer(made, a, "2");
      void made.flush();
      made.acked("puback", 1, 0);
      made.detach();
      offer(made, a, "3");
      const next = new FakeWire();
      made.attach(next, { ...LIMITS, sessionPresent });
      expect(next.sent).toEqual(sessionPresent ? ["a=2 2 dup", "a=3 3"] : ["a=2 3", "a=3 4"]);
    }
  });

  it.each([
    ["at once", 1],
    ["one by one", 2],
  ])(
    "goes on, %s, when a broker that kept the session takes no such large message any more",
    (_how, ends) => {
      const a = channel("a", 1);
      const { made, said, wire } = publisher();
      made.attach(wire, { ...LIMITS, receiveMaximum: 1 });
      offer(made, a, "x".repeat(100));
      void made.flush();
      const kept = { ...LIMITS, receiveMaximum: 1, sessionPresent: true };
      for (let end = 1; end < ends; end++) {
        made.detach(true);
        made.attach(new FakeWire(), kept);
      }
      made.detach(true);
      const next = new FakeWire();
      made.attach(next, { ...kept, maximumPacketSize: 50 });
      made.probing();
      made.proven();
      offer(made, a, "1");
      void made.flush();
      expect(next.sent).toEqual(["a=1 2"]);
      expect(said).toEqual(["0 Die Nachricht ist dem Broker zu groß"]);
    },
  );

  it("finishes QoS 2 without a second publication", () => {
    const a = channel("a", 2);
    const { made, wire } = publisher();
    made.attach(wire, LIMITS);
    offer(made, a, "1");
    void made.flush();
    made.acked("pubrec", 1, 0);
    expect(wire.sent).toEqual(["a=1 1", "pubrel 1"]);
    made.detach();
    const kept = new FakeWire();
    made.attach(kept, { ...LIMITS, sessionPresent: true });
    expect(kept.sent).toEqual(["pubrel 1"]);
    made.acked("pubcomp", 1, 0);
    made.detach();
    const fresh = new FakeWire();
    made.attach(fresh, LIMITS);
    expect(fresh.sent).toEqual([]);
  });

  it("sends the newest QoS 0 value again unless a later probe proved it", () => {
    const [a, b] = [channel("a", 0), channel("b", 0)];
    const { made, said, wire } = publisher();
    made.attach(wire, LIMITS);
    offer(made, a, "1");
    made.probing();
    offer(made, b, "2");
    offer(made, b, "3");
    void made.flush();
    made.proven();
    made.detach();
    const next = new FakeWire();
    made.attach(next, LIMITS);
    expect(next.sent).toEqual(["b=3"]);
    made.detach();
    offer(made, b, "4");
    const last = new FakeWire();
    made.attach(last, LIMITS);
    expect(last.sent).toEqual(["b=4"]);
    expect(said).toEqual([]);
  });

  it("keeps the newest value over any number of failed attempts, at each quality of service", () => {
    for (const qos of [0, 1, 2] as const) {
      const a = channel("a", qos);
      const { made, said, wire } = publisher();
      made.attach(wire, LIMITS);
      offer(made, a, "1");
      void made.flush();
      made.detach();
      made.detach();
      offer(made, a, "14");
      for (let attempt = 0; attempt < 3; attempt++) made.detach();
      const next = new FakeWire();
      made.attach(next, LIMITS);
      expect(next.sent.map((text) => text.replace(/ .*/, ""))).toEqual(
        qos === 0 ? ["a=14"] : ["a=1", "a=14"],
      );
      made.detach();
      made.detach();
      offer(made, a, "15");
      made.detach();
      const last = new FakeWire();
      made.attach(last, LIMITS);
      expect(last.sent.at(-1)).toMatch(/^a=15/);
      expect(said).toEqual([]);
    }
  });

  it("counts a value as written when the broker has acknowledged it, or at QoS 0 answered a later probe", () => {
    const [a, b, c] = [channel("a", 0), channel("b", 1), channel("c", 2)];
    const { made, written, wire } = publisher();
    for (const out of [a, b, c]) offer(made, out, "0");
    expect(written).toEqual([]);
    made.attach(wire, LIMITS);
    expect([written, wire.probes]).toEqual([[], 1]);
    made.probing();
    offer(made, a, "1");
    void made.flush();
    made.acked("puback", 1, 0);
    made.acked("pubrec", 2, 0);
    made.acked("pubrec", 2, 0);
    made.acked("pubcomp", 2, 0);
    expect(written.splice(0)).toEqual(["0", "0"]);
    made.proven();
    expect(written.splice(0)).toEqual(["0"]);
    made.detach();
    made.proven();
    const next = new FakeWire();
    made.attach(next, LIMITS);
    expect([written, next.sent]).toEqual([[], ["a=1"]]);
    made.probing();
    made.proven();
    expect(written).toEqual(["1"]);
  });

  it("lets many values share a probe", () => {
    const a = channel("a", 0);
    const { made, clock, wire, written } = publisher();
    const answer = () => {
      made.probing();
      made.proven();
    };
    made.attach(wire, LIMITS);
    const send = (count: number) => {
      for (let i = 0; i < count; i++) {
        offer(made, a, String(i));
        void made.flush();
      }
    };
    send(1);
    expect(wire.probes).toBe(1);
    answer();
    send(100);
    expect(wire.probes).toBe(1);
    clock.advance(200);
    expect(wire.probes).toBe(2);
    answer();
    send(1_000);
    expect(wire.probes).toBe(3);
    answer();
    expect(written).toHaveLength(1_101);
    clock.advance(1_000);
    expect(wire.probes).toBe(3);
  });

  it("releases what it does not know, unless the broker refuses it", () => {
    const { made, wire } = publisher();
    made.attach(wire, LIMITS);
    made.acked("pubrec", 7, 0x87);
    expect(wire.sent).toEqual([]);
    made.acked("pubrec", 7, 0);
    expect(wire.sent).toEqual(["pubrel 7"]);
  });

  it("sends again after a pause what the broker has no room for, but nothing older than its newest value", () => {
    const a = channel("a", 2);
    const { made, clock, said, written, wire } = publisher();
    made.attach(wire, LIMITS);
    offer(made, a, "1");
    offer(made, a, "2");
    void made.flush();
    made.acked("pubrec", 1, 0x97);
    made.acked("pubrec", 2, 0x97);
    expect(made.errors).toEqual([
      "Der Broker nimmt Werte für „a“ erst später an: ein Kontingent des Brokers ist erschöpft",
    ]);
    clock.advance(59_999);
    expect(wire.sent).toEqual(["a=1 1", "a=2 2"]);
    clock.advance(1);
    expect(wire.sent.slice(2)).toEqual(["a=2 3"]);
    // Longer the next time, and a newer value takes its place.
    made.acked("pubrec", 3, 0x97);
    offer(made, a, "3");
    clock.advance(119_999);
    expect(wire.sent).toHaveLength(3);
    clock.advance(1);
    expect(wire.sent.slice(3)).toEqual(["a=3 4"]);
    made.acked("pubrec", 4, 0);
    made.acked("pubcomp", 4, 0);
    expect([made.errors, written]).toEqual([[], ["3"]]);
    expect(said.filter((text) => text !== "changed")).toEqual(["coalesced 0", "coalesced 0"]);
    offer(made, a, "4");
    void made.flush();
    made.acked("pubrec", 5, 0x97);
    clock.advance(60_000);
    expect(wire.sent.at(-1)).toBe("a=4 6");
  });

  it("reports what the broker does not take", () => {
    const [a, b] = [channel("a", 1), channel("b", 0)];
    const { made, said, wire } = publisher();
    made.attach(wire, { ...LIMITS, maximumPacketSize: 20 });
    offer(made, a, "1");
    void made.flush();
    made.acked("puback", 1, 0x90);
    offer(made, b, "x".repeat(30));
    offer(made, a, "x".repeat(30));
    expect(said).toEqual([
      "0 Der Broker nimmt die Nachricht nicht an: der Broker lehnt das Topic ab",
      "1 Die Nachricht ist dem Broker zu groß",
      "0 Die Nachricht ist dem Broker zu groß",
    ]);
  });
});

describe("PacketIds", () => {
  it("goes round and skips what is in use", () => {
    const ids = new PacketIds();
    expect(ids.take()).toBe(1);
    for (let i = 2; i <= 65_535; i++) ids.release(ids.take());
    expect(ids.take()).toBe(2);
  });
});
