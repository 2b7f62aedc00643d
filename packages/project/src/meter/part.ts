/** All of the table `meters`, loaded for projects that have one. */
export { METER_TABLES as tables } from "../meter-tables.ts";
export { checkMeters as check } from "./meters.ts";
