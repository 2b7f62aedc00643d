import { systemLog } from "@hubwart/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOf } from "./highlight.ts";
import { compact, parseLogSearch, queryOf, requestOf } from "./log-search.ts";

describe("the filters in the address", () => {
  it("are taken as they fit, and nothing else", () => {
    const raw = { source: "pod:mqtt.a", priority: "warn", modules: "links,socket", filter: 42, session: 1 };
    expect(parseLogSearch(raw)).toEqual({ ...raw, filter: "42" });
    expect(parseLogSearch({ priority: "loud", filter: {}, session: "0", x: 1 })).toEqual({});
  });
  it("make a query that the contract takes, whatever the address says", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("source", "priority", "filter", "session"), fc.anything()),
        (raw) => {
          expect(systemLog.query.safeParse(queryOf(parseLogSearch(raw))).success).toBe(true);
        },
      ),
    );
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
