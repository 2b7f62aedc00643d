import { PassThrough } from "node:stream";
import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { BrokerConnection } from "./connection.ts";
import { refusesFor } from "./reasons.ts";

const NONE = () => undefined;

/** What becomes of a connection whose broker says this. */
function told(level: 4 | 5, ...packets: number[][]): unknown[] {
  const closed: unknown[] = [];
  const connection = new BrokerConnection(
    new PassThrough(),
    "broker:1883",
    { level, clientId: "c", clean: true, keepalive: 60, sessionExpiry: 0, maximumPacketSize: 1_000 },
    new Set(),
    new ManualClock(),
    {
      ready: NONE,
      message: NONE,
      dropped: NONE,
      acked: NONE,
      subscribed: NONE,
      probing: NONE,
      proven: NONE,
      drained: NONE,
      closed: (...how) => closed.push(how),
    },
  );
  for (const packet of packets) connection.feed(Buffer.from(packet));
  void connection.end();
  return closed[0] as unknown[];
}

const REFERENCE = [0x1c, 0, 5, ...Buffer.from("b:188")];

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
