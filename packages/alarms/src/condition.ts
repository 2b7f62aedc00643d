/**
 * Whether what an alarm looks for is so: by one value of its channel and the limits as they are now.
 *
 *     judge({ kind: "above", hysteresis: 1 }, { value: 26, quality: 0 }, [25], false);    // true
 */
import { isDeepStrictEqual } from "node:util";
import type { AlarmKind } from "@hubwart/project/compiled";

export interface Sample {
  value: unknown;
  /** 0 good, 1 uncertain, 2 bad. */
  quality: number;
}

export interface Looked {
  kind: AlarmKind;
  hysteresis?: number | undefined;
}

/**
 * Undefined where it cannot be told: an uncertain value neither raises an alarm nor ends one, and neither does a limit that is not known.
 * `stands`: whether it was so before, which is when the hysteresis counts. Of `rate` the value is the distance within the last minute;
 * `stale` is a matter of time, and `script` and `device` of what scripts and the device say (`Watched`).
 */
export function judge(
  { hysteresis = 0, kind }: Looked,
  { quality, value }: Sample,
  limits: readonly unknown[],
  stands: boolean,
): boolean | undefined {
  if (kind === "bad") return quality === 1 ? undefined : quality === 2;
  if (quality !== 0) return undefined;
  switch (kind) {
    case "true":
    case "false":
      return typeof value === "boolean" ? value === (kind === "true") : undefined;
    case "equals":
      return limits[0] === undefined ? undefined : isDeepStrictEqual(value, limits[0]);
    case "stale":
    case "script":
    case "device":
      return undefined;
    case "above":
    case "below":
    case "outside":
    case "rate":
    case "deviation":
      return byNumber(kind, value, limits.map(numberOf), stands ? hysteresis : 0);
  }
}

/** `slack`: so far back within the limits a standing alarm still stands. */
function byNumber(
  kind: "above" | "below" | "outside" | "rate" | "deviation",
  value: unknown,
  [first, second]: readonly (number | undefined)[],
  slack: number,
): boolean | undefined {
  const number = numberOf(value);
  if (number === undefined || first === undefined) return undefined;
  switch (kind) {
    case "above":
    case "rate":
      return number > first - slack;
    case "below":
      return number < first + slack;
    case "outside":
      return second === undefined ? undefined : number < first + slack || number > second - slack;
    case "deviation":
      return second === undefined ? undefined : Math.abs(number - first) > second - slack;
  }
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
