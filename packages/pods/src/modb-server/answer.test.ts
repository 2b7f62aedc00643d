import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemOf } from "../shared/modbus/item.ts";
import { answerTo } from "./answer.ts";
import { Registers } from "./registers.ts";

function registers(): Registers {
  const entry = (index: number, area: "holding" | "coil", address: number, writable: boolean) => ({
    index,
    type: area === "coil" ? ("bool" as const) : ("int" as const),
    item: itemOf({ area, address, order: "ABCD", scale: 1, offset: 0 }),
    writable,
  });
  return new Registers([
    ...Array.from({ length: 200 }, (_, i) => entry(i, "holding", i, true)),
    ...Array.from({ length: 2100 }, (_, i) => entry(200 + i, "coil", i, true)),
  ]);
}

const ones = (length: number) => Array.from({ length }, () => 1);
const ask = (...bytes: number[]) => [...answerTo(Buffer.from(bytes), registers()).pdu.subarray(0, 2)];

describe("limits of the standard", () => {
  it.each([
    ["125 registers", [3, 0, 0, 0, 125], [3, 250]],
    ["126 registers", [3, 0, 0, 0, 126], [0x83, 3]],
    ["no register", [3, 0, 0, 0, 0], [0x83, 3]],
    ["2000 coils", [1, 0, 0, 0x07, 0xd0], [1, 250]],
    ["2001 coils", [1, 0, 0, 0x07, 0xd1], [0x81, 3]],
    ["writing 123 registers", [16, 0, 0, 0, 123, 246, ...ones(246)], [16, 0]],
    ["writing 124 registers", [16, 0, 0, 0, 124, 248, ...ones(248)], [0x90, 3]],
    ["writing 1968 coils", [15, 0, 0, 0x07, 0xb0, 246, ...ones(246)], [15, 0]],
    ["a wrong byte count", [16, 0, 0, 0, 2, 2, 0, 1], [0x90, 3]],
    ["a coil that is neither on nor off", [5, 0, 0, 0x12, 0], [0x85, 3]],
    ["a request cut short", [3, 0, 0], [0x83, 3]],
    ["a mask", [22, 0, 0, 0xff, 0, 0, 0xff], [22, 0]],
    ["a mask that touches nothing", [22, 0, 0, 0xff, 0xff, 0, 0xff], [22, 0]],
    ["a mask for no register", [22, 0xff, 0xff, 0, 0, 0, 0], [0x96, 2]],
    ["a mask cut short", [22, 0, 0, 0, 0], [0x96, 3]],
    ["an unknown function", [43, 14, 1, 0], [0xab, 1]],
    ["an address past the end", [3, 0xff, 0xff, 0, 2], [0x83, 2]],
  ])("%s", (_name, request, answer) => {
    expect(ask(...request)).toEqual(answer);
  });

  it("answers anything at all with its function or an exception", () => {
    const made = registers();
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 253 }), (bytes) => {
        const { pdu } = answerTo(Buffer.from(bytes), made);
        const code = bytes[0] ?? 0;
        expect(pdu[0] === code || pdu[0] === (code | 0x80)).toBe(true);
        expect(pdu.length).toBeLessThanOrEqual(253);
      }),
      { numRuns: 500 },
    );
  });
});
