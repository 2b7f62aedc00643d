import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { podLoad, type TestChannel } from "../testing/index.ts";
import { checkModbServer, modbServerSchema } from "./schema.ts";

const check = (channels: TestChannel[], ifaces: Parameters<typeof podLoad>[1] = [{}]) =>
  checkModbServer(podLoad(modbServerSchema, ifaces, channels));

describe("a server at a serial port", () => {
  const serial = { mode: "serial", device: "/dev/ttyS0", unit_id: 5 };
  const attributes = (...ifaces: Parameters<typeof podLoad>[1][number][]) =>
    check([], ifaces).map(({ attribute, where }) => `${where} ${attribute}`);

  it("has a unit id of its own", () => {
    expect(attributes(serial)).toEqual([]);
    for (const unit_id of [0, 248, 255]) expect(attributes({ ...serial, unit_id })).toEqual(["main unit_id"]);
    expect(attributes({ unit_id: 0 })).toEqual([]);
  });

  it("takes no TCP port", () => {
    const second = { ...serial, id: "second", device: "/dev/ttyS1" };
    expect(attributes(serial, second, { id: "tcp" })).toEqual([]);
    const { claims, listens } = modbServerSchema;
    expect(listens?.({ ...serial, bind: "::", port: 502 })).toBeUndefined();
    expect(claims?.(serial)).toBe("/dev/ttyS0");
    expect(listens?.({ mode: "tcp", bind: "::", port: 502 })).toEqual({ bind: "::", port: 502 });
  });
});

describe("overlapping registers", () => {
  it("are a problem of the second channel", () => {
    const found = check([
      { chan: "temp", config: { address: 10, data: "float32" } },
      { chan: "next", config: { address: 11 } },
    ]);
    expect(found).toEqual([
      {
        where: "modb_server.test.next",
        attribute: "address",
        text: "Die Adresse ist schon vom Channel „modb_server.test.temp“ belegt (holding 10 bis 11)",
        hint: "Geben Sie jedem Channel eigene Register oder ein eigenes Bit.",
      },
    ]);
  });

  it("are none in another area, on another interface, or as neighbours", () => {
    const ifaces = [{}, { id: "second", port: 1502 }];
    expect(
      check(
        [
          { chan: "a", config: { address: 0, data: "float32" } },
          { chan: "b", config: { address: 2 } },
          { chan: "c", config: { address: 0, area: "input" } },
          { chan: "d", iface: "second", config: { address: 0 } },
          { chan: "e", config: { address: 0, area: "coil" } },
        ],
        ifaces,
      ),
    ).toEqual([]);
  });

  it("may share a register by bits, but no bit and no whole register", () => {
    const bit = (chan: string, at: number, order = "ABCD"): TestChannel => ({
      chan,
      type: "bool",
      config: { address: 5, bit: at, order },
    });
    const where = (channels: TestChannel[]) => check(channels).map((p) => p.where.split(".").at(-1));
    expect(where([bit("a", 0), bit("b", 15), bit("c", 7)])).toEqual([]);
    expect(where([bit("a", 3), bit("b", 3)])).toEqual(["b"]);
    // Bit 3 of the swapped register is the same bit as 11 of the unswapped one.
    expect(where([bit("a", 3, "BADC"), bit("b", 11)])).toEqual(["b"]);
    expect(where([bit("a", 0), { chan: "word", config: { address: 5 } }, bit("b", 1)])).toEqual([
      "word",
      "b",
    ]);
  });

  it("are found exactly when two ranges meet", () => {
    const range = fc.record({ address: fc.nat(40), long: fc.boolean() });
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const taken = new Set<number>();
        let meets = false;
        for (const { address, long } of ranges) {
          for (const at of long ? [address, address + 1, address + 2, address + 3] : [address]) {
            meets ||= taken.has(at);
            taken.add(at);
          }
        }
        const channels = ranges.map(({ address, long }, i) => ({
          chan: `c${i}`,
          config: { address, data: long ? "float64" : "uint16" },
        }));
        expect(check(channels).length > 0).toBe(meets);
      }),
    );
  });
});

describe("checkModbServer", () => {
  it("wants an address to listen on, and each port once", () => {
    const ifaces = [{ bind: "localhost" }, { id: "b", port: 1502 }, { id: "c", port: 1502 }];
    expect(check([], ifaces).map(({ where, attribute }) => [where, attribute])).toEqual([
      ["main", "bind"],
      ["c", "port"],
    ]);
  });

  it("lets clients write coils and holding registers only", () => {
    expect(
      check([
        { chan: "a", dir: "in", config: { address: 0, area: "input" } },
        { chan: "b", dir: "inout", type: "bool", config: { address: 0, area: "discrete" } },
        { chan: "c", dir: "in", config: { address: 0 } },
      ]).map(({ where, attribute }) => [where.split(".").at(-1), attribute]),
    ).toEqual([
      ["a", "area"],
      ["b", "area"],
    ]);
  });
});
