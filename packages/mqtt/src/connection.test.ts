import { PassThrough } from "node:stream";
import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { BrokerConnection } from "./connection.ts";
import { refusesFor } from "./reasons.ts";

const NONE = () => undefined;

function made(level: 4 | 5) {
  const closed: unknown[][] = [];
  const socket = new PassThrough();
  const clock = new ManualClock();
  let proofs = 0;
  const connection = new BrokerConnection(
    socket,
    "broker:1883",
    { level, clientId: "c", clean: true, keepalive: 60, sessionExpiry: 0, maximumPacketSize: 1_000 },
    new Set(),
    clock,
    {
      ready: NONE,
      message: NONE,
      dropped: NONE,
      acked: NONE,
      subscribed: NONE,
      probing: NONE,
      proven: () => (proofs += 1),
      drained: NONE,
      closed: (...how) => closed.push(how),
    },
  );
  const come = (...bytes: number[]) => connection.feed(Buffer.from(bytes));
  /** Requests for a sign of life since the last look. */
  const pings = () => {
    const wrote = (socket.read() as Buffer | null) ?? Buffer.alloc(0);
    return wrote.toString("latin1").split("\xc0\0").length - 1;
  };
  return { clock, closed, come, connection, pings, proofs: () => proofs };
}

/** What becomes of a connection whose broker says this. */
function told(level: 4 | 5, ...packets: number[][]): unknown[] {
  const { closed, connection } = made(level);
  for (const packet of packets) connection.feed(Buffer.from(packet));
  void connection.end();
  return closed[0] as unknown[];
}

const REFERENCE = [0x1c, 0, 5, ...Buffer.from("b:188")];

const CONNACK = [0x20, 2, 0, 0];
const PINGRESP = [0xd0, 0];
/** The beginning of a message of 16,000 bytes. */
const LARGE = [0x30, 0x80, 0x7d, 0, 1, 0x61];
const HALF = 30_000;

describe("a broker whose sign of life is late", () => {
  it("is given up when nothing else comes either", () => {
    const { clock, closed, come } = made(4);
    come(...CONNACK);
    clock.advance(HALF);
    come(...LARGE);
    clock.advance(HALF);
    expect(closed).toEqual([]);
    clock.advance(HALF);
    expect(closed).toEqual([["Der Broker broker:1883 antwortet nicht mehr", false, false]]);
  });

  it("lives while a message comes, hears of us meanwhile, and has proven nothing before it answers", async () => {
    const { clock, closed, come, pings, proofs } = made(4);
    come(...CONNACK);
    come(...LARGE);
    for (let half = 0; half < 20; half++) {
      clock.advance(HALF);
      come(0x78);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect([closed, proofs(), pings()]).toEqual([[], 0, 20]);
    come(...Array<number>(16_000 - 3 - 20).fill(0x78));
    come(...PINGRESP);
    expect(proofs()).toBe(1);
    // A new question, and answers to the old ones: those that only showed us alive.
    clock.advance(HALF);
    for (let more = 1; more < 20; more++) come(...PINGRESP);
    expect(proofs()).toBe(1);
    come(...PINGRESP, ...PINGRESP);
    expect([closed, proofs()]).toEqual([[], 2]);
  });

  it("is given up in the end if it drips for ever", () => {
    const { clock, closed, come } = made(4);
    come(...CONNACK, ...LARGE);
    let halves = 0;
    for (; closed.length === 0 && halves < 100; halves++) {
      clock.advance(HALF);
      come(0x78);
    }
    expect(halves).toBe(31);
  });
});

describe("a broker that refuses", () => {
  it("is asked again later where its reason lasts, and soon where it does not", () => {
    expect(told(4, [0x20, 2, 0, 5])).toEqual([
      expect.stringContaining("lehnt die Anmeldung ab"),
      false,
      true,
    ]);
    expect(told(4, [0x20, 2, 0, 3])).toEqual([expect.any(String), false, false]);
    expect(told(5, [0x20, 3, 0, 0x86, 0])?.[2]).toBe(true);
    expect(told(5, [0x20, 3, 0, 0x89, 0])?.[2]).toBe(false);
  });

  it("names the server that it refers to", () => {
    const reference = [REFERENCE.length, ...REFERENCE];
    const refused = told(5, [0x20, 2 + reference.length, 0, 0x9d, ...reference]);
    expect(refused).toEqual([
      "Der Broker broker:1883 lehnt die Anmeldung ab: der Broker ist umgezogen (b:188); tragen Sie diesen als „host“ ein",
      false,
      true,
    ]);
    const ended = told(5, [0x20, 3, 0, 0, 0], [0xe0, 1 + reference.length, 0x9c, ...reference]);
    expect(ended).toEqual([
      expect.stringContaining("verweist auf einen anderen Server (b:188)"),
      false,
      true,
    ]);
    expect(told(5, [0x20, 3, 0, 0, 0], [0xe0, 1, 0x9c])?.[0]).toMatch(/anderen Server$/);
  });

  it("refuses for long by password, permission, ban and version, in either version's numbers", () => {
    const lasting = (level: 4 | 5) =>
      Array.from({ length: 256 }, (_, code) => code).filter((code) => refusesFor(level, code));
    expect(lasting(4)).toEqual([1, 2, 4, 5]);
    expect(lasting(5)).toEqual([1, 2, 4, 5, 0x84, 0x85, 0x86, 0x87, 0x8a, 0x8c, 0x9c, 0x9d, 0x9f]);
  });
});
