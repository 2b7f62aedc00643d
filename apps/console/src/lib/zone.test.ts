import { afterEach, describe, expect, it, vi } from "vitest";
import { formatDateTime, formatDateTimeShort, formatLocal, formatMoment, formatTime } from "./format.ts";
import { offsetText, setDeviceZone, zoneMark, zoneNote } from "./zone.ts";

const WINTER = Date.UTC(2026, 0, 15, 12);
const SUMMER = Date.UTC(2026, 6, 15, 12);
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser so many minutes east of Greenwich, all year. */
function liveAt(minutes: number): void {
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-minutes);
}
afterEach(() => {
  setDeviceZone(own);
  vi.restoreAllMocks();
});

it("marks nothing while the device's zone is the browser's, or one that nobody knows", () => {
  setDeviceZone(own);
  expect(zoneMark(WINTER)).toBe("");
  setDeviceZone("Nirgends/Nirgendwo");
  expect(zoneMark(WINTER)).toBe("");
  expect(zoneNote(WINTER)).toBe("");
});

it("asks Temporal for the browser's zone where there is one, without the first use of Intl", async () => {
  vi.resetModules();
  const made = vi.spyOn(Intl, "DateTimeFormat");
  vi.stubGlobal("Temporal", { Now: { timeZoneId: () => "Europe/Athens" } });
  const { isBrowserZone } = await import("./zone.ts");
  expect([isBrowserZone("Europe/Athens"), isBrowserZone(own)]).toEqual([true, false]);
  expect(made).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it("marks the browser's zone where the device shows another time, and only then", () => {
  liveAt(60);
  setDeviceZone("Europe/Athens");
  expect(zoneMark(WINTER)).toBe(" UTC+1");
  setDeviceZone("Europe/Vienna");
  expect(zoneMark(WINTER)).toBe("");
  expect(zoneMark(SUMMER)).toBe(" UTC+1");
  expect(zoneNote(SUMMER)).toBe(" (UTC+1)");
});

it("knows the device's zone before and after the clocks change", () => {
  // Berlin, 29 March 2026, 02:00.
  const change = Date.UTC(2026, 2, 29, 1);
  liveAt(60);
  setDeviceZone("Europe/Berlin");
  expect([change - 1, change].map(zoneMark)).toEqual(["", " UTC+1"]);
});

it("takes Greenwich for what it is", () => {
  liveAt(0);
  setDeviceZone("Atlantic/Reykjavik");
  expect(zoneMark(WINTER)).toBe("");
  setDeviceZone("Europe/Berlin");
  expect(zoneMark(WINTER)).toBe(" UTC");
});

describe("every time that is told alone", () => {
  it.each([
    ["a date with time", formatDateTime],
    ["a short one", formatDateTimeShort],
    ["a clock", formatTime],
    ["a moment", (ms: number) => formatMoment(ms, ms)],
  ])("carries it: %s", (_, format) => {
    setDeviceZone(own);
    const plain = format(WINTER);
    liveAt(-210);
    setDeviceZone("Europe/Berlin");
    expect(format(WINTER).endsWith(" UTC−3:30")).toBe(true);
    expect(format(WINTER).startsWith(plain.slice(0, 3))).toBe(true);
  });
  it("but not where its heading does", () => {
    liveAt(-210);
    setDeviceZone("Europe/Berlin");
    expect(formatLocal(WINTER)).not.toContain("UTC");
    expect(formatDateTime(0)).toBe("–");
  });
});

it.each([
  [0, "UTC"],
  [60, "UTC+1"],
  [345, "UTC+5:45"],
  [-210, "UTC−3:30"],
])("%i minutes are %s", (minutes, text) => expect(offsetText(minutes)).toBe(text));
