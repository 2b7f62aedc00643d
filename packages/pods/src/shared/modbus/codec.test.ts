import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeRegisters, encodeRegisters, packBits, packedBit, type Raw } from "./codec.ts";
import { type DataType, ORDERS, type Order } from "./columns.ts";
import { type Item, itemOf } from "./item.ts";
import { rawOf, readingOf } from "./value.ts";

function item(data: DataType, order: Order, more: Partial<Item> = {}): Item {
  const base = itemOf({ area: "holding", address: 0, data, order, scale: 1, offset: 0, length: 40 });
  return { ...base, ...more };
}

const RAWS: Record<Exclude<DataType, "bool">, fc.Arbitrary<Raw>> = {
  int16: fc.integer({ min: -0x8000, max: 0x7fff }),
  uint16: fc.integer({ min: 0, max: 0xffff }),
  int32: fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
  uint32: fc.integer({ min: 0, max: 0xffff_ffff }),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  float32: fc.float(),
  float64: fc.double(),
  string: fc
    .string({ unit: "grapheme", maxLength: 40 })
    .filter((text) => Buffer.byteLength(text) <= 40 && !text.includes("\0") && !text.endsWith(" ")),
};

describe("registers", () => {
  describe.each(ORDERS)("order %s", (order) => {
    it.each(Object.entries(RAWS))("keep every %s", (data, raws) => {
      const made = item(data as DataType, order);
      fc.assert(
        fc.property(raws, (raw) => {
          const wire = encodeRegisters(made, raw);
          expect(wire.length).toBe(made.size * 2);
          const read = decodeRegisters(made, wire);
          expect(data === "float32" ? Math.fround(Number(read)) : read).toEqual(raw);
        }),
      );
    });

    it("read a single-precision number with the digits the device meant", () => {
      const made = item("float32", order);
      for (const meant of [0.025, 21.5, -0.1, 1e-7, 3.402823e38, 16_777_216]) {
        expect(decodeRegisters(made, encodeRegisters(made, meant))).toBe(meant);
      }
    });

    it("keep the other bits of a register", () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 15 }),
          fc.boolean(),
          fc.integer({ min: 0, max: 0xffff }),
          (bit, raw, register) => {
            const before = Buffer.alloc(2);
            before.writeUInt16BE(register);
            const made = item("bool", order, { bit });
            const after = encodeRegisters(made, raw, before);
            expect(decodeRegisters(made, after)).toBe(raw);
            for (let other = 0; other < 16; other += 1) {
              if (other === bit) continue;
              const neighbour = item("bool", order, { bit: other });
              expect(decodeRegisters(neighbour, after)).toBe(decodeRegisters(neighbour, before));
            }
          },
        ),
      );
    });
  });

  it.each([
    ["ABCD", [0x12, 0x34, 0x56, 0x78]],
    ["CDAB", [0x56, 0x78, 0x12, 0x34]],
    ["BADC", [0x34, 0x12, 0x78, 0x56]],
    ["DCBA", [0x78, 0x56, 0x34, 0x12]],
  ] as const)("lays 0x12345678 out as %s says", (order, bytes) => {
    expect([...encodeRegisters(item("uint32", order), 0x12345678)]).toEqual(bytes);
  });

  it.each([
    ["ABCD", "0102030405060708"],
    ["CDAB", "0708050603040102"],
    ["BADC", "0201040306050807"],
    ["DCBA", "0807060504030201"],
  ] as const)("goes on for 64 bits as %s says", (order, hex) => {
    expect(encodeRegisters(item("uint64", order), 0x0102030405060708n).toString("hex")).toBe(hex);
  });

  it("reads Latin-1 where text is no UTF-8, and cuts padding", () => {
    const made = item("string", "ABCD", { length: 8, size: 4 });
    expect(decodeRegisters(made, Buffer.from("K\xfcche   ", "latin1"))).toBe("Küche");
    expect(decodeRegisters(made, Buffer.from("ab\0\0xxxx"))).toBe("ab");
  });

  it("packs bits as FC1 and FC15 do", () => {
    expect([...packBits([true, false, true, true, false, false, true, true, true, true])]).toEqual([205, 3]);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 2000 }), (bits) => {
        const packed = packBits(bits);
        expect(bits.map((_, i) => packedBit(packed, i))).toEqual(bits);
      }),
      { numRuns: 20 },
    );
  });
});

describe("values", () => {
  const value = (made: Item, type: "int" | "float" | "bool" | "string", raw: Raw) =>
    readingOf(made, type, raw);

  it("are scaled to decimal fractions a person would write", () => {
    expect(value(item("int16", "ABCD", { scale: 0.1 }), "float", 3)).toEqual({ value: 0.3, quality: 0 });
    expect(value(item("uint16", "ABCD", { scale: 0.1, offset: -20 }), "float", 415)?.value).toBe(21.5);
  });

  it("come back from the device as they were written, to the rounding of the scale", () => {
    const made = item("int16", "ABCD", { scale: 0.1, offset: 5 });
    fc.assert(
      fc.property(fc.integer({ min: -32_768, max: 32_767 }), (tenths) => {
        const wanted = Number((tenths * 0.1 + 5).toPrecision(15));
        const found = rawOf(made, wanted);
        expect(found).toEqual({ raw: tenths });
        expect(value(made, "float", tenths)?.value).toBe(wanted);
      }),
    );
  });

  it("are uncertain where 64 bits do not fit a number, and exact as text", () => {
    const made = item("uint64", "ABCD");
    expect(value(made, "int", 2n ** 53n + 1n)).toEqual({ value: 2 ** 53, quality: 1 });
    expect(value(made, "string", 2n ** 53n + 1n)).toEqual({ value: "9007199254740993", quality: 0 });
    expect(rawOf(made, "9007199254740993")).toEqual({ raw: 9007199254740993n });
  });

  it("are none where the device holds no number", () => {
    expect(value(item("float32", "ABCD"), "float", Number.NaN)).toBeUndefined();
    expect(value(item("float64", "ABCD"), "float", Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  it.each([
    [item("uint16", "ABCD"), -1, "-1 passt nicht in uint16; erlaubt ist 0 bis 65535"],
    [
      item("int16", "ABCD", { scale: 0.1 }),
      4000,
      "4000 (Rohwert 40000) passt nicht in int16; erlaubt ist -32768 bis 32767",
    ],
    [
      item("uint64", "ABCD"),
      "18446744073709551616",
      '"18446744073709551616" passt nicht in uint64; erlaubt ist 0 bis 18446744073709551615',
    ],
    [item("float32", "ABCD"), 1e300, "1e+300 ist zu groß für float32"],
    [item("float64", "ABCD"), Number.NaN, "null passt nicht; erlaubt ist eine Zahl"],
    [item("int32", "ABCD"), "warm", '"warm" passt nicht; erlaubt ist eine Zahl'],
    [item("bool", "ABCD", { bit: 1 }), 2, "2 passt nicht; erlaubt ist true/false oder 1/0"],
    [item("string", "ABCD", { length: 3 }), "über", "Der Text ist mit 5 Byte zu lang; erlaubt sind 3"],
    [item("string", "ABCD"), 5, "5 passt nicht; erlaubt ist Text"],
  ])("that do not fit are refused in German (%#)", (made, given, problem) => {
    expect(rawOf(made, given)).toEqual({ problem });
  });
});
