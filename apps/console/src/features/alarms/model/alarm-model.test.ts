import { describe, expect, it } from "vitest";
import type { Figures } from "../api/alarms.ts";
import { isFiltered, parseAlarmSearch, priorityList } from "./search.ts";
import { causeOf, proposalsOf, valuesText } from "./words.ts";

describe("the address", () => {
  it("says what is shown", () => {
    const search = {
      tab: "history",
      text: "kessel",
      priority: 2,
      view: "all",
      kind: "told",
      range: "day",
      page: 3,
    };
    expect(parseAlarmSearch(search)).toEqual(search);
  });

  it("leaves out what is as at first, and what nobody could have chosen", () => {
    expect(
      parseAlarmSearch({ tab: "standing", view: "open", kind: "all", range: "week", page: 1, text: "" }),
    ).toEqual({});
    expect(
      parseAlarmSearch({ tab: "x", view: "y", kind: "z", range: 1, page: -1, priority: 9, text: {} }),
    ).toEqual({});
  });

  it("knows a filter from a place", () => {
    expect(isFiltered({ tab: "history", page: 2 })).toBe(false);
    expect(isFiltered({ priority: 1 })).toBe(true);
  });

  it("means a priority and those more urgent", () => expect(priorityList(3)).toBe("1,2,3"));
});

describe("an alarm in words", () => {
  const now = { chan: "a", value: 30, quality: 0, last: 1, count: 1 };
  const alarm = { value: 31.5, unit: "°C" };

  it("has the value of then and of now", () => {
    expect(valuesText(alarm, now, true)).toBe("damals 31,5\u00a0°C, jetzt 30\u00a0°C");
  });

  it("says nothing of now before it was asked, and that it is unknown where it is", () => {
    expect(valuesText(alarm, undefined, false)).toBe("damals 31,5\u00a0°C");
    expect(valuesText(alarm, undefined, true)).toMatch(/jetzt unbekannt$/);
    expect(valuesText(alarm, { ...now, quality: 2 }, true)).toMatch(/jetzt unbekannt$/);
    expect(valuesText(alarm, { ...now, count: 0 }, true)).toMatch(/jetzt unbekannt$/);
  });

  it("names its cause: another alarm, a switch, what the other side said", () => {
    const nameOf = (id: string) => (id === "bus" ? "Bus gestört" : id);
    expect(causeOf({ suppressed: { by: "parent", parent: "bus" } }, undefined, nameOf)).toBe(
      "Erklärt durch „Bus gestört“",
    );
    expect(causeOf({ suppressed: { by: "enable", chan: "a.b.c" } }, undefined, nameOf)).toBe(
      "Ausgeschaltet durch a.b.c",
    );
    const refusal = { text: "Keine Antwort", since: 1, last: 1, count: 1 };
    expect(causeOf({}, { refusal }, nameOf)).toBe("Keine Antwort");
    expect(causeOf({ maintenance: 1 }, undefined, nameOf)).toBe("In Wartung");
    expect(causeOf({}, {}, nameOf)).toBeUndefined();
  });
});

describe("proposals", () => {
  const figures: Figures = {
    code: 0,
    from: 0,
    to: 1,
    raised: 100,
    rate: 0.1,
    peak: { at: 1, count: 2 },
    floods: 0,
    worst: Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, text: "", count: 10, share: 0.1 })),
    chattering: [],
    stale: 0,
    priorities: [5, 15, 80, 0],
  };

  it("are none for alarms as they should be", () => expect(proposalsOf(figures)).toEqual([]));

  it("name the few that make most", () => {
    const worst = [50, 20, 10, 5].map((count, at) => ({ id: `${at}`, text: "", count, share: count / 100 }));
    expect(proposalsOf({ ...figures, worst })).toEqual([
      "3 Meldungen machen 80\u00a0% aus: Hysterese oder Verzögerung prüfen.",
    ]);
    // Of two alarms one makes half: that says nothing.
    expect(
      proposalsOf({ ...figures, worst: worst.slice(0, 1), raised: 2, priorities: [0, 0, 2, 0] }),
    ).toEqual([]);
  });

  it("name what chatters, floods, stays, shouts and waits", () => {
    const told = proposalsOf({
      ...figures,
      chattering: [{ id: "a", text: "", count: 3 }],
      floods: 2,
      stale: 1,
      priorities: [30, 0, 70, 0],
      ack_time: { median: 7_200_000, p90: 8_000_000 },
    });
    expect(told.map((text) => text.split(":")[0]?.replaceAll("\u00a0", " "))).toEqual([
      "Eine Meldung flattert",
      "2 Fluten",
      "Eine Meldung steht länger als einen Tag an",
      "30 % sind dringend oder hoch",
      "Bis zur Quittierung vergehen meist 2 Std. 0 Min.",
    ]);
  });
});
