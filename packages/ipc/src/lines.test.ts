import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameError, frame, LineCutter, parseFrame } from "./lines.ts";

describe("LineCutter", () => {
  it("gives the same lines however the bytes are cut", () => {
    const message = fc.record({ text: fc.string({ unit: "grapheme" }), n: fc.integer() });
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 20 })), (messages, sizes) => {
        const bytes = Buffer.from(messages.map(frame).join(""));
        const lines: string[] = [];
        const cutter = new LineCutter(100_000, (line) => lines.push(line));
        let at = 0;
        for (const size of sizes) {
          cutter.push(bytes.subarray(at, at + size));
          at += size;
        }
        cutter.push(bytes.subarray(at));
        expect(lines.map(parseFrame)).toEqual(messages);
      }),
    );
  });

  it("keeps a line that comes byte by byte in one piece of memory", () => {
    const before = process.memoryUsage();
    const cutter = new LineCutter(1_000_000, () => undefined);
    for (let i = 0; i < 300_000; i += 1) cutter.push(Buffer.from("x"));
    const now = process.memoryUsage();
    expect(cutter.begun).toBe(300_000);
    const grown = now.heapUsed + now.arrayBuffers - before.heapUsed - before.arrayBuffers;
    expect(grown).toBeLessThan(15_000_000);
  });

  it("refuses a line that is longer than its limit, whether or not it ends", () => {
    const lines: string[] = [];
    const cutter = new LineCutter(10, (line) => lines.push(line));
    cutter.push(Buffer.from("0123456789\n"));
    expect(() => cutter.push(Buffer.from("01234567890"))).toThrow(FrameError);
    expect(lines).toEqual(["0123456789"]);
    const begun = new LineCutter(10, (line) => lines.push(line));
    begun.push(Buffer.from("01234"));
    expect(() => begun.push(Buffer.from("567890\n"))).toThrow(FrameError);
  });
});

describe("parseFrame", () => {
  it("refuses what would cost far more memory than its characters, and what is nested too deep", () => {
    expect(() => parseFrame(`{"a":[${"[],".repeat(1_000_000)}[]]}`)).toThrow("levels or members");
    expect(() => parseFrame(`{"a":${"[".repeat(72)}${"]".repeat(72)}}`)).toThrow("too many levels");
    expect(parseFrame(`{"a":${"[".repeat(71)}${"]".repeat(71)}}`)).toHaveProperty("a");
    expect(parseFrame(`{"a":"${"[,".repeat(1_000_000)}"}`)).toHaveProperty("a");
  });

  it.each(["", "x", "1", "null", "[]", '"a"', "{"])("refuses %j", (line) => {
    expect(() => parseFrame(line)).toThrow(FrameError);
  });
});
