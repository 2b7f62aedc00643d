import { expect, it } from "vitest";
import { axisNumbers, exactText, readableNumber, valueText } from "./value-text.ts";

it.each([
  [1012.279650281, "1.012,28", "1.012,279650281"],
  [123_456.7891, "123.456,789", "123.456,7891"],
  [12_345_678.25, "12.345.678,25", "12.345.678,25"],
  [0.1 + 0.2, "0,3", "0,3"],
  [0.00123456789, "0,001235", "0,00123456789"],
  [Math.fround(0.026), "0,026", "0,026"],
  [-1234, "-1.234", "-1.234"],
  [0, "0", "0"],
  [2 ** 53, "9.007.200.000.000.000", "9.007.199.254.740.990"],
  [true, "wahr", "wahr"],
  [false, "falsch", "falsch"],
  ["1012.279650281", "1012.279650281", "1012.279650281"],
  [{ a: [1] }, '{"a":[1]}', '{"a":[1]}'],
  [null, "–", "–"],
  [undefined, "–", "–"],
])("%j is shown as %s, in full as %s", (value, shown, full) => {
  expect(valueText(value)).toBe(shown);
  expect(exactText(value)).toBe(full);
});

it("writes numbers of a picture grouped, with the decimals that fit their size", () => {
  expect(
    [0, 21.483721, 1012.279650281, 123_456.7, 0.00123456, -4.5, 12, 1.7e308, undefined].map(readableNumber),
  ).toEqual([
    "0",
    "21,484",
    "1.012,3",
    "123.457",
    "0,001235",
    "-4,5",
    "12",
    expect.stringMatching(/^17/),
    "–",
  ]);
});

it.each([
  [
    [1012.2, 1012.25, 1012.3],
    ["1.012,20", "1.012,25", "1.012,30"],
  ],
  [
    [1_234_567.8, 1_234_568, 1_234_568.2],
    ["1.234.567,8", "1.234.568,0", "1.234.568,2"],
  ],
  [
    [-0.1 - 0.2, 0, 0.1 + 0.2],
    ["-0,3", "0,0", "0,3"],
  ],
  [
    [0, 2.5, 5],
    ["0,0", "2,5", "5,0"],
  ],
  [
    [0, 50, 100],
    ["0", "50", "100"],
  ],
  [[21.483721], ["21,484"]],
  [[], []],
])("writes the numbers of an axis %j with as many decimals as tell them apart", (values, shown) => {
  expect(axisNumbers(values)).toEqual(shown);
});

it("leaves the numbers of an axis that are too large or too close for decimals as they are", () => {
  expect(axisNumbers([0, 1e300])).toEqual([0, 1e300].map(readableNumber));
  expect(axisNumbers([0, 2e-9])).toEqual([0, 2e-9].map(readableNumber));
});
