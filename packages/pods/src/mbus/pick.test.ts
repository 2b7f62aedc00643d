import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountOf, isFirstOf, recordFor, takenFrom } from "./pick.ts";
import { recordsOf } from "./wire/records.ts";

const read = (hex: string) => recordsOf(Buffer.from(hex.replaceAll(" ", ""), "hex")).records;
const only = (hex: string) => {
  const [record] = read(hex);
  if (!record) throw new Error("no record");
  return record;
};
const plain = { storage: 0, tariff: 0, subunit: 0, function: "instantaneous", modifier: "" } as const;
const as = (type: "bool" | "float" | "int" | "string", unit?: string, decimals?: number) => ({
  type,
  unit,
  decimals,
});

describe("the record that a row means", () => {
  // Energy: now, tariff 1, due date, maximum, positive only, on L1 of the manufacturer; energy once more.
  const records = read(
    "0406 01000000  841006 02000000  4406 03000000  1406 04000000  04863b 05000000  0486ff01 06000000  0406 07000000",
  );
  const value = (wanted: Parameters<typeof recordFor>[1]) => {
    const found = recordFor(records, wanted)?.value;
    return found?.kind === "number" ? found.number / 1000 : undefined;
  };

  it("is told by its words", () => {
    const energy = { quantity: "energy", ...plain };
    expect(value(energy)).toBe(1);
    expect(value({ ...energy, tariff: 1 })).toBe(2);
    expect(value({ ...energy, storage: 1 })).toBe(3);
    expect(value({ ...energy, function: "maximum" })).toBe(4);
    expect(value({ ...energy, modifier: "positive" })).toBe(5);
    expect(value({ ...energy, modifier: "x01" })).toBe(6);
    expect(value({ ...energy, subunit: 1 })).toBeUndefined();
    expect(value({ ...energy, quantity: "volume" })).toBeUndefined();
  });

  it("or by its number, and then only of the quantity", () => {
    expect(value({ number: 7 })).toBe(7);
    expect(value({ number: 7, quantity: "energy" })).toBe(7);
    expect(value({ number: 7, quantity: "volume" })).toBeUndefined();
    expect(value({ number: 8 })).toBeUndefined();
    expect(records.map((record) => isFirstOf(records, record))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("a value", () => {
  it("comes in the usual unit, in that of the row, and exactly", () => {
    expect(takenFrom(only("0406 0f270000"), as("float"), 0)).toEqual({ value: 9999, quality: 0 });
    expect(takenFrom(only("0406 0f270000"), as("float", "MWh"), 0)).toEqual({ value: 9.999, quality: 0 });
    expect(takenFrom(only("0406 0f270000"), as("string", "MWh"), 0)).toEqual({ value: "9.999", quality: 0 });
    // A million MJ.
    expect(takenFrom(only("040e 40420f00"), as("float", undefined, 3), 0)).toEqual({
      value: 277_777.778,
      quality: 0,
    });
    expect(takenFrom(only("025a 9a01"), as("float"), 0)).toEqual({ value: 41, quality: 0 });
    expect(takenFrom(only("025a 9a01"), as("float", "°F"), 0)).toEqual({ value: 105.8, quality: 0 });
    expect(takenFrom(only("0413 d4310100"), as("float", "l"), 0)).toEqual({ value: 78_292, quality: 0 });
    expect(takenFrom(only("0413 d4310100"), as("int"), 0)).toEqual({ value: 78, quality: 0 });
    // 0.0000001 and 3.000065 × 10^22 of 32 bits are written with a power of their own.
    expect(takenFrom(only("0506 95bfd633"), as("float"), 0)).toEqual({ value: 1e-7, quality: 0 });
    expect(takenFrom(only("0506 95bfd633"), as("float", undefined, 3), 0)).toEqual({ value: 0, quality: 0 });
    expect(takenFrom(only("0506 d74acb64"), as("float", undefined, 2), 0)).toEqual({
      value: 3.000065e22,
      quality: 0,
    });
    expect(takenFrom(only("01fd1b 03"), as("bool"), 0)).toEqual({ value: true, quality: 0 });
    expect(takenFrom(only("0b13 000080"), as("float", undefined, 1), 0)).toEqual({ value: 800, quality: 0 });
  });

  it("is uncertain while the meter's status tells an error", () => {
    for (const [status, quality] of [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 0],
      [4, 0],
      [8, 1],
      [16, 1],
      [0xe0, 0],
    ] as const) {
      expect(takenFrom(only("0406 01000000"), as("float"), status)).toEqual({ value: 1, quality });
    }
  });

  it("that is none says why", () => {
    expect(takenFrom(only("0a13 a512"), as("float"), 0)).toEqual({
      problem: "der Zähler meldet einen ungültigen Wert (12A5)",
    });
    expect(takenFrom(only("0a13 45f2"), as("float"), 0)).toEqual({ value: -0.245, quality: 0 });
    expect(takenFrom(only("0213 0080"), as("float"), 0)).toMatchObject({ problem: expect.anything() });
    expect(takenFrom(only("0293 15 0100"), as("float"), 0)).toEqual({
      problem: "der Zähler hat keinen Wert (0001)",
    });
    expect(takenFrom(only("426c 7932"), as("float"), 0)).toEqual({
      problem: "der Wert „2027-02-25“ ist Text; wählen Sie den Typ „string“",
    });
    expect(takenFrom(only("0406 01000000"), as("float", "m3"), 0)).toMatchObject({
      problem: expect.stringContaining("Wh"),
    });
  });

  it("of powers of ten loses no digit, whatever the meter counts in", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 7 }), (raw, step) => {
        const digits = Buffer.from(String(raw).padStart(8, "0"), "hex").reverse();
        const [record] = recordsOf(Buffer.concat([Buffer.from([0x0c, step]), digits])).records;
        if (record?.value.kind !== "number") return false;
        const kWh = amountOf(record.value)?.amount;
        const wh = amountOf(record.value, "Wh")?.amount;
        return kWh === Number(`${raw}e${step - 6}`) && wh === Number(`${raw}e${step - 3}`);
      }),
    );
  });
});
