/** What people changed of schedules on the device, beside what a project now says of them. */

import { arranged, type EditedSchedules, planFaults } from "@hubwart/schedule";
import { scheduleKinds } from "../catalogue/schedules.ts";
import type { Draft } from "../check/draft.ts";
import { sameValue } from "../edits.ts";

/** Schedules that are told of; a device has few that were changed. */
const TOLD = 200;

export function reportEdited({ report, schedules }: Draft, edited: EditedSchedules): void {
  for (const [chan, { base, plan }] of Object.entries(edited).slice(0, TOLD)) {
    if (!plan) continue;
    const own = schedules.get(chan);
    const where = { file: own?.place.file ?? "", ...own?.place, channel: chan.slice(0, 210) };
    const [fault] = own ? planFaults(plan, own.schedule.type) : [];
    if (!own) report.add(scheduleKinds.editedGone, where, {});
    else if (fault) report.add(scheduleKinds.editedMisfit, where, { fault: fault.message });
    else if (base && !sameValue(arranged(base), arranged(own.schedule)))
      report.add(scheduleKinds.editedChanged, where, {});
  }
}
