import { describe, expect, it } from "vitest";
import type { Publisher } from "./publisher.ts";
import { channel, FakeWire, LIMITS, offer, publisher } from "./testing/publishing.ts";

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

describe("one by one", () => {
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

      // Longer from time to time; once the broker takes it, nothing is held against it.
      made.attach(broker.renew(), limits);
      broker.poison = "nothing";
      offer(made, bad, "4");
      broker.work();
      const before = written.length;
      clock.advance(119_000);
      broker.work();
      expect(written).toHaveLength(before);
      clock.advance(1_000);
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

  it("sends fewer at once at QoS 2 to a broker that hangs up over many, and more again a day later", () => {
    const wide = { ...LIMITS, receiveMaximum: 1_000, receiveMaximumQos2: 10 };
    const outs = "abcdefgh".split("").map((name) => channel(name, 2));
    const { made, said, clock } = publisher();
    let wire = new FakeWire();
    let [read, done] = [0, 0];
    made.attach(wire, wide);
    /** All have a new value; the broker hangs up `ends` times in a row over it, then takes all. Tells how many were open at once. */
    const round = (ends: number) => {
      for (const out of outs) offer(made, out, "1");
      void made.flush();
      for (let end = 0; end < ends; end++) {
        made.detach(true);
        wire = new FakeWire();
        [read, done] = [0, 0];
        made.attach(wire, wide);
      }
      let most = 0;
      while (wire.sent.length > read || wire.probes > 0) {
        const published = wire.sent.filter((packet) => !packet.startsWith("pubrel")).length;
        most = Math.max(most, published - done);
        const packet = wire.sent[read];
        if (packet === undefined) {
          wire.probes = 0;
          made.probing();
          made.proven();
          continue;
        }
        read += 1;
        const released = packet.startsWith("pubrel");
        if (released) done += 1;
        made.acked(released ? "pubcomp" : "pubrec", Number(packet.split(" ")[1]), 0);
      }
      return most;
    };
    expect(round(0)).toBe(8);
    // Once may be chance.
    clock.advance(5_000);
    expect(round(1)).toBe(8);
    round(2);
    expect(round(0)).toBe(4);
    round(2);
    expect(round(0)).toBe(2);
    clock.advance(86_400_000);
    expect(round(0)).toBe(8);
    expect(said.filter((text) => !text.startsWith("coalesced"))).toEqual([]);
  });
});
