/** All of the tables `alarms` and `classes`, loaded for projects that have one. */
export { ALARM_TABLES as tables } from "../alarm-tables.ts";
export { checkAlarms as check } from "./alarms.ts";
