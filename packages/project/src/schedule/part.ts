/** All of the tables `schedules`, `schedule_times` and `calendars`, loaded for projects that have one. */
export { SCHEDULE_TABLES as tables } from "../schedule-tables.ts";
export { checkSchedules as check } from "./schedules.ts";
