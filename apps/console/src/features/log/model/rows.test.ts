import { LIMITS } from "@hubwart/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LogLine, parseLines } from "../../../lib/log-lines.ts";
import { append, merge, NO_ROWS } from "./rows.ts";

const line = (ts: number, msg = `m${ts}`): LogLine => ({ ts, level: "info", src: "hub", module: "m", msg });
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => line(from + i));
const messages = (rows: readonly LogLine[]) => rows.map(({ msg }) => msg);

describe("the rows of the event log", () => {
  it("hold each line once when call and stream overlap, whichever comes first", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(20), fc.boolean(), (before, both, after, streamFirst) => {
        const call = lines(0, before + both);
        const stream = lines(before, before + both + after);
        const result = streamFirst
          ? merge(append(NO_ROWS, stream), call)
          : merge(append(merge(NO_ROWS, lines(0, before)), stream), call);
        const expected = messages(lines(0, before + both + after));
        expect(messages(result.rows).toSorted()).toEqual(expected.toSorted());
        expect(result.rows.map(({ n }) => n)).toEqual(expected.map((_, i) => i + 1));
      }),
    );
  });
  it("keep the same line twice where it was written twice", () => {
    const base = merge(NO_ROWS, [line(1, "a"), line(1, "a")]);
    expect(messages(merge(base, [line(1, "a"), line(1, "a"), line(1, "a")]).rows)).toEqual(["a", "a", "a"]);
  });
  it("hold at most the tail; a line keeps its number", () => {
    const full = merge(NO_ROWS, lines(0, LIMITS.logTail));
    const more = append(full, lines(LIMITS.logTail, LIMITS.logTail + 300));
    expect(more.rows.length).toBe(LIMITS.logTail);
    expect([more.rows[0]?.n, more.rows.at(-1)?.n]).toEqual([301, LIMITS.logTail + 300]);
    expect(more.rows[0]).toBe(full.rows[300]);
  });
  it("take no line again that has been pushed out", () => {
    const known = append(
      merge(NO_ROWS, lines(0, LIMITS.logTail)),
      lines(LIMITS.logTail, LIMITS.logTail + 10),
    );
    expect(merge(known, lines(0, LIMITS.logTail + 10)).rows).toEqual(known.rows);
  });
});

it("reads NDJSON, the empty answer included", () => {
  expect(parseLines("")).toEqual([]);
  expect(parseLines(`${JSON.stringify(line(1))}\n${JSON.stringify(line(2))}\n`)).toEqual([line(1), line(2)]);
});
