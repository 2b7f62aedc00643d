import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressText, parseAddress } from "./address.ts";
import { S7ValueError } from "./codec.ts";
import { CODECS, DATA_TYPES, sizeOf } from "./types.ts";

const hex = (bytes: Buffer) => bytes.toString("hex");

describe("addresses", () => {
  it.each([
    ["DB10.DBX0.3", "DB10.0.3"],
    ["%db10.dbw4", "DB10.4"],
    ["DB10.20", "DB10.20"],
    ["DB 10.DBD 20", "DB10.20"],
    ["M0.1", "M0.1"],
    ["MW10", "M10"],
    ["E0.0", "I0.0"],
    ["AW4", "Q4"],
    ["T5", "T5"],
    ["Z3", "C3"],
  ])("%s", (text, shown) => {
    const address = parseAddress(text);
    expect(address && addressText(address)).toBe(shown);
  });

  it.each([
    "",
    "DB0.DBW0",
    "DB70000.DBW0",
    "DB1.DBX0",
    "DB1.DBX0.8",
    "MW1.1",
    "M99999",
    "X1.0",
    "DB1",
    "T1.1",
    "DB1.DBW-1",
  ])("is none: %s", (text) => expect(parseAddress(text)).toBeUndefined());
});

describe("values on the wire", () => {
  it.each([
    ["S5TIME", 10, "0001"],
    ["S5TIME", 12_300, "1123"],
    ["S5TIME", 9_990_000, "3999"],
    ["COUNTER", 999, "0999"],
    ["DATE", "1990-01-02", "0001"],
    ["DT", "1999-12-31T23:59:59.999", "9912312359599996"],
    ["DTL", "2026-11-21T00:00:00.000", "07ea0b150700000000000000"],
    ["TOD", "00:00:01.000", "000003e8"],
    ["LTIME", 0.000001, "0000000000000001"],
    ["LDT", "1970-01-01T00:00:00.000", "0000000000000000"],
    ["WCHAR", "€", "20ac"],
  ] as const)("%s %s is %s", (data, value, bytes) => {
    expect(hex(CODECS[data].encode(value))).toBe(bytes);
    expect(CODECS[data].decode(Buffer.from(bytes, "hex"))).toBe(value);
  });

  it.each([
    ["S5TIME", "00ff"],
    ["COUNTER", "0a00"],
    ["TOD", "ffffffff"],
    ["DT", "0000000000000000"],
    ["DTL", "000000000000000000000000"],
    ["STRING", "0a0b41"],
    ["WSTRING", "000affff0041"],
  ] as const)("%s does not take %s for a value", (data, bytes) => {
    expect(() => CODECS[data].decode(Buffer.from(bytes, "hex"))).toThrow(S7ValueError);
  });

  it.each([
    ["USINT", 256],
    ["INT", -32_769],
    ["LINT", 2n ** 63n],
    ["REAL", 1e39],
    ["COUNTER", 1000],
    ["S5TIME", 9_990_001],
    ["CHAR", "ab"],
    ["CHAR", "€"],
    ["DATE", "2026-02-30"],
    ["DATE", "1989-12-31"],
    ["TOD", "24:00:00"],
    ["DT", "2090-01-01T00:00:00"],
    ["DTL", "2026-11-21"],
  ] as const)("%s refuses %s", (data, value) => {
    expect(() => CODECS[data].encode(value)).toThrow(S7ValueError);
  });

  it("reads a REAL with the digits it has", () => {
    expect(CODECS.REAL.decode(CODECS.REAL.encode(0.1))).toBe(0.1);
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Math.fround(Number(CODECS.REAL.decode(CODECS.REAL.encode(value))))).toBe(value);
      }),
    );
  });

  it("keeps all digits of 64 bits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(CODECS.LINT.decode(CODECS.LINT.encode(value))).toBe(value);
      }),
    );
  });

  it("makes of any bytes a value or an error that says why", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DATA_TYPES),
        fc.uint8Array({ minLength: 40, maxLength: 40 }),
        (data, given) => {
          const bytes = Buffer.from(given).subarray(0, sizeOf(data, 12));
          try {
            const value = CODECS[data].decode(bytes);
            if (typeof value === "number" && !Number.isFinite(value)) return;
            CODECS[data].encode(value);
          } catch (error) {
            expect(error).toBeInstanceOf(S7ValueError);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});
