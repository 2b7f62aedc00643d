import type { AddOns, LogLine } from "@hubwart/containers";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { BrokerClients } from "./clients.ts";
import { connectionsIn, plainAddress } from "./connections.ts";

const T0 = Date.UTC(2026, 0, 1);
let table: string;
let log: LogLine[];
let running: boolean;
let fails: boolean;
let asked: (number | undefined)[];
let clients: BrokerClients;

beforeEach(() => {
  table = "";
  log = [];
  running = true;
  fails = false;
  asked = [];
  const addOns: Partial<AddOns> = {
    state: async () => ({ running }) as never,
    command: async () => {
      if (fails) {
        fails = false;
        throw new Error("gone");
      }
      return table;
    },
    async *logs(_id, { since }) {
      asked.push(since);
      yield* log.filter(({ ts }) => ts >= (since ?? 0));
    },
  };
  clients = new BrokerClients({ available: true, get: () => addOns as AddOns });
});

/** A connection from 172.18.0.1. */
const line = (from: number, port = 1883) => `   0: 020012AC:${hex(port)} 010012AC:${hex(from)} 01 \n`;
const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");
const begun = (from: number, at = 0): LogLine =>
  said(`New connection from 172.18.0.1:${from} on port 1883.`, at);
const signedIn = (from: number, rest: string, at = 0): LogLine =>
  said(`New client connected from 172.18.0.1:${from} as ${rest}`, at);
const said = (text: string, at: number): LogLine => ({ ts: T0 + at, stream: "stderr", text });

describe("who is connected", () => {
  it("is told with name, user and time", async () => {
    table = line(40_000) + line(40_001, 9001);
    log = [
      begun(40_000),
      signedIn(40_000, "lamp-1 (p2, c1, k60, u'lampe').", 5),
      signedIn(40_001, "auto-X (p5, c1, k60).", 7),
      signedIn(40_002, "gone (p2, c1, k60, u'weg').", 9),
    ];
    const since = (at: number) => new Date(T0 + at).toISOString();
    expect(await clients.read()).toEqual({
      clients: [
        { client: "auto-X", usr: null, address: "172.18.0.1:40001", port: 9001, since: since(7) },
        { client: "lamp-1", usr: "lampe", address: "172.18.0.1:40000", port: 1883, since: since(5) },
      ],
      more: 0,
    });
  });

  it("has no name where the log does not reach back, and is not told before the sign-in", async () => {
    table = line(1) + line(2);
    log = [begun(2)];
    expect((await clients.read()).clients).toEqual([
      { client: null, usr: null, address: "172.18.0.1:1", port: 1883, since: null },
    ]);
  });

  it("a new connection from the same port has no name of the one before", async () => {
    table = line(1);
    log = [signedIn(1, "old (p2, c1, k60, u'alt')."), begun(1, 1)];
    expect((await clients.read()).clients).toEqual([]);
    log.push(signedIn(1, "new (p2, c1, k60, u'neu').", 2));
    expect((await clients.read()).clients).toMatchObject([{ client: "new", usr: "neu" }]);
  });

  it("names given to the device's own listener prove nothing", async () => {
    table = line(1, 1884);
    log = [signedIn(1, "x (p2, c1, k60, u'admin').")];
    expect((await clients.read()).clients).toMatchObject([{ client: "x", usr: null }]);
  });

  it("a client id cannot stand for another user or address", async () => {
    table = line(1);
    const id = "a (p2, c1, k60, u'admin'). New client connected from 1.1.1.1:1 as b";
    log = [signedIn(1, `${id} (p2, c1, k60, u'evil').`)];
    expect((await clients.read()).clients).toMatchObject([{ client: id, usr: "evil" }]);
  });

  it("reads the log on from where it was, and forgets who has gone", async () => {
    table = line(1);
    log = [signedIn(1, "a (p2, c1, k60, u'a').", 5_000)];
    await clients.read();
    table = "";
    log = [];
    await clients.read();
    table = line(1);
    expect((await clients.read()).clients).toMatchObject([{ client: null }]);
    expect(asked).toEqual([undefined, T0 + 4_000, T0 + 4_000]);
  });

  it("is nobody while the broker does not run", async () => {
    running = false;
    expect(await clients.read()).toEqual({ clients: [], more: 0 });
    expect(asked).toEqual([]);
  });

  it("who asks while it is looked shares the next look, and sees what changed meanwhile", async () => {
    table = line(1);
    const first = clients.read();
    await Promise.resolve();
    await Promise.resolve();
    const later = Promise.all([clients.read(), clients.read(), clients.read()]);
    table = "";
    expect((await first).clients).toHaveLength(1);
    for (const { clients: shown } of await later) expect(shown).toEqual([]);
    expect(asked).toHaveLength(2);
    await clients.read();
    expect(asked).toHaveLength(3);
  });

  it("goes on after a look that failed", async () => {
    fails = true;
    const [first, next] = [clients.read(), clients.read()];
    await expect(first).rejects.toThrow("gone");
    expect((await next).clients).toEqual([]);
  });

  it("is listed up to a thousand", async () => {
    table = Array.from({ length: 1_003 }, (_, at) => line(at + 1)).join("");
    const { clients: shown, more } = await clients.read();
    expect([shown.length, more]).toEqual([1_000, 3]);
  });
});

describe("the kernel's table", () => {
  it("is read for both kinds of addresses", () => {
    const text = [
      "  12: 0100007F:075C 0100007F:D431 01 ",
      "   1: 00000000000000000000000001000000:075B B80D0120000000000000000001000000:C350 01 ",
      "   2: 0000000000000000FFFF0000020012AC:2329 0000000000000000FFFF0000010012AC:0001 01 ",
      "",
    ];
    expect(connectionsIn(text.join("\n"))).toEqual([
      { address: "127.0.0.1", from: 54_321, port: 1884 },
      { address: "2001:db8::1", from: 50_000, port: 1883 },
      { address: "172.18.0.1", from: 1, port: 9001 },
    ]);
  });

  it("bears whatever else is said", () => {
    fc.assert(fc.property(fc.string(), (text) => void connectionsIn(text)));
    expect(connectionsIn("   0: 0100007F:075B 0100007F:D431 0A \n")).toEqual([]);
    for (const text of ["::FFFF:1.2.3.4", "1.2.3.4", "[::ffff:1.2.3.4]"])
      expect(plainAddress(text)).toBe("1.2.3.4");
    expect(plainAddress("2001:0DB8::0001")).toBe("2001:db8::1");
  });
});
