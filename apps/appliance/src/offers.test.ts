import { describe, expect, it } from "vitest";
import { OfferBook, onlyOnce } from "./offers.ts";

describe("composition", () => {
  it("gives what an area offers, and names what nobody offers yet", () => {
    const book = new OfferBook();
    expect(() => book.use("connectivity")).toThrow('no area offers "connectivity" yet');
    const connectivity = { last: () => ({ license: 200, update: 0, ts: 1 }) };
    book.add({ connectivity });
    expect(book.use("connectivity")).toBe(connectivity);
  });
  it("takes each entry from one area only", () => {
    expect(onlyOnce<Record<string, number>>([{ a: 1 }, undefined, { b: 2 }])).toEqual({ a: 1, b: 2 });
    expect(() => onlyOnce<Record<string, number>>([{ a: 1 }, { a: 2 }])).toThrow('two areas give "a"');
    const book = new OfferBook();
    const connectivity = { last: () => ({ license: 0, update: 0, ts: 0 }) };
    book.add({ connectivity });
    expect(() => book.add({ connectivity })).toThrow('two areas give "connectivity"');
  });
});
