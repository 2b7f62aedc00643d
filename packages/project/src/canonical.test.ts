import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashText } from "./canonical.ts";

const byNode = (text: string) => createHash("sha256").update(text).digest("hex");

describe("hashText", () => {
  it("is Node's SHA-256 of the text, where characters meet the bound of a piece as well", () => {
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
