import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectionOf } from "./header.ts";
import { modifiersOf } from "./modifiers.ts";
import { bcdOf, realOf, signedOf, timeOf, unsignedOf } from "./numbers.ts";
import { recordsOf } from "./records.ts";

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");

describe("numbers", () => {
  it("of each length come back", () => {
    for (const length of [1, 2, 3, 4, 6, 8]) {
      const bits = BigInt(length * 8);
      fc.assert(
        fc.property(fc.bigInt({ min: -(1n << (bits - 1n)) + 1n, max: (1n << (bits - 1n)) - 1n }), (value) => {
          const raw = BigInt.asUintN(length * 8, value);
          const written = Buffer.from(raw.toString(16).padStart(length * 2, "0"), "hex").reverse();
          return signedOf(written) === value && unsignedOf(written) === raw;
        }),
      );
    }
  });

  it("of decimal digits have a sign in front, and errors elsewhere", () => {
    expect(bcdOf(bytes("785634f2"))).toBe(-2_345_678n);
    expect(bcdOf(bytes("78563412"))).toBe(12_345_678n);
    for (const wrong of ["7856a412", "785634a2", "785634ee", "7f563412"])
      expect(bcdOf(bytes(wrong))).toBeUndefined();
  });

  it("that stand for none are none", () => {
    expect(signedOf(bytes("0080"))).toBeUndefined();
    expect(signedOf(bytes("0180"))).toBe(-32_767n);
    expect(realOf(bytes("0000c07f"))).toBeUndefined();
    expect(realOf(bytes("0000807f"))).toBeUndefined();
    expect(realOf(bytes("cdccac41"))).toBe(21.6);
  });
});

describe("times", () => {
  it("of types F, G, I and J", () => {
    expect(timeOf(bytes("1e0a993b"))).toBe("2028-11-25T10:30");
    expect(timeOf(bytes("7932"))).toBe("2027-02-25");
    expect(timeOf(bytes("0f1e0a993b00"))).toBe("2028-11-25T10:30:15");
    expect(timeOf(bytes("0f1e0a"))).toBe("10:30:15");
  });

  it("that there are not, or that the meter does not stand by", () => {
    for (const wrong of [
      "0000",
      "ffff",
      "9e0a993b",
      "3c0a993b",
      "1e18993b",
      "5e2d",
      "0f9e0a993b00",
      "3c1e0a",
      "00",
    ]) {
      expect(timeOf(bytes(wrong)), wrong).toBeUndefined();
    }
    // The hundreds of years of newer meters, and those of older ones that count none.
    expect(timeOf(bytes("1e2a993b"))).toBe("2028-11-25T10:30");
    expect(timeOf(bytes("1e0a21b1"))).toBe("1989-01-01T10:30");
  });
});

describe("modifiers", () => {
  it("are words, corrections, errors and limits", () => {
    expect(modifiersOf([0xbb, 0xfc, 0x01])).toMatchObject({ words: ["positive", "l1"], exponent: 0 });
    expect(modifiersOf([0xf5, 0x7d])).toMatchObject({ words: [], exponent: 2 });
    expect(modifiersOf([0x79])).toMatchObject({ offset: 0.01 });
    expect(modifiersOf([0x18])).toMatchObject({ error: "data_error" });
    expect(modifiersOf([0x40])).toMatchObject({ words: ["lower_limit"] });
    expect(modifiersOf([0x49])).toMatchObject({ words: ["upper_exceeds"] });
    expect(modifiersOf([0x4f])).toMatchObject({ words: ["end_of_last_upper_exceed"], as: "time" });
    expect(modifiersOf([0x5a])).toMatchObject({
      words: ["duration_of_first_upper_exceed"],
      seconds: 3_600,
      as: "duration",
    });
    expect(modifiersOf([0xff, 0x81, 0x02])).toMatchObject({ words: ["x01", "x02"] });
    expect(modifiersOf([0x7f])).toMatchObject({ words: ["x7f"] });
    expect(modifiersOf([0x11])).toMatchObject({ words: ["x11"] });
  });
});

describe("records", () => {
  const one = (hex: string) => recordsOf(bytes(hex)).records[0];

  it("have places over several extensions", () => {
    expect(one("c4f15206010000 00".replaceAll(" ", ""))).toMatchObject({
      storage: 67,
      tariff: 7,
      subunit: 3,
      quantity: "energy",
    });
  });

  it("of variable length", () => {
    expect(one("0d7803434241")?.value).toEqual({ kind: "text", text: "ABC" });
    expect(one("0d13c37856 34".replaceAll(" ", ""))?.value).toMatchObject({
      kind: "number",
      mantissa: 345_678n,
    });
    expect(one("0d13d2 7856".replaceAll(" ", ""))?.value).toMatchObject({ mantissa: -5678n });
    expect(one("0d13e2 0102".replaceAll(" ", ""))?.value).toMatchObject({ mantissa: 513n });
    expect(one("0dfd1100")?.value).toEqual({ kind: "text", text: "" });
    expect(recordsOf(bytes("0d13ff"))).toEqual({ records: [], more: false, truncated: true });
  });

  it("end where the answer does, and say whether more comes", () => {
    expect(recordsOf(bytes("2f2f040601000000041302"))).toMatchObject({
      truncated: true,
      records: [{ quantity: "energy" }],
    });
    expect(recordsOf(bytes("04060100000 01f".replaceAll(" ", "")))).toMatchObject({
      more: true,
      truncated: false,
    });
    expect(recordsOf(bytes("0f0102")).records).toMatchObject([
      { quantity: "manufacturer_specific", value: { kind: "text", text: "0102" } },
    ]);
    // An extension without end.
    expect(recordsOf(Buffer.alloc(40, 0x84))).toMatchObject({ truncated: true, records: [] });
    expect(recordsOf(bytes("7f"))).toEqual({ records: [], more: false, truncated: false });
  });

  it("of electricity by the extensions of the standard", () => {
    const shown = (hex: string) => {
      const record = one(hex);
      const value = record?.value;
      return value?.kind === "number" ? `${record?.quantity} ${value.number} ${value.unit}` : undefined;
    };
    expect(shown("02fd48e608")).toBe("voltage 227.8 V");
    expect(shown("02fd59d204")).toBe("current 1.234 A");
    expect(shown("02fb2e f401".replaceAll(" ", ""))).toBe("frequency 50 Hz");
    expect(shown("04fb8275 40420f00".replaceAll(" ", ""))).toBe("reactive_energy 100000000 varh");
    expect(shown("04fb00 01000000".replaceAll(" ", ""))).toBe("energy 100000 Wh");
    expect(shown("04fb0d 01000000".replaceAll(" ", ""))).toBe("energy 1000000 cal");
    expect(shown("02fb1a 1b02".replaceAll(" ", ""))).toBe("humidity 53.9 %");
    expect(shown("02fb35 0a00".replaceAll(" ", ""))).toBe("apparent_power 100 VA");
    expect(shown("02fd3a 0500".replaceAll(" ", ""))).toBe("dimensionless 5 ");
    expect(shown("047c0348574b01000000")).toBe("plain_text 1 KWH");
  });
});

it("selects by what the mask leaves open", () => {
  expect(selectionOf({ id: "1234FFFF" }).toString("hex")).toBe("ffff3412ffffffff");
  expect(selectionOf({ id: "12345678", manufacturer: "KAM", version: 8, medium: 4 }).toString("hex")).toBe(
    "785634122d2c0804",
  );
});
