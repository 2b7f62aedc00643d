import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Column, choice, flag, float, int, text } from "../columns.ts";
import type { FormulaResult } from "../read/table.ts";
import { parseNumber } from "./numbers.ts";
import { parseCell } from "./parse-cell.ts";

const words = { doc: "", help: "" };

function parse(cell: Exclude<FormulaResult, null>, column: Column): unknown {
  let fault: string | undefined;
  const value = parseCell(cell, "c", column, {
    pointIsDecimal: false,
    fail: (kind) => (fault = kind),
    near: () => undefined,
  });
  return fault ?? value;
}

describe("parseNumber", () => {
  it.each([
    ["12,5", 12.5],
    ["12.5", 12.5],
    [" -3 ", -3],
    ["−3", -3],
    ["+7", 7],
    ["0.125", 0.125],
    ["0,125", 0.125],
    ["1.234,5", 1234.5],
    ["1,234.5", 1234.5],
    ["1.234.567", 1_234_567],
    ["1,234,567", 1_234_567],
    ["1 234,5", 1234.5],
    ["1e3", 1000],
    ["1,5E-2", 0.015],
    ["12.3456", 12.3456],
    ["1.234", "ambiguous"],
    ["-12.500", "ambiguous"],
    ["", undefined],
    ["12,5,1", undefined],
    ["0x10", undefined],
    ["1.5.2024", undefined],
    ["Infinity", undefined],
    ["12 Grad", undefined],
  ])("reads %j as %j", (typed, value) => {
    expect(parseNumber(typed, false)).toBe(value);
  });

  it("takes the dot as decimal point where commas separate columns", () => {
    expect(parseNumber("1.234", true)).toBe(1.234);
  });

  it("reads any number written the German or the English way", () => {
    const numbers = fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
      // A lost minus sign of zero is no fault.
      .map((number) => number + 0);
    fc.assert(
      fc.property(numbers, (number) => {
        const german = String(number).replace(".", ",");
        expect(parseNumber(german, false)).toBe(number);
        expect(parseNumber(String(number), true)).toBe(number);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("parseCell", () => {
  it("reads yes and no in both languages", () => {
    const column = flag(words);
    for (const yes of [true, 1, "1", "x", "X", "j", "y", "ja", "Ja", "WAHR", "true", "yes", " ein "]) {
      expect([yes, parse(yes, column)]).toEqual([yes, true]);
    }
    for (const no of [false, 0, "0", "n", "nein", "FALSCH", "false", "no", "aus"]) {
      expect([no, parse(no, column)]).toEqual([no, false]);
    }
    for (const neither of [2, "vielleicht", "jaja", "-"]) {
      expect([neither, parse(neither, column)]).toEqual([neither, "notFlag"]);
    }
  });

  it("reads numbers within their bounds", () => {
    expect(parse("7", int(words))).toBe(7);
    expect(parse(7, int(words))).toBe(7);
    expect(parse(7.5, int(words))).toBe("notInteger");
    expect(parse(2 ** 53 - 1, int(words))).toBe(2 ** 53 - 1);
    for (const huge of [2 ** 53, -(2 ** 53), "9007199254740992"])
      expect([huge, parse(huge, int(words))]).toEqual([huge, "outOfRange"]);
    expect(parse(true, int(words))).toBe("notInteger");
    expect(parse(true, float(words))).toBe("notNumber");
    expect(parse("2,5", float({ ...words, min: 1, max: 2 }))).toBe("outOfRange");
    expect(parse(0, float({ ...words, min: 1 }))).toBe("outOfRange");
    expect(parse({ odd: "date", text: "2024-05-01" }, float(words))).toBe("dateInNumber");
  });

  it("reads choices without regard to case, numbers as numbers", () => {
    expect(parse("Little", choice(["big", "little"], words))).toBe("little");
    expect(parse("1", choice([0, 1, 2], words))).toBe(1);
    expect(parse("1,0", choice([0, 1, 2], words))).toBe(1);
    expect(parse(5, choice(["3.1.1", "5"], words))).toBe("5");
    expect(parse(9, choice([0, 1, 2], words))).toBe("notChoice");
  });

  it("asks for no other number where one is not allowed", () => {
    const asked: string[] = [];
    const near = (word: string) => {
      asked.push(word);
      return undefined;
    };
    for (const values of [
      [0, 1],
      ["big", "little"],
    ])
      parseCell("bog", "c", choice(values, words), { pointIsDecimal: false, fail: () => undefined, near });
    parseCell(5, "c", choice([1, 2], words), { pointIsDecimal: false, fail: () => undefined, near });
    expect(asked).toEqual(["bog"]);
  });

  it("reads texts", () => {
    expect(parse(" a\r\nb ", text(words))).toBe("a\nb");
    expect(parse(" a ", text({ ...words, secret: true }))).toBe(" a ");
    expect(parse(12.5, text(words))).toBe("12.5");
    expect(parse(true, text(words))).toBe("true");
    expect(parse("abc", text({ ...words, maxLength: 2 }))).toBe("tooLong");
    expect(parse("abc", text({ ...words, pattern: /^\d+$/ }))).toBe("badPattern");
    expect(parse("a\u0001", text(words))).toBe("controlCharacter");
    expect(parse({ odd: "error", text: "#REF!" }, text(words))).toBe("cellError");
  });
});
