import type { AlarmPerson, AlarmRoster } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { addressOn, Duty } from "./duty.ts";

const person = (id: string, more: Partial<AlarmPerson> = {}): AlarmPerson => ({
  id,
  name: id.toUpperCase(),
  email: `${id}@example.org`,
  chats: [],
  absences: [],
  ...more,
});
const ALL = [1, 2, 3, 4, 5, 6, 7];
const always = { days: ALL, from: "00:00", to: "00:00" };

function duty(
  shifts: AlarmRoster["shifts"],
  more: Partial<AlarmRoster> = {},
  people = ["a", "b", "c"].map((id) => person(id)),
) {
  return new Duty({ zone: "Europe/Berlin", people, rosters: [{ id: "technik", shifts, ...more }] });
}
/** As the clock on the wall of Berlin says it. */
const at = (text: string) => Date.parse(text);
const who = (of: Duty, text: string) => of.at("technik", at(text))?.id;

describe("a shift", () => {
  it("holds from its beginning to its end, on its days only", () => {
    const of = duty([{ days: [1, 2, 3, 4, 5], from: "07:00", to: "17:00", people: ["a"] }]);
    // Friday and Saturday, in winter.
    expect(who(of, "2026-11-27T06:59:59+01:00")).toBeUndefined();
    expect(who(of, "2026-11-27T07:00:00+01:00")).toBe("a");
    expect(who(of, "2026-11-27T16:59:59+01:00")).toBe("a");
    expect(who(of, "2026-11-27T17:00:00+01:00")).toBeUndefined();
    expect(who(of, "2026-11-28T12:00:00+01:00")).toBeUndefined();
  });

  it("lasts into the next day, also from Sunday to Monday", () => {
    const of = duty([{ days: [7], from: "22:00", to: "06:00", people: ["a"] }]);
    expect(who(of, "2026-11-29T21:59:00+01:00")).toBeUndefined();
    expect(who(of, "2026-11-29T22:00:00+01:00")).toBe("a");
    expect(who(of, "2026-11-30T05:59:00+01:00")).toBe("a");
    expect(who(of, "2026-11-30T06:00:00+01:00")).toBeUndefined();
    expect(who(of, "2026-11-30T23:00:00+01:00")).toBeUndefined();
  });

  it("lasts a whole day where it ends as it begins, and to midnight with 24:00", () => {
    expect(
      who(duty([{ days: [1], from: "08:00", to: "08:00", people: ["a"] }]), "2026-12-01T07:59:00+01:00"),
    ).toBe("a");
    expect(
      who(duty([{ days: [1], from: "08:00", to: "24:00", people: ["a"] }]), "2026-12-01T00:00:00+01:00"),
    ).toBeUndefined();
    expect(
      who(duty([{ days: [1], from: "08:00", to: "24:00", people: ["a"] }]), "2026-11-30T23:59:00+01:00"),
    ).toBe("a");
  });

  it("gives way to those before it", () => {
    const of = duty([
      { days: [3], from: "00:00", to: "24:00", people: ["b"] },
      { ...always, people: ["a"] },
    ]);
    expect(who(of, "2026-11-25T12:00:00+01:00")).toBe("b");
    expect(who(of, "2026-11-26T12:00:00+01:00")).toBe("a");
  });

  it("is by the clock on the wall on both days of daylight saving", () => {
    const of = duty([{ days: ALL, from: "02:00", to: "03:00", people: ["a"] }]);
    // In spring there is no such hour; in autumn it comes twice.
    for (const text of ["2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z"])
      expect(who(of, text)).toBeUndefined();
    for (const text of ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]) expect(who(of, text)).toBe("a");
    expect(who(of, "2026-10-25T02:00:00Z")).toBeUndefined();
  });
});

describe("substitutes", () => {
  it("come in their order while those before them are absent, both days included", () => {
    const people = [
      person("a", { absences: [{ from: "2026-12-24", to: "2026-12-26" }] }),
      person("b", { absences: [{ from: "2026-12-25", to: "2026-12-25" }] }),
      person("c"),
    ];
    const of = duty([{ ...always, people: ["a", "b", "c"] }], {}, people);
    expect(["23", "24", "25", "26", "27"].map((day) => who(of, `2026-12-${day}T12:00:00+01:00`))).toEqual([
      "a",
      "b",
      "c",
      "b",
      "a",
    ]);
    expect(who(of, "2026-12-23T23:59:00+01:00")).toBe("a");
    expect(who(of, "2026-12-24T00:00:00+01:00")).toBe("b");
  });

  it("come where one is not reached on the way in question", () => {
    const people = [person("a"), person("b", { chats: [{ pod: "chat.haus", to: "42" }] })];
    const of = duty([{ ...always, people: ["a", "b"] }], {}, people);
    expect(of.at("technik", 0, (each) => addressOn("chat.haus", each) !== undefined)?.id).toBe("b");
    expect(of.at("technik", 0, (each) => addressOn("chat.haus.alle", each) !== undefined)?.id).toBe("b");
    expect(of.at("technik", 0, (each) => addressOn("chat.werk", each) !== undefined)).toBeUndefined();
    expect(of.at("technik", 0, (each) => addressOn("email.mail.x", each) !== undefined)?.id).toBe("a");
  });

  it("are nobody where all are away, nobody is known, or there is no such roster", () => {
    const away = [person("a", { absences: [{ from: "2000-01-01", to: "2099-12-31" }] })];
    expect(who(duty([{ ...always, people: ["a"] }], {}, away), "2026-11-25T12:00:00Z")).toBeUndefined();
    expect(who(duty([{ ...always, people: ["x"] }]), "2026-11-25T12:00:00Z")).toBeUndefined();
    expect(who(duty([{ ...always, people: [] }]), "2026-11-25T12:00:00Z")).toBeUndefined();
    expect(duty([]).at("leitung", 0)).toBeUndefined();
  });
});

describe("turns", () => {
  const of = duty([{ ...always, people: ["a", "b", "c"] }], { turns: { since: "2026-11-23", at: "08:00" } });

  it("change week by week at their hour, whatever daylight saving does", () => {
    expect(who(of, "2026-11-23T07:59:00+01:00")).toBe("c");
    expect(who(of, "2026-11-23T08:00:00+01:00")).toBe("a");
    expect(who(of, "2026-11-30T07:59:00+01:00")).toBe("a");
    expect(who(of, "2026-11-30T08:00:00+01:00")).toBe("b");
    expect(who(of, "2027-03-29T07:59:00+02:00")).toBe("c");
    expect(who(of, "2027-03-29T08:00:00+02:00")).toBe("a");
  });

  it("were so before they began, too", () => {
    expect(who(of, "2026-11-16T08:00:00+01:00")).toBe("c");
    expect(who(of, "2026-11-09T08:00:00+01:00")).toBe("b");
  });
});

it("says who has it from when to when, without a gap", () => {
  const of = duty([
    { days: [1, 2, 3, 4, 5], from: "07:00", to: "17:00", people: ["a"] },
    { days: [5], from: "17:00", to: "07:00", people: ["b"] },
  ]);
  const spans = of.spans("technik", at("2026-11-27T06:58:30+01:00"), at("2026-11-28T12:00:00+01:00"));
  expect(
    spans.map(({ from, person: each, to }) => [
      new Date(from).toISOString(),
      new Date(to).toISOString(),
      each?.id,
    ]),
  ).toEqual([
    ["2026-11-27T05:58:30.000Z", "2026-11-27T06:00:00.000Z", undefined],
    ["2026-11-27T06:00:00.000Z", "2026-11-27T16:00:00.000Z", "a"],
    ["2026-11-27T16:00:00.000Z", "2026-11-28T06:00:00.000Z", "b"],
    ["2026-11-28T06:00:00.000Z", "2026-11-28T11:00:00.000Z", undefined],
  ]);
});

it.each(["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])(
  "looks ahead as it answers for each moment, over a change of the clock: %s",
  (zone) => {
    const people = [person("a"), person("b", { absences: [{ from: "2026-10-24", to: "2026-10-24" }] })];
    const shifts = [
      { days: [6, 7], from: "01:40", to: "03:10", people: ["b", "a"] },
      { days: [6], from: "23:55", to: "00:05", people: ["a"] },
    ];
    const of = new Duty({ zone, people, rosters: [{ id: "technik", shifts }] });
    // Clocks go back in Berlin on 2026-10-25, and forward in Lord Howe on 2026-10-04, by half an hour.
    for (const begin of [at("2026-10-03T00:00:00Z"), at("2026-10-23T00:00:00Z")]) {
      const spans = of.spans("technik", begin, begin + 3 * 86_400_000);
      for (let now = begin; now < begin + 3 * 86_400_000; now += 300_000) {
        const span = spans.find(({ from, to }) => from <= now && now < to);
        expect(span?.person?.id, new Date(now).toISOString()).toBe(of.at("technik", now)?.id);
      }
    }
  },
);
