import { dayNumber } from "@hubwart/schedule";
import { describe, expect, it } from "vitest";
import { CalendarError, daysOfCalendar } from "./days.ts";
import { textOfBytes } from "./text.ts";

const WINDOW = { zone: "Europe/Berlin", from: dayNumber(2026, 1, 1), to: dayNumber(2027, 12, 31) };
const file = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...events, "END:VCALENDAR", ""].join("\r\n");
let uid = 0;
const event = (...lines: string[]) =>
  ["BEGIN:VEVENT", `UID:${(uid += 1)}`, ...lines, "END:VEVENT"].join("\r\n");
const days = (text: string, zone = "Europe/Berlin") =>
  daysOfCalendar(text, { ...WINDOW, zone }).ranges.map(
    ({ from, label, to }) =>
      `${from}${to === undefined ? "" : `…${to}`}${label === undefined ? "" : ` ${label}`}`,
  );

describe("a calendar file", () => {
  it.each<[string, string[], string[]]>([
    ["one day", ["DTSTART;VALUE=DATE:20261224", "SUMMARY:Heiligabend"], ["2026-12-24 Heiligabend"]],
    [
      "some days, without the end",
      ["DTSTART;VALUE=DATE:20260803", "DTEND;VALUE=DATE:20260806"],
      ["2026-08-03…2026-08-05"],
    ],
    ["days by their number", ["DTSTART;VALUE=DATE:20260803", "DURATION:P2D"], ["2026-08-03…2026-08-04"]],
    [
      "a time in UTC, by the zone of the device",
      ["DTSTART:20260630T223000Z", "DTEND:20260630T233000Z"],
      ["2026-07-01"],
    ],
    [
      "a time that ends at midnight",
      ["DTSTART;TZID=Europe/Berlin:20260630T180000", "DTEND;TZID=Europe/Berlin:20260701T000000"],
      ["2026-06-30"],
    ],
    [
      "a time in another zone",
      ["DTSTART;TZID=America/New_York:20260630T200000", "DTEND;TZID=America/New_York:20260630T210000"],
      ["2026-07-01"],
    ],
    [
      "every year, without one of them",
      ["DTSTART;VALUE=DATE:20000401", "RRULE:FREQ=YEARLY", "EXDATE;VALUE=DATE:20270401"],
      ["2026-04-01"],
    ],
    [
      "until the very moment of the last",
      ["DTSTART;TZID=Europe/Berlin:20261201T083000", "RRULE:FREQ=DAILY;UNTIL=20261203T073000Z"],
      ["2026-12-01…2026-12-03"],
    ],
    [
      "the last Friday of a month, three times",
      ["DTSTART;VALUE=DATE:20260130", "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3"],
      ["2026-01-30", "2026-02-27", "2026-03-27"],
    ],
    [
      "days that do not say that they are",
      ["DTSTART:20260803", "DTEND:20260805", "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20260810,20260817"],
      ["2026-08-03…2026-08-04"],
    ],
    ["a day that there is in leap years only", ["DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY"], []],
    [
      "the 31st, where there is one",
      ["DTSTART;VALUE=DATE:20270131", "RRULE:FREQ=MONTHLY;COUNT=3"],
      ["2027-01-31", "2027-03-31", "2027-05-31"],
    ],
    ["cancelled", ["DTSTART;VALUE=DATE:20260803", "STATUS:CANCELLED"], []],
  ])("has %s", (_, lines, expected) => {
    expect(days(file(event(...lines)))).toEqual(expected);
  });

  it("has what was moved where it was moved to, and not what was cancelled", () => {
    const series = (more: string[]) => ["BEGIN:VEVENT", "UID:serie", ...more, "END:VEVENT"].join("\r\n");
    const text = file(
      series(["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=WEEKLY;COUNT=3", "SUMMARY:Prüfung"]),
      series(["RECURRENCE-ID;VALUE=DATE:20260112", "DTSTART;VALUE=DATE:20260114", "SUMMARY:Prüfung verlegt"]),
      series(["RECURRENCE-ID;VALUE=DATE:20260119", "DTSTART;VALUE=DATE:20260119", "STATUS:CANCELLED"]),
    );
    expect(days(text)).toEqual(["2026-01-05 Prüfung", "2026-01-14 Prüfung verlegt"]);
  });

  it("has zones that only it describes, and others in the device's", () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:Hinterland",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "TZOFFSETFROM:-1000",
      "TZOFFSETTO:-1000",
      "END:STANDARD",
      "END:VTIMEZONE",
    ].join("\r\n");
    const at = (tzid: string) =>
      event(`DTSTART;TZID=${tzid}:20260630T200000`, `DTEND;TZID=${tzid}:20260630T210000`);
    expect(
      days(file(zone, at("Hinterland"), at("Nirgends"), at("/mozilla.org/2005/America/New_York"))),
    ).toEqual(["2026-06-30…2026-07-01"]);
  });

  it("is another one in another zone of the device", () => {
    const text = file(event("DTSTART:20260630T223000Z", "DTEND:20260630T233000Z"));
    expect(days(text, "Europe/London")).toEqual(["2026-06-30…2026-07-01"]);
    expect(days(text, "America/New_York")).toEqual(["2026-06-30"]);
  });

  it.each([
    ["nothing", ""],
    ["a page", "<!doctype html><title>404</title>"],
    ["a file cut off", file(event("DTSTART;VALUE=DATE:20260803")).slice(0, 60)],
    ["another kind", "BEGIN:VCARD\r\nEND:VCARD\r\n"],
  ])("is not %s", (_, text) => {
    expect(() => daysOfCalendar(text, WINDOW)).toThrow(CalendarError);
  });

  it("passes over events that it cannot read, and what recurs every second", () => {
    const text = file(
      event("SUMMARY:ohne Anfang"),
      event("DTSTART:gestern"),
      event("DTSTART:20260101T000000Z", "RRULE:FREQ=SECONDLY"),
      event("DTSTART;VALUE=DATE:20260803"),
    );
    const { events, left, ranges } = daysOfCalendar(text, WINDOW);
    expect([events, ranges]).toEqual([4, [{ from: "2026-08-03" }]]);
    expect(left).toBe(3);
  });

  it("has no more days than the hub can look up, and says how many it left", () => {
    const each = (number: number) =>
      event("DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=WEEKLY", `SUMMARY:Termin ${number}`);
    const { left, ranges } = daysOfCalendar(file(...Array.from({ length: 40 }, (_, at) => each(at))), WINDOW);
    expect(ranges).toHaveLength(2_000);
    expect(left).toBeGreaterThan(1_000);
  });

  it("stops where there are more occurrences than anybody needs", () => {
    const each = () => event("DTSTART;VALUE=DATE:19000101", "RRULE:FREQ=DAILY");
    expect(() => daysOfCalendar(file(...Array.from({ length: 4 }, each)), WINDOW)).toThrow(CalendarError);
  });
});

it("is read in whichever letters it was written", () => {
  const text = "SUMMARY:Prüfung";
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16, Buffer.from(text, "latin1")])
    expect(textOfBytes(bytes)).toBe(text);
});
