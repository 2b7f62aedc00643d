/** The process that reads one calendar file. Started by `calendarInChild`; it also ends when its parent is gone. */
import { readFile } from "node:fs/promises";
import { onParentGone, writeFileAtomic } from "@hubwart/core";
import { CalendarError, daysOfCalendar } from "./days.ts";
import type { CalendarResult, CalendarTask } from "./in-child.ts";
import { textOfBytes } from "./text.ts";

async function run({ file, window }: CalendarTask): Promise<CalendarResult> {
  try {
    return daysOfCalendar(textOfBytes(await readFile(file)), window);
  } catch (error) {
    if (error instanceof CalendarError) return { problem: error.message };
    throw error;
  }
}

onParentGone(() => process.exit(1));
process.once("message", (task: CalendarTask) => {
  void run(task)
    .then((result) => writeFileAtomic(task.result, JSON.stringify(result)))
    .then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      },
    );
});
