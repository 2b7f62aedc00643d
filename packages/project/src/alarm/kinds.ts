/** What each kind of alarm needs of its source and its limit. */
import { ALARM_KINDS, type AlarmKind, VALUE_TYPES, type ValueType } from "../compiled.ts";

interface KindFacts {
  /** Of the source. */
  types: readonly ValueType[];
  /** In the cell `limit`. */
  parts: 0 | 1 | 2;
  /** Index of the part that must be greater than 0: with less the condition would always hold. */
  positive?: number;
  hysteresis?: true;
}

export const NUMBERS: readonly ValueType[] = ["int", "float"];
const BOOL: readonly ValueType[] = ["bool"];

export const KINDS: Readonly<Record<AlarmKind, KindFacts>> = {
  above: { types: NUMBERS, parts: 1, hysteresis: true },
  below: { types: NUMBERS, parts: 1, hysteresis: true },
  outside: { types: NUMBERS, parts: 2, hysteresis: true },
  true: { types: BOOL, parts: 0 },
  false: { types: BOOL, parts: 0 },
  equals: { types: VALUE_TYPES.filter((type) => type !== "json"), parts: 1 },
  rate: { types: NUMBERS, parts: 1, positive: 0 },
  stale: { types: VALUE_TYPES, parts: 1, positive: 0 },
  bad: { types: VALUE_TYPES, parts: 0 },
  script: { types: VALUE_TYPES, parts: 0 },
  device: { types: VALUE_TYPES, parts: 0 },
  deviation: { types: NUMBERS, parts: 2, positive: 1, hysteresis: true },
};

export const WITH_HYSTERESIS = ALARM_KINDS.filter((kind) => KINDS[kind].hysteresis);

/** Types whose values may be compared with one another. */
export function alike(type: ValueType): readonly ValueType[] {
  return NUMBERS.includes(type) ? NUMBERS : [type];
}
