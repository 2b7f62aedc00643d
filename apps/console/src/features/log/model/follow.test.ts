import { LIMITS } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { FOLLOWING, type FollowEvent, followed, pageOf, pagesOf, waitingOf } from "./follow.ts";
import type { LogRow } from "./rows.ts";

const rows = (count: number): LogRow[] =>
  Array.from({ length: count }, (_, i) => ({
    n: i + 1,
    ts: i,
    level: "info",
    src: "hub",
    module: "m",
    msg: "",
  }));
const after = (...events: FollowEvent[]) => events.reduce(followed, FOLLOWING);

describe("pages", () => {
  it.each([
    [0, 1],
    [1, 1],
    [LIMITS.logPage, 1],
    [LIMITS.logPage + 1, 2],
    [LIMITS.logTail, 10],
  ])("%i lines are %i pages", (count, pages) => {
    expect(pagesOf(rows(count))).toBe(pages);
  });
  it("hold every line once", () => {
    const all = rows(450);
    expect([1, 2, 3].flatMap((page) => pageOf(all, page))).toEqual(all);
    expect(pageOf(all, 3).length).toBe(50);
  });
});

describe("following", () => {
  const now = rows(450);
  const later = rows(900);
  const up: FollowEvent = { did: "scrolled", atEnd: false, rows: now };

  it("ends with scrolling up: whatever comes, the same lines are seen", () => {
    const reading = after(up, { did: "scrolled", atEnd: false, rows: later });
    expect(reading).toEqual({ frozen: now, paused: false, page: 3 });
    expect(waitingOf(reading, later)).toBe(450);
    expect(waitingOf(FOLLOWING, later)).toBe(0);
  });
  it("goes on at the end of the last page, but not at the end of another", () => {
    expect(after(up, { did: "scrolled", atEnd: true, rows: later })).toBe(FOLLOWING);
    const second = after(
      up,
      { did: "turned", page: 2, rows: later },
      { did: "scrolled", atEnd: true, rows: later },
    );
    expect(second).toMatchObject({ frozen: now, page: 2 });
  });
  it("goes on after a pause only when that is asked for", () => {
    const paused = after({ did: "paused", rows: now }, { did: "scrolled", atEnd: true, rows: later });
    expect(paused).toEqual({ frozen: now, paused: true, page: 3 });
    expect(followed(paused, { did: "newest" })).toBe(FOLLOWING);
  });
  it("is not ended by being at the end", () => {
    expect(after({ did: "scrolled", atEnd: true, rows: now })).toBe(FOLLOWING);
  });
  it("turns no further than there are pages", () => {
    expect(after({ did: "turned", page: 99, rows: now }).page).toBe(3);
    expect(after({ did: "turned", page: 0, rows: now }).page).toBe(1);
  });
});

describe("a page that one returns to", () => {
  it("begins as it did, although lines that came meanwhile moved the pages", () => {
    const begin = 3 * LIMITS.logPage - 50;
    const state = after({ did: "returned", begin, rows: rows(LIMITS.logTail) });
    expect(pageOf(state.frozen ?? [], state.page)[0]?.n).toBe(begin + 1);
    expect(state.page).toBe(3);
  });
  it("is turned on from like any other", () => {
    const all = rows(500);
    const state = after({ did: "returned", begin: 100, rows: all }, { did: "turned", page: 2, rows: all });
    expect(pageOf(state.frozen ?? [], state.page)[0]?.n).toBe(301);
  });
});
