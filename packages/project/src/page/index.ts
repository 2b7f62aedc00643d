/** Pages of a compiled project as they are shown, without the rest of the compiler. */
export { type AlarmPlace, alarmPlaces } from "./alarm-places.ts";
export { PLAN_NAME } from "./plan-name.ts";
export { type PageReach, reachOf } from "./reach.ts";
export { pagesOf, type ShownBlock, type ShownPage, type ShownPages } from "./shown.ts";
