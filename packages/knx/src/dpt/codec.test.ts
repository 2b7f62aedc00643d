import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeValue, encodeValue, type Payload, shapeOf, valueTypesFor } from "./codec.ts";
import { allDataTypes, dataType } from "./types.ts";

const hex = (text: string): Payload => ({ data: Buffer.from(text, "hex"), short: false });
const six = (value: number): Payload => ({ data: Buffer.from([value]), short: true });

function sent(dpt: string, value: unknown): string {
  const made = encodeValue(dataType(dpt), value);
  return "problem" in made
    ? made.problem
    : `${made.value.short ? "#" : ""}${made.value.data.toString("hex")}`;
}
function shown(dpt: string, type: Parameters<typeof decodeValue>[1], payload: Payload): unknown {
  const read = decodeValue(dataType(dpt), type, payload);
  return "problem" in read ? read : read.value;
}

describe("examples of the standard", () => {
  // KNX Standard 03.07.02 and AN; each value as written there.
  it.each([
    ["1.001", true, "#01"],
    ["2.001", { control: true, value: false }, "#02"],
    ["3.007", { increase: true, step: 1 }, "#09"],
    ["4.001", "A", "41"],
    ["5.001", 100, "ff"],
    ["5.001", 50, "80"],
    ["5.003", 360, "ff"],
    ["5.010", 255, "ff"],
    ["6.010", -1, "ff"],
    ["7.001", 65535, "ffff"],
    ["7.004", 1000, "000a"],
    ["8.010", -32.5, "f34e"],
    ["9.001", 21.5, "0c33"],
    ["9.001", -30, "8a24"],
    ["9.001", 0.01, "0001"],
    ["9.004", 670_433.28, "7ffe"],
    ["10.001", "Mo 12:34:56", "2c2238"],
    ["11.001", "2026-05-31", "1f051a"],
    ["11.001", "1999-12-01", "010c63"],
    ["12.001", 4_294_967_295, "ffffffff"],
    ["13.010", -2_147_483_648, "80000000"],
    ["14.056", 1.5, "3fc00000"],
    ["16.000", "KNX is OK", "4b4e58206973204f4b0000000000"],
    ["17.001", 63, "3f"],
    ["18.001", { learn: true, scene: 5 }, "85"],
    ["19.001", "2026-05-31T12:34:56", "7e051f0c22382400"],
    ["20.102", 3, "03"],
    ["21.001", { outOfService: true }, "01"],
    ["23.001", 3, "#03"],
    ["28.001", "Grün €", "4772c3bc6e20e282ac00"],
    ["29.010", "9223372036854775807", "7fffffffffffffff"],
    ["232.600", { r: 255, g: 128, b: 1 }, "ff8001"],
    ["242.600", { xAxis: 1, yAxis: 2, brightness: 3, validityXy: true }, "000100020302"],
    ["251.600", { colourLevelRed: 100, mR: true }, "ff0000000008"],
  ])("DPT %s of %j is %s", (dpt, value, bytes) => {
    expect(sent(dpt, value)).toBe(bytes);
  });

  it("reads them back", () => {
    expect(shown("9.001", "float", hex("0c33"))).toBe(21.5);
    expect(shown("9.001", "float", hex("8a24"))).toBe(-30);
    expect(shown("10.001", "string", hex("2c2238"))).toBe("Mo 12:34:56");
    expect(shown("11.001", "string", hex("010c63"))).toBe("1999-12-01");
    expect(shown("19.001", "string", hex("7e051f0c22382400"))).toBe("2026-05-31T12:34:56");
    expect(shown("14.056", "float", hex("41a8cccd"))).toBe(21.1);
    expect(shown("29.010", "string", hex("7fffffffffffffff"))).toBe("9223372036854775807");
    expect(shown("1.001", "int", six(1))).toBe(1);
    expect(shown("3.007", "int", six(9))).toBe(9);
    expect(shown("16.001", "string", hex("4772fc6e00000000000000000000"))).toBe("Grün");
  });
});

/** Every payload a type can carry, with its unused bits zero. */
function payloads(dpt: string): fc.Arbitrary<Payload> {
  const type = dataType(dpt);
  const bytes = Math.ceil((type.bits ?? 32) / 8);
  return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => {
    const data = Buffer.from(array);
    if (type.short) data[0] = (data[0] ?? 0) & (2 ** (type.bits ?? 6) - 1);
    let at = 0;
    for (const field of type.fields) {
      if (field.kind === "unused") {
        for (let bit = at; bit < at + field.bits; bit += 1) {
          data[bit >> 3] = (data[bit >> 3] ?? 0) & ~(1 << (7 - (bit & 7)));
        }
      }
      at += field.bits;
    }
    return { data, short: type.short };
  });
}

describe("every type of the catalogue", () => {
  const ids = allDataTypes().map(({ id }) => id);

  it("knows all main types that ETS offers", () => {
    const mains = new Set(ids.map((id) => Number(id.split(".")[0])));
    expect(ids.length).toBe(331);
    expect(mains.size).toBe(58);
    for (let main = 1; main <= 30; main += 1) expect(mains).toContain(main);
  });

  it.each(ids)("DPT %s: what is read can be written again and reads the same", (id) => {
    const type = dataType(id);
    for (const as of valueTypesFor(type)) {
      fc.assert(
        fc.property(payloads(id), (payload) => {
          const read = decodeValue(type, as, payload);
          if ("problem" in read) return;
          const written = encodeValue(type, read.value);
          // A value outside the range for writing may still be shown.
          if ("problem" in written) return;
          const again = decodeValue(type, as, written.value);
          expect(again).toEqual(read);
          // As a float, a 64-bit number keeps its first 53 bits.
          if (
            (shapeOf(type) === "int" || shapeOf(type) === "bool") &&
            !(type.bits === 64 && as === "float")
          ) {
            expect(written.value.data.equals(payload.data)).toBe(true);
          }
        }),
        { numRuns: 25 },
      );
    }
  });

  it("never throws, whatever comes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ids, "raw", "raw6", "999.1", "9", "5"),
        fc.uint8Array({ maxLength: 60 }),
        fc.boolean(),
        fc.anything(),
        (id, bytes, short, value) => {
          const type = dataType(id);
          for (const as of valueTypesFor(type)) decodeValue(type, as, { data: Buffer.from(bytes), short });
          encodeValue(type, value);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("what does not fit", () => {
  it.each([
    ["9.001", 700_000, "DPT 9.001: erlaubt sind -273 bis 670.760"],
    ["5.001", 101, "DPT 5.001: erlaubt sind 0 bis 100"],
    ["5.010", 256, "DPT 5.010: erlaubt sind 0 bis 255"],
    ["5.010", 1.5, "DPT 5.010: erwartet wird eine ganze Zahl"],
    ["1.001", "vielleicht", "DPT 1.001: erlaubt sind ja und nein"],
    ["16.000", "Grün", "DPT 16.000: das Zeichen „ü“ gibt es in diesem Datentyp nicht"],
    ["16.001", "123456789012345", "DPT 16.001: der Text ist länger als 14 Zeichen"],
    ["10.001", "morgen", "DPT 10.001: erwartet wird 12:34:56 oder Mo 12:34:56"],
    ["232.600", { rot: 1 }, "DPT 232.600: das Feld „rot“ gibt es nicht"],
    ["999.999", "xyz", "DPT 999.999: erwartet werden Bytes in hexadezimaler Form, z. B. 0c1a"],
  ])("DPT %s refuses %j", (dpt, value, problem) => {
    expect(sent(dpt, value)).toBe(problem);
  });

  it("refuses telegrams of another length and invalid floats", () => {
    expect(shown("9.001", "float", hex("0c"))).toEqual({
      problem: "das Telegramm enthält 1 Byte, DPT 9.001 hat 2 Byte",
    });
    expect(shown("5.001", "float", six(1))).toEqual({
      problem: "das Telegramm enthält 6 Bit, DPT 5.001 hat 1 Byte",
    });
    expect(shown("9.001", "float", hex("7fff"))).toEqual({
      problem: "der Absender meldet „kein gültiger Wert“ (7FFF)",
    });
    expect(shown("14.056", "float", hex("7f800000"))).toEqual({ problem: "keine Zahl (NaN oder unendlich)" });
  });

  it("takes unknown types raw and unknown subtypes like their family", () => {
    expect(shown("999.001", "string", hex("0102ff"))).toBe("0102ff");
    expect(sent("9.099", 21.5)).toBe("0c33");
    expect(sent("5.250", 200)).toBe("c8");
    expect(shown("20.999", "int", hex("07"))).toBe(7);
    expect(dataType("1.1").id).toBe("1.001");
  });
});

describe("times", () => {
  it.each([
    ["10.001", "1f3f3f", "keine mögliche Uhrzeit (31:63:63)"],
    ["10.001", "180000", "keine mögliche Uhrzeit (24:00:00)"],
    ["11.001", "1f0f1a", "kein mögliches Datum (2026-15-31)"],
    ["11.001", "1e021a", "kein mögliches Datum (2026-02-30)"],
    ["11.001", "1d021a", "kein mögliches Datum (2026-02-29)"],
    ["11.001", "000000", "kein mögliches Datum (2000-00-00)"],
    ["19.001", "7e021e0c22382400", "kein möglicher Zeitpunkt (2026-02-30T12:34:56)"],
    ["19.001", "7e051f1800012400", "kein möglicher Zeitpunkt (2026-05-31T24:00:01)"],
  ])("that there are not are neither taken nor sent: DPT %s %s", (id, bytes, problem) => {
    const dpt = dataType(id);
    const payload = { data: Buffer.from(bytes, "hex"), short: false };
    expect(decodeValue(dpt, "string", payload)).toEqual({ problem });
    expect(decodeValue(dpt, "json", payload)).toEqual({ problem });
    const text = problem.slice(problem.indexOf("(") + 1, -1);
    expect(encodeValue(dpt, text)).toHaveProperty("problem");
    if (payload.data.length > 6) return;
    expect(decodeValue(dpt, "int", payload)).toEqual({ problem });
    const sent = encodeValue(dpt, payload.data.readUIntBE(0, payload.data.length));
    expect(sent).toEqual({ problem: `DPT ${id}: ${problem}` });
  });

  it.each([
    ["11.001", "1d0218", "2024-02-29"],
    ["10.001", "173b3b", "23:59:59"],
    ["19.001", "7e051f1800002400", "2026-05-31T24:00:00"],
    ["19.001", "0000000000001e00", ""],
    ["19.001", "00021d1700003400", "02-29T23:00:00"],
  ])("that there are pass: DPT %s %s", (id, bytes, text) => {
    const payload = { data: Buffer.from(bytes, "hex"), short: false };
    expect(decodeValue(dataType(id), "string", payload)).toEqual({ value: text });
  });
});
