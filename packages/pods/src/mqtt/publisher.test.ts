import { ManualClock } from "@hubwart/core";
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

  probes = 0;

  probe(): void {
    this.probes += 1;
  }

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

/** A broker that answers in order, and hangs up at a publication that starts with `poison`. */
class HangingUp {
  hangups = 0;
  gone = false;
  poison: string;
  readonly #made: Publisher;
  #wire = new FakeWire();
  #read = 0;
  #answeredProbes = 0;

  constructor(made: Publisher, poison: string) {
    this.#made = made;
    this.poison = poison;
  }

  renew(): FakeWire {
    this.gone = false;
    this.#wire = new FakeWire();
    this.#read = 0;
    this.#answeredProbes = 0;
    return this.#wire;
  }

  /** Until nothing more comes. */
  work(): void {
    while (!this.gone && (this.#packet() || this.#probe()));
  }

  #packet(): boolean {
    const text = this.#wire.sent[this.#read];
    if (text === undefined) return false;
    this.#read += 1;
    const [what = "", id] = text.split(" ");
    if (what.startsWith(this.poison)) {
      this.hangups += 1;
      this.gone = true;
      this.#made.detach(true);
    } else if (what === "pubrel") this.#made.acked("pubcomp", Number(id), 0);
    else if (id !== undefined) this.#made.acked("pubrec", Number(id), 0);
    return true;
  }

  #probe(): boolean {
    if (this.#answeredProbes === this.#wire.probes) return false;
    this.#answeredProbes = this.#wire.probes;
    this.#made.probing();
    // Its probe comes after what was sent before it.
    while (!this.gone && this.#packet());
    if (!this.gone) this.#made.proven();
    return true;
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
  return { index: name.charCodeAt(0) - 97, topic: encodeString(name), qos, retain };
}

function offer(made: Publisher, out: OutChannel, text: string): void {
  made.offer({ out, text, write: { index: out.index, value: text, ts: 0, seq: 1 } });
}

function publisher() {
  const said: string[] = [];
  const written: unknown[] = [];
  const clock = new ManualClock();
  const made = new Publisher(4, new PacketIds(), clock, {
    written: ({ value }) => void written.push(value),
    refused: ({ index }, reason) => void said.push(`${index} ${reason}`),
    coalesced: (index) => void said.push(`coalesced ${index}`),
  });
  return { made, said, written, clock, wire: new FakeWire() };
}

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

  it("finds the item that the broker answers by hanging up, refuses it, and goes on with the others", () => {
    for (const [qos, sessionPresent] of [
      [0, false],
      [1, false],
      [1, true],
      [2, true],
    ] as const) {
      const [bad, good, more] = [channel("a", qos), channel("b", qos), channel("c", 0)];
      const { made, said, clock, written } = publisher();
      const broker = new HangingUp(made, "a=");
      const limits = { ...LIMITS, sessionPresent };
      made.attach(broker.renew(), limits);
      offer(made, bad, "1");
      offer(made, good, "2");
      void made.flush();
      for (let i = 0; i < 10; i++) {
        broker.work();
        clock.advance(200);
        if (broker.gone) made.attach(broker.renew(), limits);
        offer(made, more, String(i));
        void made.flush();
      }
      clock.advance(200);
      broker.work();
      expect(said.filter((text) => !text.startsWith("coalesced"))).toEqual([
        "0 Der Broker beendet die Verbindung, sobald dieser Wert gesendet wird",
      ]);
      expect([broker.hangups, written]).toEqual([5, expect.arrayContaining(["2", "9"])]);

      // A new value of the channel is held back for a while, and tried alone once.
      offer(made, bad, "3");
      broker.work();
      expect(broker.hangups).toBe(5);
      clock.advance(60_000);
      broker.work();
      expect([broker.hangups, said.at(-1)]).toEqual([6, expect.stringMatching(/^0 Der Broker beendet/)]);

      // Once the broker takes it, nothing is held against it.
      made.attach(broker.renew(), limits);
      broker.poison = "nothing";
      offer(made, bad, "4");
      clock.advance(60_000);
      broker.work();
      offer(made, bad, "5");
      void made.flush();
      clock.advance(200);
      broker.work();
      expect(written.slice(-2)).toEqual(["4", "5"]);
    }
  });

  it("loses and refuses nothing when the connection ends any number of times by itself", () => {
    for (const qos of [0, 1, 2] as const) {
      for (const answered of [false, true]) {
        const [a, b] = [channel("a", qos), channel("b", qos)];
        const { made, said, wire, written } = publisher();
        made.attach(wire, LIMITS);
        offer(made, a, "1");
        offer(made, b, "2");
        void made.flush();
        for (let i = 0; i < 2; i++) {
          made.detach(true);
          made.attach(new FakeWire(), LIMITS);
        }
        for (let i = 0; i < 10; i++) {
          // By the peer before the connection is proven, or by us after something was sent alone.
          if (answered) {
            made.probing();
            made.proven();
          }
          made.detach(!answered);
          made.attach(new FakeWire(), LIMITS);
        }
        const broker = new HangingUp(made, "nothing");
        made.detach();
        made.attach(broker.renew(), LIMITS);
        broker.work();
        expect(said).toEqual([]);
        expect(written).toEqual(answered && qos === 0 ? expect.arrayContaining(["1", "2"]) : ["1", "2"]);
      }
    }
  });

  it("does not blame an item for an end long after it", () => {
    const a = channel("a", 1);
    const { made, said, clock } = publisher();
    made.attach(new FakeWire(), LIMITS);
    offer(made, a, "1");
    void made.flush();
    for (let i = 0; i < 10; i++) {
      for (let end = 0; end < 2; end++) {
        made.detach(true);
        made.attach(new FakeWire(), LIMITS);
      }
      made.probing();
      made.proven();
      clock.advance(5_000);
    }
    expect(said).toEqual([]);
  });

  it("reports what the broker does not take", () => {
    const [a, b] = [channel("a", 1), channel("b", 0)];
    const { made, said, wire } = publisher();
    made.attach(wire, { ...LIMITS, maximumPacketSize: 20 });
    offer(made, a, "1");
    void made.flush();
    made.acked("puback", 1, 0x97);
    offer(made, b, "x".repeat(30));
    offer(made, a, "x".repeat(30));
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
