/** The full names that are meant where a table may say less. */
import { CONSTANT_TYPE, DEFAULT_IFACE, NAME, RESERVED, SCHEDULE_TYPE } from "./tables.ts";

/** `plant` or `mqtt.plant`; another type's id is left as it is and will not be found. */
export function fullPodId(given: string, type: string): string {
  return given.includes(".") ? given : `${type}.${given}`;
}

/** `const.group.name` from `name`, `group.name` or the full name. */
export const fullConstant = (given: string): string | undefined => fullInGroup(given, CONSTANT_TYPE);

/** `sched.group.name`, likewise. */
export const fullSchedule = (given: string): string | undefined => fullInGroup(given, SCHEDULE_TYPE);

function fullInGroup(given: string, type: string): string | undefined {
  const parts = given.split(".");
  if (parts[0] === type && parts.length > 1) parts.shift();
  if (parts.length === 1) parts.unshift(DEFAULT_IFACE);
  return parts.length === 2 && parts.every((part) => NAME.test(part))
    ? [type, ...parts].join(".")
    : undefined;
}

/** Of a pod or a channel, without what stands before it. */
export function nameProblem(name: string): "bad" | "reserved" | undefined {
  if (!NAME.test(name)) return "bad";
  return RESERVED.includes(name.toLowerCase()) ? "reserved" : undefined;
}
