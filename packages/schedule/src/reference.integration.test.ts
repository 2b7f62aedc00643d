/** Ten years, sixteen states, both days of daylight saving of each year: against python3-icalendar, dateutil, holidays and astral. */
import { askPythonCalendars } from "@hubwart/testing";
import { expect, it } from "vitest";
import { isoOf } from "./days.ts";
import { nextChanges } from "./evaluate.ts";
import { type Calendar, type GermanState, type Plan, STATES, type Weekday } from "./plan.ts";
import { sunTimes } from "./sun.ts";
import { Surroundings } from "./surroundings.ts";

const FROM = "2026-01-01";
const TO = "2036-12-31";
const FERIEN: [string, string][] = [
  ["2026-08-03", "2026-09-14"],
  ["2028-02-28", "2028-03-01"],
  ["2030-12-23", "2031-01-06"],
  ["2033-03-25", "2033-03-28"],
];
const ALL: Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const WORK: Weekday[] = [1, 2, 3, 4, 5];

const PLANS: Record<string, Plan> = {
  office: {
    default: 0,
    exceptions: ["ferien"],
    times: [
      { weekdays: WORK, at: 360, value: 1 },
      { weekdays: WORK, at: 1_200, value: 0 },
      { weekdays: [7], calendars: ["Feiertag"], at: 600, value: 2 },
      { weekdays: [7], calendars: ["Feiertag"], at: 660, value: 0 },
    ],
  },
  night: {
    default: 9,
    exceptions: ["Feiertag"],
    times: [
      { weekdays: ALL, at: 0, value: 1 },
      { weekdays: ALL, at: 150, value: 2 },
      { weekdays: [6, 7], at: 165, value: 3 },
      { weekdays: ALL, at: 179, value: 4 },
      { weekdays: ALL, at: 180, value: 5 },
      { weekdays: ALL, at: 1_439, value: 6 },
      { calendars: ["ferien"], at: 150, value: 7 },
      { calendars: ["ferien"], at: 1_000, value: 8 },
    ],
  },
  weekend: {
    default: 0,
    times: [
      { weekdays: [5], at: 1_080, value: 1 },
      { weekdays: [1], at: 360, value: 0 },
      { calendars: ["Feiertag"], at: 120, value: 3 },
    ],
  },
};

/** All changes of a plan, however far one is from the next. */
function changesOf(plan: Plan, zone: string, state: GermanState, to: number): [number, unknown][] {
  const calendars: Calendar[] = [
    { id: "Feiertag", priority: 8, states: [state] },
    { id: "ferien", priority: 4, ranges: FERIEN.map(([first, last]) => ({ from: first, to: last })) },
  ];
  const around = new Surroundings({ zone, calendars });
  const changes: [number, unknown][] = [];
  let from = around.zone.instant(Date.parse(FROM) / 86_400_000 + 14, 0);
  for (;;) {
    const [next] = nextChanges(plan, around, from, 1);
    if (!next || next.at > to) return changes;
    changes.push([next.at, next.value]);
    from = next.at;
  }
}

it.each<[string, GermanState[]]>([
  ["Europe/Berlin", [...STATES]],
  ["America/New_York", ["BY"]],
  ["Australia/Lord_Howe", ["SN"]],
])("has the same edges for ten years by the clock of %s", async (zone, states) => {
  // Eight edges a day: enough for some states.
  const cases = states.flatMap((state) =>
    Object.entries(PLANS)
      .filter(([name]) => name !== "night" || ["BE", "BY", "MV", "SN"].includes(state))
      .map(([, plan]) => ({ state, plan })),
  );
  const { changes } = await askPythonCalendars({
    zone,
    from: FROM,
    to: TO,
    plans: cases.map(({ plan, state }) => ({ exceptions: [], ...plan, state, ferien: FERIEN })),
    suns: [],
  });
  let compared = 0;
  cases.forEach(({ plan, state }, at) => {
    // Of the first two weeks the reference does not know what held before.
    const begin = new Surroundings({ zone }).zone.instant(Date.parse(FROM) / 86_400_000 + 14, 0);
    const expected = (changes[at] ?? []).filter(([ms]) => ms > begin);
    const last = expected.at(-1)?.[0] ?? 0;
    expect(changesOf(plan, zone, state, last)).toEqual(expected);
    compared += expected.length;
  });
  expect(compared).toBeGreaterThan(8_000 * states.length);
});

it("has sunrise and sunset within two minutes", async () => {
  const places = [
    [54.9, 8.3],
    [52.52, 13.41],
    [47.4, 10.3],
    [0, 0],
    [-36.85, 174.76],
  ].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude }));
  const first = Date.parse(FROM) / 86_400_000;
  const numbers = Array.from({ length: 600 }, (_, n) => first + n * 6);
  const { suns } = await askPythonCalendars({
    zone: "UTC",
    from: FROM,
    to: FROM,
    plans: [],
    suns: places.map((place) => ({ ...place, days: numbers.map(isoOf) })),
  });
  const far = places.map((place, at) =>
    Math.max(
      ...numbers.map((day, n) => {
        const { rise = 0, set = 0 } = sunTimes(day, place);
        const [otherRise = 0, otherSet = 0] = suns[at]?.[n] ?? [];
        // Which day an instant belongs to, far from Greenwich, is told by the wall clock there.
        const apart = (a: number, b: number) => Math.abs(((a - b + 43_200_000) % 86_400_000) - 43_200_000);
        return Math.max(apart(rise, otherRise), apart(set, otherSet)) / 1_000;
      }),
    ),
  );
  // Most of it is that python3-astral takes the place of the sun at 0:00 UTC for the whole day.
  expect(Math.max(...far)).toBeLessThan(120);
});
