import { describe, expect, it } from "vitest";
import type { BrokerLimits } from "./connection.ts";
import { PacketIds } from "./packet-ids.ts";
import { type OutChannel, Publisher } from "./publisher.ts";
import { PacketCutter } from "./wire/decode.ts";
import { encodeString, type Qos } from "./wire/encode.ts";

/** Takes what the publisher writes apart again. */
class FakeWire {
  readonly sent: string[] = [];
  full = false;
  readonly #cutter = new PacketCutter(
    {
      packet: (first, bytes, start, end) => this.#note(first, bytes, start, end),
      oversize: () => {
        throw new Error("nothing is that large here");
      },
    },
    1_000_000,
  );

  write(bytes: Buffer): boolean {
    this.#cutter.feed(bytes);
    return !this.full;
  }

  #note(first: number, bytes: Buffer, start: number, end: number): void {
    if (first >> 4 === 6) {
      this.sent.push(`pubrel ${bytes.readUInt16BE(start)}`);
      return;
    }
    const qos = (first >> 1) & 3;
    const topicEnd = start + 2 + bytes.readUInt16BE(start);
    const id = qos > 0 ? ` ${bytes.readUInt16BE(topicEnd)}` : "";
    const payload = bytes.toString("utf8", topicEnd + (qos > 0 ? 2 : 0), end);
    const flags = (first & 8 ? " dup" : "") + (first & 1 ? " retain" : "");
    this.sent.push(`${bytes.toString("utf8", start + 2, topicEnd)}=${payload}${id}${flags}`);
  }
}

const LIMITS: BrokerLimits = {
  sessionPresent: false,
  receiveMaximum: 3,
  receiveMaximumQos2: 3,
  maximumQos: 2,
  retain: true,
  maximumPacketSize: Number.POSITIVE_INFINITY,
};

function channel(name: string, qos: Qos, retain = false): OutChannel {
  return { index: name.charCodeAt(0) - 97, topic: encodeString(name), qos, retain, period: 0 };
}

function publisher(...outs: OutChannel[]) {
  const said: string[] = [];
  const made = new Publisher(4, outs, new PacketIds(), {
    failed: (index, reason) => void said.push(`${index} ${reason}`),
    coalesced: (index) => void said.push(`coalesced ${index}`),
  });
  return { made, said, wire: new FakeWire() };
}

/** Whether a promise is settled already. */
async function settled(promise: Promise<void>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), new Promise<boolean>((r) => setImmediate(r, false))]);
}

describe("Publisher", () => {
  it("sends at once while the broker is there, in one write a flush", async () => {
    const [a, b] = [channel("a", 0, true), channel("b", 1)];
    const { made, wire } = publisher(a, b);
    made.attach(wire, LIMITS);
    made.offer(a, "1");
    made.offer(b, "2");
    made.offer(a, "3");
    expect(wire.sent).toEqual([]);
    await made.flush();
    expect(wire.sent).toEqual(["a=1 retain", "b=2 1", "a=3 retain"]);
  });

  it("keeps the newest value per channel while the broker is away", async () => {
    const [a, b] = [channel("a", 0), channel("b", 1)];
    const { made, said, wire } = publisher(a, b);
    for (const text of ["1", "2"]) {
      made.offer(a, text);
      made.offer(b, text);
    }
    made.offer(a, "3");
    await made.flush();
    made.attach(wire, LIMITS);
    expect(wire.sent).toEqual(["b=2 1", "a=3"]);
    expect(said).toEqual(["coalesced 0", "coalesced 1", "coalesced 0"]);
  });

  it("holds back at the broker's window and at a full socket, and keeps the order", async () => {
    const [a, b] = [channel("a", 1), channel("b", 0)];
    const { made, wire } = publisher(a, b);
    made.attach(wire, LIMITS);
    for (const text of ["1", "2", "3", "4"]) made.offer(a, text);
    made.offer(b, "5");
    const flushed = made.flush();
    expect(await settled(flushed)).toBe(false);
    expect(wire.sent).toEqual(["a=1 1", "a=2 2", "a=3 3"]);
    made.acked("puback", 1, 0);
    expect(await settled(flushed)).toBe(true);
    expect(wire.sent.slice(3)).toEqual(["a=4 4", "b=5"]);

    wire.full = true;
    made.offer(b, "6");
    const stuck = made.flush();
    made.offer(b, "7");
    expect(await settled(stuck)).toBe(false);
    wire.full = false;
    made.drained();
    expect(await settled(stuck)).toBe(true);
    expect(wire.sent.slice(5)).toEqual(["b=6", "b=7"]);
  });

  it("sends unacknowledged publications again: marked in a kept session, anew otherwise", () => {
    for (const sessionPresent of [true, false]) {
      const a = channel("a", 1);
      const { made, wire } = publisher(a);
      made.attach(wire, LIMITS);
      made.offer(a, "1");
      made.offer(a, "2");
      void made.flush();
      made.acked("puback", 1, 0);
      made.detach();
      made.offer(a, "3");
      const next = new FakeWire();
      made.attach(next, { ...LIMITS, sessionPresent });
      expect(next.sent).toEqual(sessionPresent ? ["a=2 2 dup", "a=3 3"] : ["a=2 3", "a=3 4"]);
    }
  });

  it("finishes QoS 2 without a second publication", () => {
    const a = channel("a", 2);
    const { made, wire } = publisher(a);
    made.attach(wire, LIMITS);
    made.offer(a, "1");
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
    const { made, said, wire } = publisher(a, b);
    made.attach(wire, LIMITS);
    made.offer(a, "1");
    made.probing();
    made.offer(b, "2");
    made.offer(b, "3");
    void made.flush();
    made.proven();
    made.detach();
    const next = new FakeWire();
    made.attach(next, LIMITS);
    expect(next.sent).toEqual(["b=3"]);
    made.detach();
    made.offer(b, "4");
    const last = new FakeWire();
    made.attach(last, LIMITS);
    expect(last.sent).toEqual(["b=4"]);
    expect(said).toEqual([]);
  });

  it("keeps the newest value over any number of failed attempts, at each quality of service", () => {
    for (const qos of [0, 1, 2] as const) {
      const a = channel("a", qos);
      const { made, said, wire } = publisher(a);
      made.attach(wire, LIMITS);
      made.offer(a, "1");
      void made.flush();
      made.detach();
      made.detach();
      made.offer(a, "14");
      for (let attempt = 0; attempt < 3; attempt++) made.detach();
      const next = new FakeWire();
      made.attach(next, LIMITS);
      expect(next.sent.map((text) => text.replace(/ .*/, ""))).toEqual(
        qos === 0 ? ["a=14"] : ["a=1", "a=14"],
      );
      made.detach();
      made.detach();
      made.offer(a, "15");
      made.detach();
      const last = new FakeWire();
      made.attach(last, LIMITS);
      expect(last.sent.at(-1)).toMatch(/^a=15/);
      expect(said).toEqual([]);
    }
  });

  it("reports what the broker does not take", () => {
    const [a, b] = [channel("a", 1), channel("b", 0)];
    const { made, said, wire } = publisher(a, b);
    made.attach(wire, { ...LIMITS, maximumPacketSize: 20 });
    made.offer(a, "1");
    void made.flush();
    made.acked("puback", 1, 0x97);
    made.offer(b, "x".repeat(30));
    made.offer(a, "x".repeat(30));
    expect(said).toEqual([
      "0 Der Broker nimmt die Nachricht nicht an: ein Kontingent des Brokers ist erschöpft",
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
