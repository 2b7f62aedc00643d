import { systemLog } from "@hubwart/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOf } from "./highlight.ts";
import { localMoment, localText } from "./local-time.ts";
import { around, compact, jumpTo, parseLogSearch, queryOf, requestOf, withRange } from "./log-search.ts";

describe("the filters in the address", () => {
  it("are taken as they fit, and nothing else", () => {
    const raw = { source: "pod:mqtt.a", priority: "warn", modules: "links,socket", filter: 42, session: 1 };
    expect(parseLogSearch(raw)).toEqual({ ...raw, filter: "42" });
    expect(parseLogSearch({ priority: "loud", filter: {}, session: "0", x: 1 })).toEqual({});
  });
  it("make a query that the contract takes, whatever the address says", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("source", "priority", "filter", "session", "from", "to", "at"),
          fc.anything(),
        ),
        (raw) => {
          expect(systemLog.query.safeParse(queryOf(parseLogSearch(raw))).success).toBe(true);
        },
      ),
    );
  });
  it("name a range, which both ends belong to", () => {
    expect(parseLogSearch({ from: "5000", to: 6000, at: "x" })).toEqual({ from: 5000, to: 6000 });
    for (const from of [0, -1, 1.5, 9e15, "", null]) expect(parseLogSearch({ from })).toEqual({});
    expect(queryOf({ from: 5000, to: 6000, at: 5500 })).toEqual({ after: "4999", before: "6000" });
  });
  it("lead to what surrounds a line, and to a start with the filters kept", () => {
    expect(around(100_000)).toEqual({ from: 40_000, to: 160_000, at: 100_000 });
    expect(jumpTo({ source: "hub", to: 5 }, 100_000)).toEqual({
      source: "hub",
      from: 40_000,
      to: 700_000,
      at: 100_000,
    });
    expect(withRange({ source: "hub", from: 1, at: 2 }, { from: undefined })).toEqual({ source: "hub" });
  });
  it("are moments as the browser's field has them, and back", () => {
    const ms = new Date(2026, 2, 29, 4, 5, 6).getTime();
    expect(localText(ms)).toBe("2026-03-29T04:05:06");
    expect(localMoment(localText(ms))).toBe(ms);
    expect([localText(undefined), localMoment(""), localMoment("2026-13-99")]).toEqual([
      "",
      undefined,
      undefined,
    ]);
  });
  it("leave out what is empty", () => {
    expect(compact({ source: "", filter: "a" })).toEqual({ filter: "a" });
  });
  it("are the same for what comes", () => {
    expect(requestOf({ filter: "a", source: "hub", session: 1 })).toEqual({ text: "a", source: "hub" });
  });
});

describe("highlighting", () => {
  it("marks every occurrence, whatever the case, and loses nothing", () => {
    expect(
      partsOf("Pod pod POD", "pod")
        .filter(({ found }) => found)
        .map(({ text }) => text),
    ).toEqual(["Pod", "pod", "POD"]);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, search) => {
        expect(
          partsOf(text, search)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
