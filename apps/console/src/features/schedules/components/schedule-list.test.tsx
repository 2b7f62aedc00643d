import { screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { render } from "../../../testing/render.tsx";
import type { CalendarRow, ScheduleRow } from "../api/schedules.ts";
import { dayText } from "../model/day-text.ts";
import { CalendarList } from "./calendar-list.tsx";
import { ScheduleList } from "./schedule-list.tsx";

vi.mock(import("@tanstack/react-router"), async (original) => ({
  ...(await original()),
  Link: (({ children, "aria-label": label }: { children?: ReactNode; "aria-label"?: string }) => (
    <a href="/" aria-label={label}>
      {children}
    </a>
  )) as never,
}));

const ROW: ScheduleRow = {
  chan: "sched.main.licht",
  label: "Licht",
  type: "bool",
  value: true,
  why: "Feiertag: Neujahr, 10:00",
  since: Date.parse("2026-01-01T09:00:00Z"),
  next: [{ at: Date.parse("2026-01-01T10:00:00Z"), value: false, why: "Feiertag: Neujahr, 11:00" }],
  default: false,
  edited: false,
  off: false,
  exceptions: ["Ferien"],
  times: [{ days: "So, Feiertag", at: "10:00", value: true }],
};
const CALENDAR: CalendarRow = {
  id: "Feiertag",
  priority: 8,
  days: [{ text: "Feiertage BY" }, { text: "24.12.", label: "Heiligabend" }],
  count: 3,
  next: { date: "2026-12-24", label: "Heiligabend" },
};
const rowOf = (name: RegExp) => within(screen.getByRole("row", { name }));

it("says what holds, why, what comes next, and the plan", () => {
  render(<ScheduleList rows={[ROW]} />);
  const row = rowOf(/Licht/);
  for (const text of ["wahr", "Feiertag: Neujahr, 10:00"]) expect(row.getByText(text)).toBeTruthy();
  expect(row.getByText(/11:00\)/)).toBeTruthy();
  expect(row.getByText(/So, Feiertag 10:00/).textContent).toContain("wahr");
  expect(row.getByText(/Ausnahmen/).textContent).toContain("Ferien");
});

it("says that somebody changed it, holds it, or switched it off", () => {
  const override = { value: true, until: Date.parse("2026-01-01T21:00:00Z") };
  render(<ScheduleList rows={[{ ...ROW, edited: true, off: true, override }]} />);
  for (const text of ["geändert", "aus", /^übersteuert bis/])
    expect(rowOf(/Licht/).getByText(text)).toBeTruthy();
});

it("says so where nothing is planned", () => {
  render(<ScheduleList rows={[{ ...ROW, next: [], times: [], exceptions: [] }]} />);
  expect(rowOf(/Licht/).getByText("keine Änderung geplant")).toBeTruthy();
  expect(rowOf(/Licht/).getByText("keine Zeiten")).toBeTruthy();
});

it("lists calendars with their days and the next of them", () => {
  render(<CalendarList calendars={[CALENDAR]} />);
  const row = rowOf(/Feiertag/);
  expect(row.getByText("Do, 24.12.2026")).toBeTruthy();
  expect(row.getByText("und 1 weitere")).toBeTruthy();
});

it("has no table of no calendars", () => {
  render(<CalendarList calendars={[]} />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("Keine Kalender")).toBeTruthy();
});

it("names the day of the week of a date, whatever the zone of the browser", () => {
  expect(dayText("2026-11-25")).toBe("Mi, 25.11.2026");
});
