import { describe, expect, it } from "vitest";
import {
  compileTables,
  faults,
  goodTables,
  type Rows,
  scheduleTables,
  type Tables,
} from "../testing/project.ts";
import { DATES_MAX } from "./calendars.ts";
import { SCHEDULES_MAX } from "./schedules.ts";
import { TIMES_MAX } from "./times.ts";

const tablesWith = (tables: Partial<Record<string, Rows>>): Tables =>
  ({ ...scheduleTables(), ...tables }) as Tables;
/** The tables of the example with one more row, and what is said of that. */
async function said(table: string, row: (string | number | Date | null)[]): Promise<string[]> {
  const tables = scheduleTables();
  tables[table]?.push(row);
  return faults(await compileTables(tables)).map((fault) =>
    fault.replace(` ${table}:${tables[table]?.length}`, ""),
  );
}

describe("schedules", () => {
  it("are sources with a plan, in order of their names", async () => {
    const { compiled, errors } = await compileTables(scheduleTables());
    expect(errors).toEqual([]);
    expect(compiled).toMatchObject({
      place: { latitude: 52.52, longitude: 13.41 },
      schedules: [
        {
          chan: "sched.heat.set",
          type: "float",
          default: 17,
          times: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], at: 330, value: 21.5 }],
        },
        {
          chan: "sched.main.hours",
          type: "bool",
          default: false,
          label: "Bürozeit",
          exceptions: ["Ferien"],
          times: [
            { weekdays: [1, 2, 3, 4, 5], at: 360, value: true },
            { weekdays: [1, 2, 3, 4, 5], at: 1_200, value: false },
            { weekdays: [7], calendars: ["Feiertag"], at: { sun: "rise", offset: 30 }, value: true },
          ],
        },
      ],
      calendars: [
        { id: "Feiertag", priority: 8, states: ["BY"], ranges: [{ from: "12-24", label: "Heiligabend" }] },
        {
          id: "Ferien",
          priority: 4,
          ranges: [{ from: "2026-08-03", to: "2026-09-14", label: "Sommerferien" }],
        },
      ],
    });
  });

  it("leave a project without them as it was", async () => {
    const { compiled } = await compileTables(goodTables());
    for (const key of ["schedules", "calendars"]) expect(compiled).not.toHaveProperty(key);
  });

  it("mean the same in another order of rows", async () => {
    const tables = scheduleTables();
    const turned = Object.fromEntries(
      Object.entries(tables).map(([name, [head = [], ...rows]]) =>
        ["schedules", "schedule_times", "calendars"].includes(name)
          ? [name, [head, ...rows.reverse()]]
          : [name, [head, ...rows]],
      ),
    );
    expect((await compileTables(turned)).hash).toBe((await compileTables(scheduleTables())).hash);
  });

  it("take times and dates as the spreadsheet has them, without a warning", async () => {
    const tables = scheduleTables();
    tables["schedule_times"]?.push(["heat.set", "Mo", new Date(Date.UTC(1899, 11, 31, 22, 15)), 17]);
    tables["calendars"]?.push(["Ferien", new Date("2026-12-24"), new Date("2027-01-06"), null, null]);
    const { compiled, errors } = await compileTables(tables);
    expect(errors).toEqual([]);
    expect(compiled?.schedules?.[0]?.times).toContainEqual({ weekdays: [1], at: 1_335, value: 17 });
    expect(compiled?.calendars?.[1]?.ranges).toContainEqual({ from: "2026-12-24", to: "2027-01-06" });
  });

  it.each<[string, string, (string | number | null)[], string[]]>([
    ["a name of three parts", "schedules", ["a.b.c", null, null, "ja", null], ["badSchedule id"]],
    ["a name twice", "schedules", ["main.hours", null, null, "ja", null], ["duplicateSchedule id"]],
    ["a default of another type", "schedules", ["x", null, "int", "ja", null], ["notInteger default"]],
    ["no default", "schedules", ["x", null, null, null, null], ["missingValue default"]],
    ["no such calendar", "schedules", ["x", null, null, "ja", "Feiertga"], ["unknownCalendar calendar"]],
    ["a type that none has", "schedules", ["x", null, "json", "{}", null], ["notChoice type"]],
    ["no such schedule", "schedule_times", ["huors", "Mo", "07:00", "ja"], ["unknownSchedule schedule"]],
    ["no such day", "schedule_times", ["hours", "Mo, Feierabend", "07:00", "ja"], ["unknownDays days"]],
    ["commas only", "schedule_times", ["hours", ",", "07:00", "ja"], ["missingValue days"]],
    ["the 25th hour", "schedule_times", ["hours", "Sa", "24:00", "ja"], ["badTime at"]],
    ["seconds", "schedule_times", ["hours", "Sa", "07:00:30", "ja"], ["badTime at"]],
    [
      "half a day after sunset",
      "schedule_times",
      ["hours", "Sa", "Sonnenuntergang+721", "ja"],
      ["badTime at"],
    ],
    ["a value of another type", "schedule_times", ["heat.set", "Sa", "07:00", "warm"], ["notNumber value"]],
    ["two values at a time", "schedule_times", ["hours", "Fr–Sa", "6:00", "nein"], ["duplicateTime at"]],
    [
      "two on a holiday",
      "schedule_times",
      ["hours", "Feiertag", "Sonnenaufgang+30", "ja"],
      ["duplicateTime at"],
    ],
    ["a calendar called Monday", "calendars", ["Montag", "1.1.", null, null, null], ["badCalendar calendar"]],
    ["a day that no year has", "calendars", ["a", "31.2.", null, null, null], ["badDate from"]],
    ["a day that this year has not", "calendars", ["a", "29.2.2027", null, null, null], ["badDate from"]],
    ["no last day", "calendars", ["a", "1.1.", "bald", null, null], ["badDate to"]],
    ["an end before the beginning", "calendars", ["a", "2.1.2026", "1.1.2026", null, null], ["dateOrder to"]],
    ["one day with a year", "calendars", ["a", "1.1.", "6.1.2026", null, null], ["mixedDates to"]],
    ["an end of holidays", "calendars", ["a", "Feiertage BY", "6.1.", null, null], ["holidaysAlone to"]],
    ["another priority", "calendars", ["Ferien", "1.1.", null, null, 5], ["otherPriority priority"]],
    ["a priority below the last", "calendars", ["a", "1.1.", null, null, 17], ["outOfRange priority"]],
    ["a link to a schedule", "links", ["bus.a.temp", "sched.heat.set"], ["targetIsSchedule target"]],
    ["a link of none", "links", ["sched.heat.sat", "bus.a.set"], ["unknownSource source"]],
  ])("refuse %s", async (_what, table, row, expected) => {
    expect(await said(table, row)).toEqual(expected);
  });

  it("say what to do about half a degree where the default is a whole one", async () => {
    const tables = scheduleTables();
    tables["schedules"]?.push(["x", null, null, 17, null]);
    tables["schedule_times"]?.push(["x", "Mo", "06:00", "21,5"]);
    const { errors } = await compileTables(tables);
    expect(errors).toMatchObject([{ Attribute: "value", Hint: expect.stringContaining("„float“") }]);
  });

  it("need a place for the sun, and both halves of it", async () => {
    const tables = scheduleTables();
    const head = (count: number) => (tables["project"] ?? []).slice(0, count);
    expect(faults(await compileTables({ ...tables, project: head(3) }))).toEqual([
      "placeNeeded schedule_times:4 at",
    ]);
    expect(faults(await compileTables({ ...tables, project: head(4) }))).toEqual([
      "halfPlace project:4 latitude",
      "placeNeeded schedule_times:4 at",
    ]);
  });

  it("that are broken say nothing of their times", async () => {
    const tables = scheduleTables();
    tables["schedules"]?.splice(2, 1, ["heat.set", null, "float", "warm", null]);
    expect(faults(await compileTables(tables))).toEqual(["notNumber schedules:3 default"]);
  });

  it("are bounded, and so are times and days", async () => {
    const { links: _links, schedule_times: _times, ...rest } = scheduleTables();
    const many = Array.from({ length: SCHEDULES_MAX + 1 }, (_, n) => [`s${n}`, 1]);
    const times = Array.from({ length: TIMES_MAX + 1 }, (_, n) => [
      "s0",
      "Mo",
      `${Math.floor(n / 60)}:${String(n % 60).padStart(2, "0")}`,
      1,
    ]);
    const dates = Array.from({ length: DATES_MAX + 1 }, (_, n) => [`c${n}`, "1.1."]);
    const result = await compileTables({
      ...rest,
      schedules: [["id", "default"], ...many],
      schedule_times: [["schedule", "days", "at", "value"], ...times],
      calendars: [["calendar", "from"], ...dates],
    });
    expect(faults(result)).toEqual([
      `tooManySchedules schedules:${SCHEDULES_MAX + 2} id`,
      `tooManyDates calendars:${DATES_MAX + 2} calendar`,
      `tooManyTimes schedule_times:${TIMES_MAX + 2} schedule`,
    ]);
  });

  it("are watched by alarms, compared with by limits and named by patterns", async () => {
    const { compiled, errors } = await compileTables(
      tablesWith({
        alarms: [
          ["id", "source", "kind", "limit", "enable"],
          ["warm", "bus.a.temp", "above", "sched.heat.set", "sched.main.hours"],
          ["all", "sched.*", "bad", null, null],
        ],
      }),
    );
    expect(errors).toEqual([]);
    expect(compiled?.alarms?.map(({ id }) => id)).toEqual([
      "all/sched.heat.set",
      "all/sched.main.hours",
      "warm",
    ]);
  });
});
