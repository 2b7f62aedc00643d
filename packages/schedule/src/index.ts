export { dayNumber, isoOf } from "./days.ts";
export {
  type DeviceSchedules,
  type EditedSchedule,
  type EditedSchedules,
  laidOver,
  mergedCalendars,
  NO_DEVICE_SCHEDULES,
  ownPlan,
  withDevice,
} from "./device.ts";
export { dayLayer, nextChanges, nextEdge, type PlanChange, type Reading, readPlan } from "./evaluate.ts";
export { arranged, inOrder, type LaneEdge, type Lanes, lanesOf, planOfLanes } from "./lanes.ts";
export {
  type Calendar,
  type DateRange,
  type GermanState,
  type Override,
  type Place,
  type Plan,
  type PlanDay,
  type PlanTime,
  type PlanValue,
  STATES,
  type SwitchTime,
  type Weekday,
} from "./plan.ts";
export { PLAN_LIMITS, type PlanFault, planFaults, valueFits } from "./plan-faults.ts";
export { changedWords, planWords, rangeText, valueWord } from "./plan-words.ts";
export { reasonText } from "./reason.ts";
export { Surroundings } from "./surroundings.ts";
export {
  atText,
  dateText,
  daysText,
  holidaysText,
  isWeekdayName,
  OFFSET_MAX,
  parseAt,
  parseDate,
  parseDays,
  parseHolidays,
} from "./words.ts";
export { Zone } from "./zone.ts";
