import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashText } from "./canonical.ts";

const byNode = (text: string) => createHash("sha256").update(text).digest("hex");

describe("hashText", () => {
  it("keeps a character whole that meets the bound of a piece", () => {
    const text = `${"x".repeat((1 << 18) - 1)}😀ä`;
    expect(hashText(text)).toBe(byNode(text));
  });

  it("is Node's SHA-256 of the text, whatever it is made of", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\ud83d", "😀", "ä".repeat(100_000), "x".repeat((1 << 18) - 1), "😀".repeat(1 << 17)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        expect(hashText(pieces.join(""))).toBe(byNode(pieces.join("")));
      }),
      { numRuns: 50 },
    );
  });
});
