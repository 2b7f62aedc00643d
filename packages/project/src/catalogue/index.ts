/**
 * Every error and warning the compiler can report, by name. The one place that knows their numbers. What is said of tables that not
 * every project has is reported by the entry itself (`alarmKinds.badLimit`), and comes along with what reads those tables.
 */
import { alarmKinds } from "./alarms.ts";
import { COMMON_KINDS } from "./common.ts";
import { meterKinds } from "./meters.ts";
import { pageKinds } from "./pages.ts";
import { scheduleKinds } from "./schedules.ts";

export const CATALOGUE = {
  ...COMMON_KINDS,
  ...alarmKinds,
  ...scheduleKinds,
  ...meterKinds,
  ...pageKinds,
};
