/** Reads a calendar file in a process of its own: hostile ones cost at most that. */
import { readFile, rm } from "node:fs/promises";
import { runChild } from "@hubwart/project/run-child";
import { texts } from "../texts.ts";
import type { CalendarDays, CalendarWindow } from "./days.ts";

export interface CalendarTask {
  file: string;
  /** Where the result goes. */
  result: string;
  window: CalendarWindow;
}

export type CalendarResult = CalendarDays | { problem: string };

/** ms; MiB. A year's calendar of a large company takes less than a second and 100 MiB. */
const TIME_LIMIT = 20_000;
const MEMORY_LIMIT = 320;

/** @param entry absolute path of the built `ics-child`. @throws Error with a German text */
export async function calendarInChild(
  entry: string,
  task: CalendarTask,
  { signal, timeLimit = TIME_LIMIT }: { signal?: AbortSignal | undefined; timeLimit?: number } = {},
): Promise<CalendarDays> {
  try {
    const failure = await runChild({
      entry,
      task,
      timeLimit,
      memoryLimit: MEMORY_LIMIT,
      ...(signal ? { signal } : {}),
    });
    if (failure !== undefined) throw new Error(texts.calendars.tooHeavy);
    const result = JSON.parse(await readFile(task.result, "utf8")) as CalendarResult;
    if ("problem" in result) throw new Error(result.problem);
    return result;
  } finally {
    await rm(task.result, { force: true });
  }
}
