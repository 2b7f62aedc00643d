/**
 * What plans say by calendars that are not ours. Needs Debian's python3-icalendar, python3-dateutil, python3-holidays and
 * python3-astral; the questions and answers are described in `python/schedules.py`.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";
import { repoRoot } from "./repo-root.ts";

export interface ScheduleQuestion {
  zone: string;
  /** First and last day. */
  from: string;
  to: string;
  plans: readonly unknown[];
  suns: readonly { latitude: number; longitude: number; days: readonly string[] }[];
}

export interface ScheduleAnswer {
  /** By plan: instants in ms since the epoch, and what holds from then on. */
  changes: [number, unknown][][];
  /** By place and day: sunrise and sunset. */
  suns: [number, number][][];
}

export const askPythonCalendars = (question: ScheduleQuestion): Promise<ScheduleAnswer> =>
  askPython<ScheduleAnswer>("schedules.py", question);

export interface CalendarFileQuestion {
  zone: string;
  /** First and last day. */
  from: string;
  to: string;
  events: readonly {
    /** `2026-08-03`, or `2026-08-03T10:00` in `tzid`, if there is one. */
    start: string;
    end: string;
    tzid?: string;
    summary?: string;
    rrule?: Readonly<Record<string, unknown>>;
    exdates?: readonly string[];
  }[];
}

/** A calendar file as python3-icalendar writes it, and the days of its events after python3-dateutil. */
export const askPythonCalendarFile = (
  question: CalendarFileQuestion,
): Promise<{ ics: string; days: string[] }> => askPython("calendar_file.py", question);

async function askPython<A>(name: string, question: unknown): Promise<A> {
  const script = path.join(repoRoot(), "packages/testing/python", name);
  const child = spawn("/usr/bin/python3", [script], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(question));
  return JSON.parse(await text(child.stdout)) as A;
}
